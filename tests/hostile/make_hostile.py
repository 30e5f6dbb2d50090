#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_hostile.py FOLDER [--large]: files that are made to stop a reader.

Bombs, circles, absurd counts, depths and lengths, and damaged files; some hold
a good document, which must be found all the same. Standard library only, and
the same bytes on every run. --large adds what is big on disk: a line of 1 GB.
"""
import argparse
import bz2
import gzip
import io
import json
import lzma
import os
import random
import struct
import tarfile
import zipfile
import zlib

GOOD = "The Halden 7 well, API 49-025-06399, was drilled by Mudstone Petroleum.\n"
ZIP_DATE = (2001, 2, 3, 4, 5, 6)


class Maker:
    """Writes each file, and notes what is to be expected of it."""

    def __init__(self, root):
        self.root = root
        self.expected = {}

    def write(self, name, data, **expected):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            for piece in [data] if isinstance(data, bytes) else data:
                file.write(piece)
        self.expected[name] = expected


def zip_of(members, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, data in members:
            info = zipfile.ZipInfo(name, ZIP_DATE)
            info.compress_type = method
            file.writestr(info, data)
    return out.getvalue()


def zeros(count):
    """Deflated zeros: `count` of them, without holding them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = bytes(1 << 20)
    out, crc = [], 0
    for at in range(0, count, len(piece)):
        part = piece[:min(len(piece), count - at)]
        crc = zlib.crc32(part, crc)
        out.append(packer.compress(part))
    out.append(packer.flush())
    return b"".join(out), crc


# ---- archives -------------------------------------------------------------

def local_header(name, packed, size, crc, method=8, flags=0):
    return struct.pack("<4sHHHHHIIIHH", b"PK\x03\x04", 20, flags, method, 0, 0x2A43, crc,
                       packed, size, len(name), 0) + name


def central_header(name, packed, size, crc, offset, method=8, flags=0):
    return struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\x01\x02", 20, 20, flags, method, 0, 0x2A43,
                       crc, packed, size, len(name), 0, 0, 0, 0, 0, offset) + name


def end_of_zip(count, size, offset):
    return struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, count & 0xFFFF, count & 0xFFFF,
                       size, offset, 0)


def zip_bomb():
    size = 60_000_000
    packed, crc = zeros(size)
    members = [(b"a_good.txt", zlib.compress(GOOD.encode(), 9)[2:-4], len(GOOD),
                zlib.crc32(GOOD.encode()))]
    members += [(b"zeros_%d.bin" % i, packed, size, crc) for i in range(100)]
    body, directory = b"", b""
    for name, data, length, check in members:
        directory += central_header(name, len(data), length, check, len(body))
        body += local_header(name, len(data), length, check) + data
    return body + directory + end_of_zip(len(members), len(directory), len(body))


def overlapping_zip(count=20000):
    """Many members that are all the same bytes, as in the bombs of 2019."""
    packed, crc = zeros(20_000_000)
    name = b"0"
    body = local_header(name, len(packed), 20_000_000, crc) + packed
    directory = b"".join(central_header(b"%d" % i, len(packed), 20_000_000, crc, 0)
                         for i in range(count))
    return body + directory + end_of_zip(count, len(directory), len(body))


def nested_zip(depth):
    data = zip_of([("good.txt", GOOD)])
    for level in range(depth):
        data = zip_of([("level_%d.zip" % level, data), ("note_%d.txt" % level, GOOD)])
    return data


def many_members(count=200_000):
    out = io.BytesIO()
    name_data = io.BytesIO()
    for i in range(count):
        name = b"m%06d" % i
        name_data.write(central_header(name, 0, 0, 0, out.tell(), method=0))
        out.write(local_header(name, 0, 0, 0, method=0))
    offset, directory = out.tell(), name_data.getvalue()
    # More than 65,535 members need the longer end record (APPNOTE 4.3.14).
    longer = struct.pack("<4sQHHIIQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count,
                         len(directory), offset)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, offset + len(directory), 1)
    return (out.getvalue() + directory + longer + locator
            + struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF,
                          0xFFFFFFFF, 0))


def unsafe_names_zip():
    return zip_of([("../../etc/cron.d/evil", GOOD), ("/absolute.txt", GOOD),
                   ("a/../../b.txt", GOOD), ("C:\\windows\\x.txt", GOOD),
                   ("name\nwith\nlines.txt", GOOD), ("n" * 5000 + ".txt", GOOD)])


def gzip_within(levels):
    """gzip in gzip in gzip …, as a quine would be opened for ever."""
    data = GOOD.encode()
    for _ in range(levels):
        data = gzip.compress(data, mtime=1)
    return data


def tar_with(header_size, body=b""):
    """A header that says its member is as long as the field can say."""
    header = bytearray(512)
    header[0:8] = b"huge.bin"
    header[100:108] = b"0000644\0"
    header[124:136] = header_size
    header[136:148] = b"07346545000\0"
    header[156:157] = b"0"
    header[257:265] = b"ustar\x0000"
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header) + body


def odd_tar():
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as file:
        def add(name, kind, **more):
            info = tarfile.TarInfo(name)
            info.type, info.mtime = kind, 981173106
            for key, value in more.items():
                setattr(info, key, value)
            file.addfile(info)
        add("to_passwd", tarfile.SYMTYPE, linkname="/etc/passwd")
        add("hard", tarfile.LNKTYPE, linkname="../../../etc/shadow")
        add("pipe", tarfile.FIFOTYPE)
        add("device", tarfile.CHRTYPE, devmajor=1, devminor=5)
        info = tarfile.TarInfo("good.txt")
        info.size, info.mtime = len(GOOD), 981173106
        file.addfile(info, io.BytesIO(GOOD.encode()))
    return out.getvalue()


def make_archives(make):
    make.write("archives/bomb.zip", zip_bomb(), says="times its size", good="a_good.txt")
    make.write("archives/overlapping.zip", overlapping_zip())
    make.write("archives/nested_20.zip", nested_zip(20), inside_says="containers",
               good="note_19.txt")
    make.write("archives/members_200000.zip", many_members(), says="more than")
    make.write("archives/unsafe_names.zip", unsafe_names_zip(), good="/absolute.txt")
    make.write("archives/gzip_30.gz", gzip_within(30), inside_says="containers")
    make.write("archives/bomb.bz2", bz2.compress(bytes(300_000_000)),
               inside_says="a bomb, not read")
    make.write("archives/bomb.tar.xz", lzma.compress(
        tar_with(b"%011o\0" % 300_000_000, bytes(300_000_000))),
               inside_says="a bomb, not read")
    make.write("archives/absurd_size.tar", tar_with(b"77777777777\0", b"x" * 1024))
    make.write("archives/negative_size.tar", tar_with(b"\xff" * 12, b"x" * 1024))
    make.write("archives/odd_members.tar", odd_tar(), good="good.txt", inside_says="link")
    make.write("archives/truncated.7z", b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(12) +
               b"\xff" * 12 + b"\0" * 40)
    whole = zip_of([("good.txt", GOOD), ("second.txt", GOOD * 3000)])
    make.write("archives/truncated.zip", whole[:-150], good="good.txt")
    make.write("archives/truncated.gz", gzip.compress(random_text(200_000), mtime=1)[:60_000],
               says="damaged")
    make.write("archives/encrypted.zip", encrypted_zip(), inside_says="password",
               good="good.txt")


def random_text(size):
    rng = random.Random(7)
    words = GOOD.split()
    count = size // 12
    return " ".join(rng.choice(words) + str(rng.randrange(10**6)) for _ in range(count)).encode()


def encrypted_zip():
    """A member whose flag says that it is encrypted, beside one that is not."""
    good = GOOD.encode()
    secret = bytes(range(64))
    body = local_header(b"good.txt", len(good), len(good), zlib.crc32(good), 0) + good
    at = len(body)
    body += local_header(b"secret.txt", 64, 52, 1234, 0, 1) + secret
    directory = (central_header(b"good.txt", len(good), len(good), zlib.crc32(good), 0, 0)
                 + central_header(b"secret.txt", 64, 52, 1234, at, 0, 1))
    return body + directory + end_of_zip(2, len(directory), len(body))


# ---- mail -----------------------------------------------------------------

def nested_parts(depth):
    out = ["From: a@example.org\nSubject: deep\nMIME-Version: 1.0\n"]
    for i in range(depth):
        out.append('Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (i, i))
    out.append("Content-Type: text/plain\n\n" + GOOD)
    return "".join(out).encode()


def many_parts(count):
    out = ['From: a@example.org\nSubject: wide\nMIME-Version: 1.0\n'
           'Content-Type: multipart/mixed; boundary="b"\n\n']
    out.append("--b\nContent-Type: text/plain\n\n" + GOOD)
    out.extend("--b\nContent-Type: application/octet-stream\n\n\n" for _ in range(count))
    return "".join(out).encode()


def nested_messages(depth):
    head = "From: a@example.org\nSubject: level %d\nMIME-Version: 1.0\n"
    out = [head % i + "Content-Type: message/rfc822\n\n" for i in range(depth)]
    return ("".join(out) + head % depth + "\n" + GOOD).encode()


def make_mail(make):
    make.write("mail/parts_100000_deep.eml", nested_parts(100_000))
    make.write("mail/parts_100000_wide.eml", many_parts(100_000), says="parts")
    make.write("mail/messages_30_deep.eml", nested_messages(30), inside_says="containers")
    make.write("mail/header_50MB.eml", b"From: a@example.org\nSubject: " + b"x" * 50_000_000 +
               b"\n\n" + GOOD.encode())
    make.write("mail/fields_1000000.eml", b"From: a@example.org\nTo: b@example.org\n" +
               b"".join(b"X-%d: y\n" % i for i in range(1_000_000)) + b"\n" + GOOD.encode())
    make.write("mail/no_boundary.eml",
               b'From: a@example.org\nTo: b@example.org\nMIME-Version: 1.0\n'
               b'Content-Type: multipart/mixed; boundary="never"\n\n' + GOOD.encode())
    make.write("mail/cut_tnef.dat", b"\x78\x9f\x3e\x22\x01\x00" +
               b"\x01\x03\x90\x06\x00\xff\xff\xff\x7f" + b"\xff" * 300)
    make.write("mail/many.mbox", b"".join(
        b"From a@example.org Thu Jan  1 00:00:00 2004\nFrom: a@example.org\nSubject: %d\n\n"
        b"Text of number %d.\n\n" % (i, i) for i in range(3000)))


# ---- markup ---------------------------------------------------------------

def billion_laughs():
    out = ['<?xml version="1.0"?>\n<!DOCTYPE lolz [\n<!ENTITY lol "lol">\n']
    before = "lol"
    for i in range(1, 12):
        out.append('<!ENTITY l%d "%s">\n' % (i, ("&%s;" % before) * 10))
        before = "l%d" % i
    return ("".join(out) + "]>\n<lolz>&%s;</lolz>\n" % before).encode()


def make_markup(make):
    depth = 1_000_000
    make.write("markup/billion_laughs.xml", billion_laughs())
    make.write("markup/external.xml",
               b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
               b"<a>&e;</a>\n")
    make.write("markup/deep.xml", b"<a>" * depth + b"x" + b"</a>" * depth)
    make.write("markup/deep.html", b"<html><body>" + b"<div>" * depth + GOOD.encode())
    make.write("markup/deep_tables.html", b"<html><body>" +
               b"<table><tr><td>" * (depth // 20) + GOOD.encode())
    make.write("markup/deep.json", b"[" * depth + b"]" * depth)
    make.write("markup/deep.geojson", b'{"type":"FeatureCollection","features":' +
               b"[" * depth + b"]" * depth + b"}")
    make.write("markup/deep.md", b">" * 100_000 + b" " + GOOD.encode() + b"- " * 100_000)
    make.write("markup/deep.rtf", b"{\\rtf1\\ansi " + b"{" * depth + GOOD.encode())


# ---- tables ---------------------------------------------------------------

def make_tables(make):
    columns = 100_000
    make.write("tables/columns_100000.csv",
               b",".join(b"C%d" % i for i in range(columns)) + b"\n" +
               b",".join(b"%d" % i for i in range(columns)) + b"\n")
    make.write("tables/quote_never_ends.csv", b'A,B\n"' + b"x,y\n" * 500_000)
    header = struct.pack("<4BIHH20x", 3, 126, 1, 1, 0xFFFFFFFF, 65, 21)
    field = struct.pack("<11sc4xBB14x", b"WELL_NAME", b"C", 20, 0)
    make.write("tables/absurd_counts.dbf", header + field + b"\r" + b" Halden 7".ljust(21))
    make.write("tables/no_fields.dbf",
               struct.pack("<4BIHH20x", 3, 126, 1, 1, 1000000, 33, 0) + b"\r")
    shp = struct.pack(">i20xi", 9994, 0x7FFFFFFF) + struct.pack("<ii8d", 1000, 5, *[0.0] * 8)
    make.write("tables/absurd_length.shp", shp + struct.pack(">ii", 1, 0x7FFFFFFF) +
               struct.pack("<i4dii", 5, 0, 0, 1, 1, 0x7FFFFFFF, 0x7FFFFFFF))
    make.write("tables/repeated_cells.xlsx", repeated_cells())
    make.write("tables/repeated_cells.ods", repeated_ods())


def repeated_cells():
    ns = "http://schemas.openxmlformats.org/"
    rows = "".join('<row r="%d"><c r="A%d" t="s"><v>0</v></c></row>' % (i, i)
                   for i in range(1, 60_000))
    return zip_of([
        ("[Content_Types].xml",
         '<Types xmlns="%spackage/2006/content-types"><Default Extension="xml" '
         'ContentType="application/xml"/><Default Extension="rels" ContentType='
         '"application/vnd.openxmlformats-package.relationships+xml"/>'
         '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-'
         'officedocument.spreadsheetml.sheet.main+xml"/></Types>' % ns),
        ("_rels/.rels",
         '<Relationships xmlns="%spackage/2006/relationships"><Relationship Id="r" Type='
         '"%sofficeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>'
         '</Relationships>' % (ns, ns)),
        ("xl/workbook.xml",
         '<workbook xmlns="%sspreadsheetml/2006/main" xmlns:r="%sofficeDocument/2006/'
         'relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>'
         % (ns, ns)),
        ("xl/_rels/workbook.xml.rels",
         '<Relationships xmlns="%spackage/2006/relationships"><Relationship Id="r1" Type='
         '"%sofficeDocument/2006/relationships/worksheet" Target="worksheets/s.xml"/>'
         '</Relationships>' % (ns, ns)),
        ("xl/sharedStrings.xml",
         '<sst xmlns="%sspreadsheetml/2006/main"><si><t>%s</t></si></sst>' % (ns, "x" * 30_000)),
        ("xl/worksheets/s.xml",
         '<worksheet xmlns="%sspreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/>'
         '<sheetData>%s</sheetData></worksheet>' % (ns, rows))])


def repeated_ods():
    ns = "urn:oasis:names:tc:opendocument:xmlns:"
    content = ('<office:document-content xmlns:office="%soffice:1.0" xmlns:table="%stable:1.0" '
               'xmlns:text="%stext:1.0"><office:body><office:spreadsheet><table:table '
               'table:name="S"><table:table-row table:number-rows-repeated="1000000000">'
               '<table:table-cell table:number-columns-repeated="1000000000">'
               '<text:p>x</text:p></table:table-cell></table:table-row></table:table>'
               '</office:spreadsheet></office:body></office:document-content>' % (ns, ns, ns))
    return zip_of([("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
                   ("content.xml", content)])


# ---- wells and seismic ----------------------------------------------------

def segy(extended):
    text = ("C 1 LINE HALDEN".ljust(80) + " " * 3120).encode("cp037")
    binary = bytearray(400)
    struct.pack_into(">hh", binary, 16, 4000, 4000)
    struct.pack_into(">hh", binary, 20, 500, 500)
    struct.pack_into(">h", binary, 24, 5)
    struct.pack_into(">HhH", binary, 300, 0x0200, 1, extended & 0xFFFF)
    return text + bytes(binary)


def make_wells(make):
    record = ("C 1 NO END STANZA".ljust(80) * 40).encode("cp037")
    make.write("wells/extended_without_end.sgy", [segy(-1)] + [record] * 3000)
    make.write("wells/extended_32767.sgy", segy(32767) + record * 2)
    make.write("wells/cut_trace.sgy", segy(0) + bytes(240) + bytes(700))
    curves = b"".join(b" C%06d.M : CURVE %d\n" % (i, i) for i in range(1_000_000))
    make.write("wells/curves_1000000.las",
               b"~VERSION\n VERS. 2.0 :\n WRAP. NO :\n~WELL\n STRT.M 1 :\n STOP.M 2 :\n STEP.M 1 :\n"
               b" NULL. -999.25 :\n WELL. HALDEN 7 : WELL\n~CURVE\n" + curves +
               b"~ASCII\n1 2 3\n")
    make.write("wells/long_line.las",
               b"~VERSION\n VERS. 2.0 :\n WRAP. NO :\n~WELL\n WELL. " + b"H" * 20_000_000 +
               b" : WELL\n~ASCII\n1 2\n")


# ---- Office, PDF, images --------------------------------------------------

def cyclic_ole():
    """A compound file whose chains run in circles ([MS-CFB])."""
    sector = 512
    header = bytearray(sector)
    header[0:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    struct.pack_into("<HHHHH", header, 24, 0x3E, 3, 0xFFFE, 9, 6)
    struct.pack_into("<I", header, 44, 1)           # sectors of the table
    struct.pack_into("<I", header, 48, 1)           # of the directory
    struct.pack_into("<I", header, 56, 4096)
    struct.pack_into("<II", header, 60, 3, 1)       # small table
    struct.pack_into("<II", header, 68, 0, 1)       # further sectors: in a circle
    for i in range(109):
        struct.pack_into("<I", header, 76 + 4 * i, 0 if i == 0 else 0xFFFFFFFF)
    table = [0xFFFFFFFD, 2, 1, 3, 5, 4] + [0xFFFFFFFF] * 122
    fat = struct.pack("<128I", *table)

    def entry(name, kind, left, right, child, start, size):
        raw = name.encode("utf-16-le")
        return (raw.ljust(64, b"\0") + struct.pack("<HBBIII", len(raw) + 2, kind, 1, left, right,
                                                   child) + bytes(36) +
                struct.pack("<IQ", start, size))
    none = 0xFFFFFFFF
    directory = (entry("Root Entry", 5, none, none, 1, 4, 100) +
                 entry("WordDocument", 2, 2, 3, none, 4, 1 << 40) +
                 entry("__properties_version1.0", 2, 1, 1, none, 4, 8192) +
                 entry("loop", 1, 1, 2, 1, 0, 0))
    return bytes(header) + fat + directory * 2 + fat + bytes(sector) * 2


def pdf(objects, trailer):
    out, offsets = b"%PDF-1.5\n", []
    for i, body in enumerate(objects):
        offsets.append(len(out))
        out += b"%d 0 obj\n" % (i + 1) + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % o for o in offsets)
    return out + b"trailer\n" + trailer + b"\nstartxref\n%d\n%%%%EOF\n" % start


def make_office(make):
    make.write("office/cyclic.doc", cyclic_ole())
    make.write("office/cyclic.msg", cyclic_ole())
    make.write("office/pages_in_a_circle.pdf", pdf(
        [b"<< /Type /Catalog /Pages 2 0 R >>",
         b"<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 1000000000 >>",
         b"<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 5 >>"],
        b"<< /Size 4 /Root 1 0 R >>"))
    make.write("office/reference_to_itself.pdf", pdf(
        [b"1 0 R", b"<< /Length 2 0 R >>"], b"<< /Size 3 /Root 1 0 R /Prev 9 >>"))
    make.write("office/outline_circle.pdf", pdf(
        [b"<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>",
         b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
         b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
         b"<< /Type /Outlines /First 5 0 R /Last 5 0 R /Count 9 >>",
         b"<< /Title (Round) /Parent 4 0 R /Next 5 0 R /First 5 0 R >>"],
        b"<< /Size 6 /Root 1 0 R >>"))
    idat = zlib.compress(b"\0" * 1000)

    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data +
                struct.pack(">I", zlib.crc32(kind + data)))
    make.write("office/huge.png", b"\x89PNG\r\n\x1a\n" +
               chunk(b"IHDR", struct.pack(">IIBBBBB", 0x7FFFFFFF, 0x7FFFFFFF, 8, 6, 0, 0, 0)) +
               chunk(b"IDAT", idat) + chunk(b"IEND", b""))
    tags = [(256, 4, 1, 0xFFFFFFF0), (257, 4, 1, 0xFFFFFFF0), (258, 3, 1, 8), (259, 3, 1, 1),
            (262, 3, 1, 1), (273, 4, 1, 8), (277, 3, 1, 1), (278, 4, 1, 0xFFFFFFF0),
            (279, 4, 1, 0xFFFFFFF0)]
    entries = b"".join(struct.pack("<HHII", *tag) for tag in tags)
    make.write("office/huge.tif", b"II*\0" + struct.pack("<I", 8) +
               struct.pack("<H", len(tags)) + entries + struct.pack("<I", 8))  # its own next
    make.write("office/bomb.docx", zip_of([
        ("[Content_Types].xml", "<Types/>"),
        ("word/document.xml", b"<w:document>" + b" " * 300_000_000)]))


def make_text(make):
    make.write("text/nul_bytes.txt", bytes(1_000_000))
    make.write("text/line_20MB.txt", b"halden " * 3_000_000)
    make.write("text/form_feeds.txt", b"\f" * 1_000_000)
    make.write("text/combining.txt", ("a" + "\u0301" * 500_000 + "\n" + GOOD).encode())
    make.write("text/good.txt", GOOD.encode(), whole=True)


def make_large(make):
    """One line of 1 GB; only the holes of a sparse file are cheaper."""
    piece = b"halden seven " * 80_660
    make.write("large/line_1GB.txt", (piece for _ in range(1024)))
    path = os.path.join(make.root, "large/zeros_8GB.las")
    with open(path, "wb") as file:
        file.write(b"~VERSION\n VERS. 2.0 :\n~WELL\n WELL. HALDEN 7 :\n~ASCII\n")
        file.truncate(8 << 30)
    make.expected["large/zeros_8GB.las"] = {}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    make = Maker(options.folder)
    for part in (make_archives, make_mail, make_markup, make_tables, make_wells, make_office,
                 make_text):
        part(make)
    if options.large:
        make_large(make)
    # Beside the folder, so that it is no part of what is ingested.
    with open(options.folder.rstrip("/") + ".expected.json", "w", encoding="utf-8") as file:
        json.dump(make.expected, file, indent=1, sort_keys=True)
    print("%d files in %s" % (len(make.expected), options.folder))


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Office files before 2007, written byte by byte: [MS-CFB], [MS-XLS], [MS-DOC],
[MS-PPT]. Small, and plain enough that other programs read them too. Standard
library only, and the same bytes on every run."""
import datetime
import struct

FREE, END, TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def chunks(data, size):
    data += b"\0" * (-len(data) % size)
    return [data[i:i + size] for i in range(0, len(data), size)]


def compound(streams):
    """A compound file with these streams in its root, by name."""
    names = sorted(streams, key=lambda n: (len(n), n.upper()))
    sectors, fat, small, small_fat, starts = [], [], b"", [], {}

    def place(data):
        pieces = chunks(data, 512)
        first = len(sectors)
        sectors.extend(pieces)
        fat.extend(list(range(first + 1, first + len(pieces))) + [END] if pieces else [])
        return first if pieces else END

    for name in names:
        data = streams[name]
        if len(data) >= 4096:
            starts[name] = place(data)
        else:
            starts[name] = len(small_fat) if data else END
            pieces = chunks(data, 64)
            small_fat += [len(small_fat) + i + 1 for i in range(len(pieces))]
            if pieces:
                small_fat[-1] = END
            small += b"".join(pieces)

    def entry(name, kind, right, child, start, size):
        text = name.encode("utf-16-le")
        return (text.ljust(64, b"\0") + struct.pack("<HBB3I", len(text) + 2, kind, 1, FREE, right, child)
                + bytes(36) + struct.pack("<IQ", start, size))

    root_start = place(small)
    table_start = place(b"".join(struct.pack("<I", n) for n in small_fat)) if small_fat else END
    small_sectors = -(-len(small_fat) // 128)
    entries = [entry("Root Entry", 5, FREE, 1, root_start, len(small))]
    for i, name in enumerate(names):
        right = i + 2 if i + 1 < len(names) else FREE
        entries.append(entry(name, 2, right, FREE, starts[name], len(streams[name])))
    directory = place(b"".join(entries))
    first_table, tables = len(sectors), 1
    while tables * 128 < len(fat) + tables:
        tables += 1
    fat += [TABLE] * tables
    fat += [FREE] * (tables * 128 - len(fat))
    head = (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
            + struct.pack("<5H6x8I", 0x3E, 3, 0xFFFE, 9, 6, 0, tables, directory, 0, 4096,
                          table_start, small_sectors, END)
            + struct.pack("<I", 0)
            + b"".join(struct.pack("<I", first_table + i if i < tables else FREE) for i in range(109)))
    return head + b"".join(sectors) + struct.pack(f"<{len(fat)}I", *fat)


def summary(title, author, when):
    """The stream \\x05SummaryInformation."""
    def text(value):
        raw = value.encode("cp1252") + b"\0"
        raw += b"\0" * (-len(raw) % 4)
        return struct.pack("<II", 0x1E, len(value) + 1) + raw
    seconds = int((when - datetime.datetime(1601, 1, 1)).total_seconds())
    values = [(1, struct.pack("<IHxx", 2, 1252)), (2, text(title)), (4, text(author)),
              (12, struct.pack("<IQ", 0x40, seconds * 10000000))]
    at, places, body = 8 + 8 * len(values), b"", b""
    for number, value in values:
        places += struct.pack("<II", number, at + len(body))
        body += value
    section = struct.pack("<II", at + len(body), len(values)) + places + body
    form = bytes.fromhex("e0859ff2f94f6810ab9108002b27b3d9")
    return struct.pack("<HHI16xI", 0xFFFE, 0, 0x20006, 1) + form + struct.pack("<I", 48) + section


# ---- Excel ----------------------------------------------------------------

def record(kind, data=b""):
    return struct.pack("<HH", kind, len(data)) + data


def short_text(text):
    try:
        return struct.pack("<BB", len(text), 0) + text.encode("latin-1")
    except UnicodeEncodeError:
        return struct.pack("<BB", len(text), 1) + text.encode("utf-16-le")


def long_text(text):
    short = short_text(text)
    return struct.pack("<H", len(text)) + short[1:]


def xls_stream(sheets):
    """The stream Workbook: [(name, rows)]; cells are texts, numbers, dates or
    None."""
    strings = []

    def cell(row, column, value):
        place = struct.pack("<HH", row, column)
        if isinstance(value, datetime.date):
            serial = (value - datetime.date(1899, 12, 30)).days
            return record(0x0203, place + struct.pack("<Hd", 2, serial))
        if isinstance(value, str):
            if value not in strings:
                strings.append(value)
            return record(0x00FD, place + struct.pack("<HI", 1, strings.index(value)))
        if isinstance(value, int) and abs(value) < 1 << 29:
            return record(0x027E, place + struct.pack("<HI", 1, (value << 2 | 2) & 0xFFFFFFFF))
        return record(0x0203, place + struct.pack("<Hd", 1, value))

    bodies = []
    for _, rows in sheets:
        cells = b"".join(cell(r, c, value) for r, row in enumerate(rows)
                         for c, value in enumerate(row) if value is not None)
        width = max(len(row) for row in rows)
        bodies.append(record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0010, 4412, 1997, 0, 6))
                      + record(0x0200, struct.pack("<IIHHH", 0, len(rows), 0, width, 0))
                      + cells + record(0x000A))
    font = struct.pack("<HHHHHBBBx", 200, 0, 0x7FFF, 400, 0, 0, 0, 0) + short_text("Arial")
    start = record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0005, 4412, 1997, 0, 6))
    start += record(0x0042, struct.pack("<H", 1200)) + record(0x0022, bytes(2))
    start += record(0x0031, font) * 4
    start += record(0x041E, struct.pack("<H", 164) + long_text("yyyy\\-mm\\-dd"))
    for number, flags in ((0, 0xFFF5), (0, 0x0001), (164, 0x0001)):
        start += record(0x00E0, struct.pack("<HHHBBBBIIH", 0, number, flags, 0x20, 0, 0, 0, 0, 0, 0x20C0))
    start += record(0x0293, struct.pack("<HBB", 0x8000, 0, 0xFF))
    table = struct.pack("<II", len(strings), len(strings)) + b"".join(map(long_text, strings))
    size = len(start) + sum(12 + len(short_text(n)) - 2 for n, _ in sheets) + 4 + len(table) + 4
    at, names = size, b""
    for (name, _), body in zip(sheets, bodies):
        names += record(0x0085, struct.pack("<IH", at, 0) + short_text(name))
        at += len(body)
    return start + names + record(0x00FC, table) + record(0x000A) + b"".join(bodies)


def xls(sheets, **properties):
    return compound({"Workbook": xls_stream(sheets),
                     "\x05SummaryInformation": summary(**properties)})


# ---- Word -----------------------------------------------------------------

def doc_streams(paragraphs):
    """WordDocument and 1Table: [(text, kind)]; kind is "heading", "text",
    "item" (numbered), "cell" or "row" (the end of one)."""
    marks = {"cell": "\x07", "row": "\x07"}
    texts = [text + marks.get(kind, "\r") for text, kind in paragraphs]
    body = "".join(texts).encode("cp1252")
    first = 0x400
    sprms = {"heading": b"", "text": b"",
             "item": struct.pack("<HHHB", 0x460B, 1, 0x260A, 0),
             "cell": struct.pack("<HB", 0x2416, 1)}

    def row_sprms(cells):
        edges = struct.pack(f"<{cells + 1}h", *[2400 * i for i in range(cells + 1)])
        return (struct.pack("<HBHB", 0x2416, 1, 0x2417, 1)
                + struct.pack("<HHB", 0xD608, len(edges) + 20 * cells + 2, cells) + edges + bytes(20 * cells))
    # Pages of properties, a run for each paragraph; 512 bytes hold a few.
    pages, runs, at, cells = [], [], first, 0
    for (text, kind), whole in zip(paragraphs, texts):
        sprm = row_sprms(cells) if kind == "row" else sprms[kind]
        cells = cells + 1 if kind == "cell" else 0
        runs.append((at, at + len(whole), 1 if kind == "heading" else 0, sprm))
        at += len(whole)
    for i in range(0, len(runs), 8):
        group = runs[i:i + 8]
        page = bytearray(512)
        struct.pack_into(f"<{len(group) + 1}I", page, 0, *[r[0] for r in group], group[-1][1])
        free = 510
        for k, (_, _, style, sprm) in enumerate(group):
            data = struct.pack("<H", style) + sprm
            data += b"\0" * (len(data) % 2 == 0)
            free = (free - len(data) - 1) & ~1
            page[free:free + 1 + len(data)] = bytes([(len(data) + 1) // 2]) + data
            page[4 * (len(group) + 1) + 13 * k] = free // 2
        page[511] = len(group)
        pages.append((group[0][0], bytes(page)))
    character = bytearray(512)
    struct.pack_into("<II", character, 0, first, at)
    character[511] = 1
    text_end = first + len(body)
    document = bytearray(first) + body
    document += b"\0" * (-len(document) % 512)
    numbers = []
    for _, page in pages:
        numbers.append(len(document) // 512)
        document += page
    character_number = len(document) // 512
    document += character

    def style(kind, base, name):
        papx = struct.pack("<HH", 2, kind)
        return (struct.pack("<HHHHH", kind, base << 4 | 1, 2, 0, 0)
                + struct.pack("<H", len(name)) + name.encode("utf-16-le") + b"\0\0"
                + papx + struct.pack("<H", 0))
    table, parts = b"", {}

    def part(index, data):
        nonlocal table
        parts[index] = (len(table), len(data))
        table += data

    styles = [style(0, 0xFFF, "Normal"), style(1, 0, "heading 1")]
    sheet = struct.pack("<HHHHHHHHHH", 18, len(styles), 10, 1, 91, 15, 0, 0, 0, 0)
    sheet = sheet[:20] + b"".join(struct.pack("<H", len(s)) + s for s in styles)
    part(1, sheet)
    part(12, struct.pack("<III", first, at, character_number))
    starts = [start for start, _ in pages] + [at]
    part(13, struct.pack(f"<{len(starts)}I", *starts) + struct.pack(f"<{len(numbers)}I", *numbers))
    pieces = struct.pack("<IIHIH", 0, len(body), 0, 2 * first | 0x40000000, 0)
    part(33, b"\x02" + struct.pack("<I", len(pieces)) + pieces)
    level = (struct.pack("<iBB9sBii", 1, 0, 0, bytes([1]) + bytes(8), 0, 0, 0) + bytes(4)
             + struct.pack("<H", 2) + "\0.".encode("utf-16-le"))
    lists = struct.pack("<Hii9HBB", 1, 7, 0, *([0xFFF] * 9), 1, 0)
    part(73, lists)
    table += level
    part(74, struct.pack("<II8xBBBB", 1, 7, 0, 0, 0, 0) + struct.pack("<I", 0xFFFFFFFF))
    struct.pack_into("<HHHHHH", document, 0, 0xA5EC, 0xC1, 0, 0x409, 0, 0x0200)
    struct.pack_into("<HI", document, 0x0C, 0xBF, 0)
    struct.pack_into("<II", document, 0x18, first, text_end)
    struct.pack_into("<H", document, 0x20, 14)
    struct.pack_into("<H", document, 0x3E, 22)
    struct.pack_into("<I", document, 0x40, len(document))
    struct.pack_into("<I", document, 0x4C, len(body))
    struct.pack_into("<H", document, 0x98, 93)
    for index, (where, size) in parts.items():
        struct.pack_into("<II", document, 0x9A + 8 * index, where, size)
    return bytes(document), table


def doc(paragraphs, **properties):
    document, table = doc_streams(paragraphs)
    # Small streams are below 4096 bytes; Word itself pads this one.
    return compound({"WordDocument": document.ljust(4096, b"\0"), "1Table": table.ljust(4096, b"\0"),
                     "\x05SummaryInformation": summary(**properties)})


# ---- PowerPoint -----------------------------------------------------------

def atom(kind, data=b"", instance=0):
    return struct.pack("<HHI", instance << 4, kind, len(data)) + data


def container(kind, data, instance=0):
    return struct.pack("<HHI", instance << 4 | 0xF, kind, len(data)) + data


def ppt_streams(slides):
    """"PowerPoint Document" and "Current User": [(title, [line])]."""
    stream, places = b"", {}

    def persist(number, data):
        nonlocal stream
        places[number] = len(stream)
        stream += data

    def box(kind, text):
        texts = (atom(0x0F9F, struct.pack("<I", kind))
                 + atom(0x0FA0, text.replace("\n", "\r").encode("utf-16-le")))
        return container(0xF004, atom(0xF00A, struct.pack("<II", 1024, 0xA00)) + container(0xF00D, texts))

    listed = b""
    for i, (title, lines) in enumerate(slides):
        shapes = box(0, title) + box(1, "\n".join(lines))
        drawing = container(0x040C, container(0xF002, container(0xF003, shapes)))
        persist(2 + i, container(0x03EE, atom(0x03EF, bytes(24)) + drawing))
        listed += atom(0x03F3, struct.pack("<IIiII", 2 + i, 0, 0, 256 + i, 0))
    persist(1, container(0x03E8, atom(0x03E9, bytes(40)) + container(0x0FF0, listed) + atom(0x03EA)))
    directory = len(stream)
    count = len(places)
    stream += atom(0x1772, struct.pack("<I", 1 | count << 20)
                   + b"".join(struct.pack("<I", places[n]) for n in sorted(places)))
    edit = len(stream)
    stream += atom(0x0FF5, struct.pack("<IHBBIIIIHH", 256, 0, 0, 3, 0, directory, 1, count + 1, 1, 0))
    user = atom(0x0FF6, struct.pack("<IIIHHBBH", 20, 0xE391C05F, edit, 0, 0x03F4, 3, 0, 0))
    return stream, user


def ppt(slides, **properties):
    stream, user = ppt_streams(slides)
    return compound({"PowerPoint Document": stream, "Current User": user,
                     "\x05SummaryInformation": summary(**properties)})

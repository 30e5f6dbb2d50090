# SPDX-License-Identifier: Apache-2.0
"""Small valid Office Open XML, OpenDocument and RTF files, by the standard
library alone and the same bytes on every run."""
import datetime
import io
import zipfile
from xml.sax.saxutils import escape

OOXML = "http://schemas.openxmlformats.org/"
OFFICE = OOXML + "officeDocument/2006/relationships"
WORD = OOXML + "wordprocessingml/2006/main"
SHEET = OOXML + "spreadsheetml/2006/main"
SLIDES = OOXML + "presentationml/2006/main"
DRAWING = OOXML + "drawingml/2006/main"
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def package(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, text in parts:
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            info.compress_type = (zipfile.ZIP_STORED if name == "mimetype"
                                  else zipfile.ZIP_DEFLATED)
            file.writestr(info, text)
    return out.getvalue()


def relations(*rows):
    return XML + '<Relationships xmlns="' + OOXML + \
        'package/2006/relationships">' + "".join(
            f'<Relationship Id="{i}" Type="{t}" Target="{target}"/>'
            for i, t, target in rows) + "</Relationships>"


def ooxml(main, kind, title, author, when, parts):
    types = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>'
                    for name, kind in kind)
    core = (XML + f'<cp:coreProperties xmlns:cp="{OOXML}package/2006/metadata/'
            'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" '
            'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.'
            'w3.org/2001/XMLSchema-instance"><dc:title>' + escape(title) +
            "</dc:title><dc:creator>" + escape(author) + "</dc:creator>"
            '<dcterms:created xsi:type="dcterms:W3CDTF">' +
            when.strftime("%Y-%m-%dT%H:%M:%SZ") +
            "</dcterms:created></cp:coreProperties>")
    return package([
        ("[Content_Types].xml", XML + f'<Types xmlns="{OOXML}package/2006/'
         'content-types"><Default Extension="rels" ContentType="application/'
         'vnd.openxmlformats-package.relationships+xml"/><Default Extension='
         '"xml" ContentType="application/xml"/>' + types + "</Types>"),
        ("_rels/.rels", relations(
            ("rId1", OFFICE + "/officeDocument", main),
            ("rId2", OOXML + "package/2006/relationships/metadata/"
             "core-properties", "docProps/core.xml"))),
        ("docProps/core.xml", core)] + parts)


def docx(blocks, **about):
    """Blocks: ("title", text), (level, text) numbered, rows of a table."""
    base = "application/vnd.openxmlformats-officedocument.wordprocessingml."

    def run(text):
        return f'<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'

    def paragraph(kind, text):
        properties = (f'<w:pStyle w:val="Title"/>' if kind == "title" else
                      f'<w:numPr><w:ilvl w:val="{kind}"/><w:numId w:val="1"/>'
                      "</w:numPr>" if kind is not None else "")
        return f"<w:p><w:pPr>{properties}</w:pPr>{run(text)}</w:p>"
    body = ""
    for block in blocks:
        if isinstance(block, tuple):
            body += paragraph(*block)
        else:
            rows = "".join("<w:tr>" + "".join(
                "<w:tc>" + paragraph(None, cell) + "</w:tc>"
                for cell in row) + "</w:tr>" for row in block)
            body += f"<w:tbl><w:tblPr/>{rows}</w:tbl>"
    levels = "".join(
        f'<w:lvl w:ilvl="{i}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>' for i, (form, text) in enumerate(
            (("decimal", "%1."), ("decimal", "%1.%2"), ("lowerLetter", "(%3)"))))
    return ooxml("word/document.xml", [
        ("word/document.xml", base + "document.main+xml"),
        ("word/styles.xml", base + "styles+xml"),
        ("word/numbering.xml", base + "numbering+xml")], parts=[
        ("word/_rels/document.xml.rels", relations(
            ("rId1", OFFICE + "/styles", "styles.xml"),
            ("rId2", OFFICE + "/numbering", "numbering.xml"))),
        ("word/document.xml", XML + f'<w:document xmlns:w="{WORD}"><w:body>' +
         body + "</w:body></w:document>"),
        ("word/styles.xml", XML + f'<w:styles xmlns:w="{WORD}"><w:style '
         'w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/>'
         "</w:style></w:styles>"),
        ("word/numbering.xml", XML + f'<w:numbering xmlns:w="{WORD}">'
         '<w:abstractNum w:abstractNumId="0">' + levels + "</w:abstractNum>"
         '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
         "</w:numbering>")], **about)


def xlsx(name, rows, **about):
    base = "application/vnd.openxmlformats-officedocument.spreadsheetml."

    def cell(row, column, value):
        place = f'r="{chr(65 + column)}{row}"'
        if isinstance(value, datetime.date):
            days = (value - datetime.date(1899, 12, 30)).days
            return f'<c {place} s="1"><v>{days}</v></c>'
        if isinstance(value, (int, float)):
            return f"<c {place}><v>{value!r}</v></c>"
        return (f'<c {place} t="inlineStr"><is><t>{escape(value)}</t></is>'
                "</c>")
    data = "".join(
        f'<row r="{r}">' + "".join(cell(r, c, v) for c, v in enumerate(row)) +
        "</row>" for r, row in enumerate(rows, 1) if row)
    return ooxml("xl/workbook.xml", [
        ("xl/workbook.xml", base + "sheet.main+xml"),
        ("xl/styles.xml", base + "styles+xml"),
        ("xl/worksheets/sheet1.xml", base + "worksheet+xml")], parts=[
        ("xl/_rels/workbook.xml.rels", relations(
            ("rId1", OFFICE + "/worksheet", "worksheets/sheet1.xml"),
            ("rId2", OFFICE + "/styles", "styles.xml"))),
        ("xl/workbook.xml", XML + f'<workbook xmlns="{SHEET}" xmlns:r='
         f'"{OFFICE}"><sheets><sheet name="{escape(name)}" sheetId="1" '
         'r:id="rId1"/></sheets></workbook>'),
        ("xl/styles.xml", XML + f'<styleSheet xmlns="{SHEET}"><fonts count="1">'
         '<font/></fonts><fills count="1"><fill/></fills><borders count="1">'
         '<border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
         '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" '
         'applyNumberFormat="1"/></cellXfs></styleSheet>'),
        ("xl/worksheets/sheet1.xml", XML + f'<worksheet xmlns="{SHEET}">'
         f"<sheetData>{data}</sheetData></worksheet>")], **about)


def pptx(slides, **about):
    base = "application/vnd.openxmlformats-officedocument.presentationml."

    def shape(number, kind, lines):
        return (f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{kind}"/>'
                f'<p:cNvSpPr/><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>'
                "<p:spPr/><p:txBody><a:bodyPr/>" + "".join(
                    f"<a:p><a:r><a:t>{escape(line)}</a:t></a:r></a:p>"
                    for line in lines) + "</p:txBody></p:sp>")
    names = [f"ppt/slides/slide{i}.xml" for i in range(1, len(slides) + 1)]
    ids = [f"rId{i}" for i in range(1, len(slides) + 1)]
    return ooxml("ppt/presentation.xml", [
        ("ppt/presentation.xml", base + "presentation.main+xml")] + [
            (name, base + "slide+xml") for name in names], parts=[
        ("ppt/_rels/presentation.xml.rels", relations(*[
            (i, OFFICE + "/slide", name[4:]) for i, name in zip(ids, names)])),
        ("ppt/presentation.xml", XML + f'<p:presentation xmlns:p="{SLIDES}" '
         f'xmlns:r="{OFFICE}"><p:sldIdLst>' + "".join(
             f'<p:sldId id="{256 + n}" r:id="{i}"/>'
             for n, i in enumerate(ids)) + "</p:sldIdLst></p:presentation>")] + [
        (name, XML + f'<p:sld xmlns:p="{SLIDES}" xmlns:a="{DRAWING}"><p:cSld>'
         "<p:spTree>" + shape(2, "title", [title]) + shape(3, "body", lines) +
         "</p:spTree></p:cSld></p:sld>")
        for name, (title, lines) in zip(names, slides)], **about)


def odt(blocks, title):
    """Blocks: ("h", text), ("p", text), ("item", text) numbered."""
    space = "".join(f' xmlns:{p}="urn:oasis:names:tc:opendocument:xmlns:{n}:'
                    '1.0"' for p, n in (("office", "office"), ("text", "text"),
                                        ("style", "style"), ("meta", "meta")))
    body = ""
    for kind, text in blocks:
        if kind == "item":
            body += ('<text:list text:style-name="L" text:continue-numbering='
                     f'"true"><text:list-item><text:p>{escape(text)}</text:p>'
                     "</text:list-item></text:list>")
        else:
            level = ' text:outline-level="1"' if kind == "h" else ""
            body += f"<text:{kind}{level}>{escape(text)}</text:{kind}>"
    return package([
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        ("META-INF/manifest.xml", XML + '<manifest:manifest xmlns:manifest='
         '"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:'
         'file-entry manifest:full-path="/" manifest:media-type="application/'
         'vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-'
         'path="content.xml" manifest:media-type="text/xml"/></manifest:'
         "manifest>"),
        ("meta.xml", XML + f'<office:document-meta{space} xmlns:dc="http://'
         'purl.org/dc/elements/1.1/"><office:meta><dc:title>' + escape(title) +
         "</dc:title></office:meta></office:document-meta>"),
        ("content.xml", XML + f"<office:document-content{space}>"
         '<office:automatic-styles><text:list-style style:name="L"><text:list-'
         'level-style-number text:level="1" style:num-format="1" '
         'style:num-suffix="."/></text:list-style></office:automatic-styles>'
         f"<office:body><office:text>{body}</office:text></office:body>"
         "</office:document-content>")])


def rtf(paragraphs, title, author):
    def plain(text):
        return "".join(c if ord(c) < 128 and c not in "\\{}" else
                       "\\" + c if c in "\\{}" else f"\\u{ord(c)}?"
                       for c in text)
    return ("{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}}{\\info"
            f"{{\\title {plain(title)}}}{{\\author {plain(author)}}}}}\n" +
            "".join(f"\\pard {plain(p)}\\par\n" for p in paragraphs) + "}")

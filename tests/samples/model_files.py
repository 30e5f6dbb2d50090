#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""model_files.py FOLDER: one small made-up file of each format of surfaces,
cell models and scans that Keybed reads, each led by the byte by which the fuzz
target `models` chooses a reader: its seeds. make_archive.py takes its samples
from here. Standard library only, the same bytes on every run."""
import io
import os
import struct
import sys
import zipfile

IRAP = """-996 3 25.0 50.0
410000.0 410100.0 4740000.0 4740100.0
5 0.0 410000.0 4740000.0
0 0 0 0 0 0 0
1500.0 1501.0 1502.5 1503.0 1504.0 9999900.0
1506.0 1507.0 1508.0 1509.0 1510.0 1511.0
1512.0 1513.0 1530.25
"""
CPS3 = """FSASCI 0 1 COMPUTED 0 0.1000000E+31
FSATTR 0 0
FSLIMI 410000.0 410200.0 4740000.0 4740400.0 1450.0 1530.0
FSNROW 5 3
FSXINC 100.0 100.0
->Base Quartz Hill
1450 1460 1470 1480 1490 1455 1465 1475 1485 1495
1500 1510 1520 1530 0.1000000E+31
"""
CPS3_LINES = """FFASCI 0 1 COMPUTED 0 0.1000000E+31
FFATTR 0 0
->Tindal fault
410000 4740000 1450
410050 4740080 1460
->2
410100 4740100 1470
"""
EARTHVISION = """# Type: scattered data
# Version: 6
# Description: Wells at the top of the Quartz Hill sandstone
# Format: free
# Field: 1 wellid non-numeric
# Field: 2 x meters
# Field: 3 y meters
# Field: 4 z meters
# Projection: Universal Transverse Mercator
# Zone: 13
# End:
# Grid_size: 2 x 2
# Grid_space: 410000,410100,4740000,4740100
"Lark Creek 1-12" 410010 4740020 -1501
"Sooner Unit 4" 410090 4740080 -1510
"""
PETREL = """# Petrel Points with attributes
# Unit in X and Y direction: m
# Unit in depth: m
VERSION 1
BEGIN HEADER
X
Y
Z
STRING,Well
END HEADER
410010 4740020 -1501 "Lark Creek 1-12"
410090 4740080 -999 "Sooner Unit 4"
"""
OPENWORKS = """@File_Version: 4
#Horizon_name____________-> Top Quartz Hill
#Horizon_data_domain_____-> DEPTH
#Export_XY_Unit__________-> meters
#End_of_Horizon_ASCII_Header_
 101.0 201.0 410010.0 4740020.0 1501.0
 101.0 202.0 410020.0 4740020.0 1502.0
EOB
"""
ZMAP_POINTS = """! Project: Lark Creek
! Date: 2021-03-04T08:00:00
@FREE POINT , DATA, 80, 1
X (EASTING), 1, 1, 1, 1, 20,, 1.0E+30,,, 4, 0
Y (NORTHING), 2, 2, 1, 21, 40,, 1.0E+30,,, 4, 0
Z VALUE, 3, 3, 1, 41, 60,, 1.0E+30,,, 4, 0
SEG I.D., 4, 35, 1, 61, 70,, 1.0E+30,,, 0, 0
@
 410010.0 4740020.0 1501.0 0
 410090.0 4740080.0 1.0E+30 1
"""
ZMAP_GRID = """! CREATION DATE : 2021.05.05
@top HEADER, GRID, 5
15, -99999.0, , 4, 1
2, 3, 410000.0, 410200.0, 4740000.0, 4740100.0
0.0, 0.0, 0.0
@
1500 1501 1502 1503 -99999.0 1505
"""
SURFER = "DSAA\n3 2\n0 20\n0 10\n-5 7.5\n1 2 3\n-5 7.5 1.70141e38\n"
POLYGON = "410000 4740000 0\n410100 4740000 0\n999 999 999\n410000 4740100 0\n999 999 999\n"
GOCAD = """GOCAD TSurf 1
HEADER {
name: Tindal fault
}
GOCAD_ORIGINAL_COORDINATE_SYSTEM
NAME "NAD27 / UTM 13N"
AXIS_UNIT "m" "m" "m"
ZPOSITIVE Depth
END_ORIGINAL_COORDINATE_SYSTEM
TFACE
VRTX 1 410010 4740020 1501
VRTX 2 410090 4740080 1510
PVRTX 3 410050 4740050 1505 0.5
TRGL 1 2 3
END
"""
DECK = """-- Lark Creek, a made-up case
RUNSPEC
TITLE
Lark Creek waterflood, case 2
DIMENS
 20 30 5 /
OIL
WATER
FIELD
START
 1 'JLY' 1984 /
GRID =====
MAPAXES
 410000 4740100 410000 4740000 410100 4740000 /
INCLUDE
 'lark_creek.grdecl' /
COORD
 0 0 1500 0 0 1600 6*0 50 20 1500 50 20 1600 /
ZCORN
 4*1500.5 4*1612 /
PORO
 3000*0.21 /
FAULTS
 'TINDAL' 5 5 3 3 1 5 'X' /
/
SCHEDULE
WELSPECS
 'LARK1-12' 'PROD' 3 4 1* 'OIL' /
 'SOONER-4' 'INJ' 9 9 1* 'WATER' /
/
COMPDAT
 'LARK1-12' 2* 1 3 'OPEN' /
/
DATES
 1 'JAN' 1985 /
/
TSTEP
 3*30 /
END
"""
ROFF_TEXT = """roff-asc
#ROFF file#
#Creator: RMS - Reservoir Modelling System, version 12#
tag filedata
int byteswaptest 1
char filetype "grid"
char creationDate "25/06/2021 11:42:56"
endtag
tag dimensions
int nX 2
int nY 1
int nZ 3
endtag
tag active
array bool data 6
 1 1 1 1 0 1
endtag
tag eof
endtag
"""


def record(data):
    mark = struct.pack(">i", len(data))
    return mark + data + mark


def irap_binary():
    out = record(struct.pack(">2i6f", -996, 2, 410000, 410050, 4740000, 4740010, 25, 10))
    out += record(struct.pack(">i3f", 3, 30.0, 410000, 4740000)) + record(bytes(28))
    return out + record(struct.pack(">3f", -2.5, 1e30, 7)) + record(struct.pack(">3f", 1, 2, 3))


def petromod():
    return (b"#\x03\x19dContent=Map,GridNoX=2,GridNoY=1,GridStepX=25,GridStepY=50,OriginX=4,"
            b"OriginY=6,RotationAngle=0,Undefined=99999,Version=1.0\0" +
            struct.pack(">2f", 1000.5, 99999))


def surfer_six():
    return (b"DSBB" + struct.pack("<2h6d", 3, 2, 0, 20, 0, 10, -5, 7.5) +
            struct.pack("<6f", 1, 2, 3, -5, 7.5, 1.70141e38))


def surfer_seven():
    grid = struct.pack("<2i8d", 2, 3, 0, 0, 10, 10, -5, 7.5, 0, 1.70141e38)
    cells = struct.pack("<6d", 1, 2, 3, -5, 7.5, 1.70141e38)
    return (b"DSRB" + struct.pack("<2i", 4, 1) + b"GRID" + struct.pack("<i", len(grid)) + grid +
            b"DATA" + struct.pack("<i", len(cells)) + cells)


def keyword(name, kind, values):
    codes = {"INTE": "i", "REAL": "f", "DOUB": "d"}
    data = (b"".join(v.ljust(8).encode() for v in values) if kind == "CHAR" else
            struct.pack(f">{len(values)}{codes.get(kind, 'i')}", *values))
    head = record(name.ljust(8).encode() + struct.pack(">i", len(values)) + kind.encode())
    return head + (record(data) if values else b"")


def restart():
    head = [0] * 100
    head[2], head[8:11], head[14], head[27] = 2, [20, 30, 5], 3, 3
    head[64:67], head[94] = [1, 1, 1985], 100
    return (keyword("SEQNUM", "INTE", [1]) + keyword("INTEHEAD", "INTE", head) +
            keyword("ZWEL", "CHAR", ["LARK1-12", "", "", "SOONER-4", "", ""]) +
            keyword("PRESSURE", "REAL", [3000.5, 3010.25]) + keyword("ENDSOL", "MESS", []))


def summary():
    return (keyword("DIMENS", "INTE", [2, 20, 30, 5, 0, 0]) +
            keyword("KEYWORDS", "CHAR", ["TIME", "WOPR"]) +
            keyword("WGNAMES", "CHAR", [":+:+:+:+", "LARK1-12"]) +
            keyword("UNITS", "CHAR", ["DAYS", "STB/DAY"]) +
            keyword("STARTDAT", "INTE", [1, 7, 1984]))


def egrid():
    return (keyword("FILEHEAD", "INTE", [3, 2007] + [0] * 98) +
            keyword("MAPAXES", "REAL", [0.0, 100.0, 0.0, 0.0, 100.0, 0.0]) +
            keyword("GRIDUNIT", "CHAR", ["METRES", ""]) +
            keyword("GRIDHEAD", "INTE", [1, 1, 1, 1] + [0] * 96) +
            keyword("COORD", "REAL", [0.0, 0.0, 9.0, 1.0, 1.0, 10.0] * 4) +
            keyword("ZCORN", "REAL", [9.0] * 4 + [10.0] * 4) +
            keyword("ACTNUM", "INTE", [1]) + keyword("ENDGRID", "INTE", []))


FORMATTED = """ 'FILEHEAD'           2 'INTE'
           3        2007
 'GRIDHEAD'           4 'INTE'
           1           4           2           3
 'GRIDUNIT'           2 'CHAR'
 'METRES  ' '        '
 'ACTNUM  '           3 'INTE'
           1           0           1
"""


def roff_binary():
    def words(*texts):
        return b"".join(t.encode() + b"\0" for t in texts)

    out = words("roff-bin", "#ROFF file#", "#Creator: RMS 12#", "tag", "filedata", "int",
                "byteswaptest") + struct.pack("<i", 1)
    out += words("char", "filetype", "grid", "endtag", "tag", "dimensions", "int", "nX")
    out += struct.pack("<i", 4) + words("int", "nY") + struct.pack("<i", 5) + words("int", "nZ")
    out += struct.pack("<i", 6) + words("endtag", "tag", "cornerLines", "array", "float", "data")
    out += struct.pack("<i6f", 6, 1, 2, 3, 4, 5, 6) + words("endtag", "tag", "parameter", "char",
                                                            "name", "FACIES", "array", "char",
                                                            "codeNames")
    out += struct.pack("<i", 2) + words("SHALE", "SAND", "array", "byte", "data")
    return out + struct.pack("<i3B", 3, 0, 1, 1) + words("endtag", "tag", "eof", "endtag")


def lidar():
    keys = struct.pack("<8H", 1, 1, 0, 1, 3072, 0, 1, 32613)
    points = 4
    x, y = 410000.0, 4740000.0
    head = b"LASF" + bytes(20) + b"\x01\x02" + b"OTHER".ljust(32, b"\0")
    head += b"Tindal survey tools 2.1".ljust(32, b"\0")
    head += struct.pack("<3H2IBH6I", 61, 2024, 227, 227 + 54 + len(keys), 1, 1, 28, points,
                        points, 0, 0, 0, 0)
    head += struct.pack("<12d", 0.01, 0.01, 0.01, x, y, 0, x + 90, x, y + 60, y, 1612.5, 1590.25)
    vlr = struct.pack("<H16s2H32s", 0, b"LASF_Projection", 34735, len(keys), b"GeoTIFF keys")
    body = b"".join(struct.pack("<3i8xI4x", i * 3000, i * 2000, 159025 + i * 700, 0)
                    for i in range(points))
    return head + vlr + keys + body


def resqml():
    def citation(title):
        return (f"<eml:Citation><eml:Title>{title}</eml:Title><eml:Originator>Ada Moss</eml:Originator>"
                "<eml:Creation>2021-06-09T10:17:38Z</eml:Creation></eml:Citation>")

    def thing(kind, title, more=""):
        return (f'<r:{kind} xmlns:r="http://www.energistics.org/energyml/data/resqmlv2" '
                'xmlns:eml="http://www.energistics.org/energyml/data/commonv2" uuid="1">'
                f"{citation(title)}{more}</r:{kind}>")

    parts = {"[Content_Types].xml": "<Types/>",
             "obj_IjkGridRepresentation_1.xml": thing(
                 "IjkGridRepresentation", "Quartz Hill", "<r:Ni>15</r:Ni><r:Nj>20</r:Nj><r:Nk>10</r:Nk>"),
             "obj_LocalDepth3dCrs_2.xml": thing(
                 "LocalDepth3dCrs", "local", "<r:XOffset>410000</r:XOffset><r:VerticalUom>ft</r:VerticalUom>"
                 "<r:ProjectedCrs><eml:EpsgCode>32613</eml:EpsgCode></r:ProjectedCrs>"),
             "obj_WellboreFeature_3.xml": thing("WellboreFeature", "Sooner Unit 4"),
             "obj_TectonicBoundaryFeature_4.xml": thing("TectonicBoundaryFeature", "Tindal fault"),
             "_rels/obj_EpcExternalPartReference_5.xml.rels":
                 '<Relationships><Relationship TargetMode="External" Target="model.h5"/></Relationships>'}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as package:
        for name, text in parts.items():
            package.writestr(zipfile.ZipInfo(name, (2021, 6, 9, 0, 0, 0)), text)
    return out.getvalue()


STL = ("solid Pump housing\nfacet normal 0 0 1\nouter loop\nvertex 1 2 3\nvertex 4 5 6\n"
       "vertex 7 8 -9\nendloop\nendfacet\nendsolid\n")
PLY = ("ply\nformat ascii 1.0\ncomment scan of a wellhead\nelement vertex 1\nproperty float x\n"
       "property float y\nproperty float z\nelement face 0\nend_header\n1 2 3\n")
PCD = "# .PCD v.7\nVERSION .7\nFIELDS x y z\nWIDTH 213\nHEIGHT 1\nPOINTS 213\nDATA ascii\n1 2 3\n"
OBJ = "# by hand\nmtllib a.mtl\no Valve\nv 1 2 3\nv 4 5 6\nv 0 0 0\nf 1 2 3\n"


def e57():
    xml = (b'<e57Root><data3D><vectorChild><name>Scan 1</name><points recordCount="12"/>'
           b"<cartesianBounds><xMinimum>-1.5</xMinimum></cartesianBounds></vectorChild></data3D>"
           b"</e57Root>")
    out = b"ASTM-E57" + struct.pack("<2I4Q", 1, 0, 0, 48, len(xml), 1024)
    return out + xml + bytes(4)


def seeds():
    surface, deck, output, roff, cloud, mesh, epc = 0, 1, 2, 3, 4, 5, 7
    return {"irap": (surface, IRAP), "cps3": (surface, CPS3), "cps3_lines": (surface, CPS3_LINES),
            "earthvision": (surface, EARTHVISION), "petrel": (surface, PETREL),
            "openworks": (surface, OPENWORKS), "zmap_points": (surface, ZMAP_POINTS),
            "zmap_grid": (surface, ZMAP_GRID), "surfer": (surface, SURFER),
            "surfer_six": (surface, surfer_six()), "surfer_seven": (surface, surfer_seven()),
            "polygon": (surface, POLYGON), "gocad": (surface, GOCAD),
            "irap_binary": (surface, irap_binary()), "petromod": (surface, petromod()),
            "deck": (deck, DECK), "restart": (output, restart()), "summary": (output, summary()),
            "egrid": (output, egrid()), "formatted": (output, FORMATTED),
            "roff_text": (roff, ROFF_TEXT), "roff_binary": (roff, roff_binary()),
            "lidar": (cloud, lidar()), "stl": (mesh, STL), "ply": (mesh, PLY), "pcd": (mesh, PCD),
            "obj": (mesh, OBJ), "e57": (mesh, e57()),
            "resqml": (epc, resqml())}


def as_bytes(data):
    return data if isinstance(data, bytes) else data.encode()


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: model_files.py FOLDER")
    os.makedirs(sys.argv[1], exist_ok=True)
    for name, (reader, data) in seeds().items():
        with open(os.path.join(sys.argv[1], name), "wb") as out:
            out.write(bytes([reader]) + as_bytes(data))


if __name__ == "__main__":
    main()

// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/seismic_notes.hpp"

namespace readers {

std::vector<FormatNote> segy_notes() {
  return {{
      "segy",
      "SEG-Y revisions 0, 1, 2.0 and 2.1",
      "`.sgy`, `.segy`, `.seg`",
      "Cards of a textual header in EBCDIC or ASCII, a format code that exists "
      "in one byte order, trace headers that agree with the binary header. A "
      "file that begins as another format does, or is text to its end, is not "
      "taken for its name.",
      "Revision, byte order, sample format, samples, traces, interval, record "
      "length by both conventions; time or depth with the card that says so; "
      "ranges of field records, shot points, ensembles, offsets, inlines, "
      "crosslines and coordinates (times the scalar, with their units) with "
      "the bytes they were read from (`inline_bytes`) and those that the "
      "textual header names (`inline_bytes_declared`); extent; labels of the "
      "cards (line, client, area, survey, datum …). A form that nobody filled "
      "in is named and gives none.",
      "A summary; the textual header, extended ones and trailer stanzas, "
      "located by card.",
      "Samples. Of more than 5,000 traces 3,500 headers are read, and ranges "
      "say so; traces of different lengths are walked up to 200,000. Values "
      "outside their field's range are rejects.",
  }};
}

std::vector<FormatNote> su_notes() {
  return {{
      "su",
      "Seismic Unix",
      "`.su`",
      "There is no signature: trace headers that agree in samples, interval "
      "and scalar where the size of the file puts them. Without the name, at "
      "least three that are numbered.",
      "Byte order, traces, samples, interval, record length, ranges as in "
      "SEG-Y up to byte 180; the step of axes other than time (`d1`).",
      "A summary.",
      "Samples; traces of different lengths; fields behind byte 180, which "
      "are Seismic Unix's own.",
  }};
}

std::vector<FormatNote> segd_notes() {
  return {{
      "segd",
      "SEG-D revisions 0 to 3",
      "`.segd`, `.sgd`",
      "A format code that exists, and a date and a time in digits, in the "
      "general header, at the start or behind a storage unit label.",
      "File number, format, revision, date and time, base scan interval, "
      "record length, manufacturer, channel sets and channels.",
      "A summary, and a record for each channel set.",
      "Samples, trace headers, extended and external headers (their layout "
      "is the manufacturer's), and records behind the first.",
  }};
}

std::vector<FormatNote> nav_notes() {
  return {
      {"segp1", "SEG-P1", "`.segp1`, `.sp1`, `.txt`",
       "Positions in their columns: line in 2-17, point in 18-25, latitude "
       "and longitude with their letters, behind at most a page of text; as "
       "lines, as records of 80 bytes, in ASCII or EBCDIC.",
       "Lines (as keys), points, extent in degrees and in the grid, labels of "
       "the header (projection, spheroid, client …).",
       "The header; a record for each line with its points and extent.",
       "Single positions; a record with no position in its columns is a "
       "reject with its line and offset."},
      {"ukooa_p1", "UKOOA P1/84 and P1/90",
       "`.p190`, `.p184`, `.ukooa`, `.txt`",
       "Header cards (`H0100` …) or positions in their columns; as lines, as "
       "records of 80 bytes, in ASCII or EBCDIC.",
       "Area, survey, client, contractors, vessel, dates, datum (of the "
       "positions, and `survey_datum`), spheroid, projection, zone, EPSG "
       "cards; lines (as keys), points of the sources, extent, counts of each "
       "kind of record.",
       "Header cards; a record for each line with its points and extent.",
       "Single positions and receiver groups, which are counted."},
      {"ukooa_p2", "UKOOA P2/86, P2/91 and P2/94", "`.p294`, `.p291`",
       "Header cards with a line name or a project name in their columns.",
       "Project, line and sequence, client, contractors, dates, datum, "
       "projection, shot points of the events, counts of each kind of record.",
       "Header cards; a record for each line.",
       "Observations (compasses, ranges, GPS), which are counted."},
      {"ukooa_p6", "UKOOA P6/98", "`.p698`, `.p6`",
       "Header cards that speak of a bin grid.",
       "As P1, and origin, bin widths, increments, bearing, scale factor and "
       "ranges of the grid, by what the description of a card says.",
       "Header cards.", "Points of the perimeter, as values."},
      {"iogp_p1", "OGP/IOGP P1/11", "`.p111`",
       "A first record `OGP,OGP P1` or `IOGP,IOGP P1`.",
       "Project, client, contractors, dates, EPSG code, lines (as keys) and "
       "points of S1 and P1 records, counts of each kind of record.",
       "HC, H and CC records; a record for each line.",
       "Coordinates: where they stand is defined in each file."},
      {"iogp_p2", "OGP/IOGP P2/11", "`.p211`", "As P1/11.", "As P1/11.", "",
       ""},
      {"iogp_p6", "OGP/IOGP P6/11", "`.p611`", "As P1/11.", "As P1/11.", "",
       ""},
  };
}

} // namespace readers

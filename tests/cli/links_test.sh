#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `keybed` links neither GDAL, document libraries nor the model runtime, not
# even through another library.
set -eu
program=$1
needed=$(readelf -d "$program" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p')
[ -n "$needed" ] || { echo "readelf lists no library of $program"; exit 1; }
all=$(ldd "$program")
bad=$(printf '%s\n%s\n' "$needed" "$all" |
  grep -iE 'gdal|geos|proj\.so|onnxruntime|pdfium|poppler|mupdf|libxml2|cmark|libcsv|tesseract|spatialite' || true)
if [ -n "$bad" ]; then
  echo "keybed must not load these:"
  echo "$bad"
  exit 1
fi

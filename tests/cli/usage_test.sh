#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Help and version go to stdout with exit code 0; wrong usage ends with 2.
set -u
program=$1
code() { "$@" >/dev/null 2>&1; echo $?; }
"$program" --help | grep -q '^Usage: keybed' || { echo "no usage line"; exit 1; }
"$program" --version | grep -q '^keybed [0-9]' || { echo "no version"; exit 1; }
[ "$(code "$program" --help)" = 0 ] || { echo "--help failed"; exit 1; }
[ "$(code "$program")" = 2 ] || { echo "no command must be usage"; exit 1; }
[ "$(code "$program" no-such-command)" = 2 ] || { echo "unknown command must be usage"; exit 1; }
[ "$(code "$program" --log-level loud --help)" != 1 ] || exit 1

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether each file sees the standard header of every standard name it uses.

    standard_headers.py SOURCE_FOLDER

A header counts if the file includes it or a header of ours that does. What one
standard library happens to include inside another header does not: the next
release of the compiler leaves it out, and the build ends there. Prints what is
missing; exit code 1 if anything is.
"""
import pathlib
import re
import sys

ROOMS = ("core", "proto", "store", "worker", "coordinator", "query", "cli", "tests")
NAMES = {
    "algorithm": r"std::(min|max|sort|stable_sort|find_if|find_if_not|any_of|all_of|none_of|clamp"
                 r"|lower_bound|upper_bound|equal_range|reverse|transform|remove_if|unique|count_if"
                 r"|fill|max_element|min_element|minmax_element|replace|find|count|copy|copy_if|equal"
                 r"|rotate|partial_sort|nth_element|for_each|search|mismatch|adjacent_find"
                 r"|find_first_of|includes|merge|partition|stable_partition|generate|shuffle"
                 r"|is_sorted|binary_search|unique_copy|replace_if|fill_n|copy_n"
                 r"|set_difference|set_intersection|set_union|lexicographical_compare"
                 r"|next_permutation|inplace_merge|swap_ranges|move_backward)\(",
    "array": r"std::array<",
    "atomic": r"std::atomic\b",
    "cerrno": r"\berrno\b",
    "charconv": r"std::(from|to)_chars\b",
    "chrono": r"std::chrono\b",
    "cmath": r"std::(isfinite|isnan|floor|round|lround|llround|sqrt|pow|log|fabs|trunc|ceil)\(",
    "cstdint": r"\bu?int(8|16|32|64)_t\b",
    "cstdio": r"std::(snprintf|printf|fprintf|fputs|fopen|fclose|fwrite)\(",
    "cstdlib": r"std::(strtod|strtol|strtoull|getenv|atoi|exit|_Exit)\(",
    "cstring": r"std::(memcpy|memcmp|memset|memchr|strlen|strerror)\(",
    "functional": r"std::function<",
    "iterator": r"std::(back_inserter|inserter|distance|next|prev|make_move_iterator)\(",
    "limits": r"std::numeric_limits<",
    "map": r"std::(multi)?map<",
    "memory": r"std::(unique_ptr|shared_ptr|make_unique|make_shared)\b",
    "mutex": r"std::(mutex|lock_guard|scoped_lock|unique_lock|call_once)\b",
    "numeric": r"std::(accumulate|iota|reduce|inner_product)\(",
    "optional": r"std::(optional<|nullopt)",
    "set": r"std::(multi)?set<",
    "span": r"std::span<",
    "thread": r"std::(thread|this_thread)\b",
    "unordered_map": r"std::unordered_map<",
    "variant": r"std::variant<",
}


def sources(root):
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.[ch]pp")):
            yield str(path.relative_to(root)), path.read_text()


def closure(name, texts, seen):
    """The file and every header of ours that it includes, however deep."""
    if name in texts and name not in seen:
        seen.add(name)
        for other in re.findall(r'#include "([^"]+)"', texts[name]):
            closure(other, texts, seen)
    return seen


def included(name, texts):
    found = set()
    for other in closure(name, texts, set()):
        found |= set(re.findall(r"#include <(\w+)>", texts[other]))
        if re.search(r'#include "[^"]+\.pb\.h"|#include <stdint\.h>', texts[other]):
            found.add("cstdint")
    return found


def main():
    texts = dict(sources(pathlib.Path(sys.argv[1])))
    missing = 0
    for name, text in texts.items():
        code = re.sub(r"//[^\n]*|\"(\\.|[^\"\\\n])*\"", "", text)
        have = included(name, texts)
        for header, use in NAMES.items():
            if header not in have and re.search(use, code):
                print(f"{name}: uses a name of <{header}> and does not include it")
                missing += 1
    print(f"{len(texts)} files, {missing} headers missing")
    return 1 if missing or not texts else 0


if __name__ == "__main__":
    sys.exit(main())

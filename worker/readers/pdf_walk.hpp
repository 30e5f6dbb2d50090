// SPDX-License-Identifier: Apache-2.0
//
// Small things that the walks over a PDF's objects share. Those who call them
// include qpdf.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

class QPDFObjectHandle;

namespace readers {

inline constexpr size_t k_most_pdf_nodes = 50'000; // of one tree
inline constexpr int k_deepest_pdf_tree = 48;

// Text strings in whatever encoding, UTF-8 and on one line; "" for others.
std::string pdf_text_line(QPDFObjectHandle object);
// The same with its line breaks.
std::string pdf_text_value(QPDFObjectHandle object);

// Every leaf of a name tree or a number tree (7.9.6, 7.9.7), in order: its key
// and its value. `leaves`: "/Names" or "/Nums". Stops when `take` says false.
void walk_tree(QPDFObjectHandle root, const std::string& leaves,
               const std::function<bool(QPDFObjectHandle key,
                                        QPDFObjectHandle value)>& take);

} // namespace readers

// SPDX-License-Identifier: Apache-2.0
//
// Web and mail addresses, links and markup in what a model says, also where
// somebody writes them so that they are not seen as such. Pure; linear.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace query {

struct Address {
  size_t begin = 0; // bytes of the text
  size_t end = 0;
  bool markup = false; // a tag, a link, an image: never a thing of prose
};

// Schemes (also hxxp, mailto, data), "www.", markdown links and images, tags,
// entities, mail addresses, bare domains, "name (at) host [dot] com". The text
// is that of domain::PlainText. Names of files are none, whose endings are no
// top-level domains.
std::vector<Address> find_addresses(std::string_view plain);

// Whether a question wants to know such a thing: "which e-mail address …".
bool asks_for_address(std::string_view question);

} // namespace query

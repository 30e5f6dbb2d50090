// SPDX-License-Identifier: Apache-2.0
//
// What talking to somebody's API has in common, whatever it is for: its key and
// its refusals.
#pragma once

#include "core/base/result.hpp"
#include "core/http/client.hpp"

#include <string>

namespace http {

// For messages: "the embedding endpoint", "KEYBED_EMBED_KEY".
struct EndpointWords {
  std::string name;
  std::string variable; // of the environment, that holds its key
};

// The key in the file, else (without one) of the environment, else "".
// Errc::invalid if it holds anything but printable ASCII.
base::Result<std::string> read_key(const std::string& file,
                                   const EndpointWords& words);

// Errc::invalid if the key would go over the network without TLS.
base::Result<void> may_send_key(const std::string& url, const std::string& key);

// `text` with "***" for every place of the key.
std::string without_key(std::string text, const std::string& key);

// What a response other than 200 means and what to try. Its own words help
// most, but they are foreign: short, on one line, without the key.
base::Error refusal(const Response& response, const EndpointWords& words,
                    const std::string& key);

} // namespace http

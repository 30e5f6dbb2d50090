// SPDX-License-Identifier: Apache-2.0
//
// What a model is asked: fixed instructions, the sources, the question, in this
// order, so that an endpoint may keep what it made of the beginning. Pure.
#pragma once

#include "core/base/result.hpp"
#include "query/answer/answer.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace query {

// The same bytes in every request.
std::string_view chat_instructions();

struct Prompt {
  std::string system;        // chat_instructions()
  std::string user;          // sources, then the question
  std::string token;         // of the fence
  std::vector<Source> given; // numbered anew from 1
  size_t left_out = 0;       // sources for which there was no room
};

struct PromptLimits {
  size_t bytes = 48'000;   // of the sources, fences included
  size_t question = 4'096; // of the question, which is cut behind it
};

// Sources in their order, best first, whole ones only: from the first that does
// not fit on, none is given. Text, title, paths and section are all text of the
// source: within its fence. Errc::limit if not even the first one fits,
// Errc::invalid without sources.
base::Result<Prompt> make_prompt(const std::vector<Source>& sources,
                                 std::string_view question, std::string token,
                                 const PromptLimits& limits = {});

} // namespace query

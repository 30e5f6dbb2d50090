// SPDX-License-Identifier: Apache-2.0
#include "query/answer/answer.hpp"

namespace query {

std::string_view name_of(AnswerKind kind) {
  switch (kind) {
  case AnswerKind::answered:
    return "answered";
  case AnswerKind::asked_back:
    return "asked_back";
  case AnswerKind::refused:
    return "refused";
  }
  return "unknown";
}

} // namespace query

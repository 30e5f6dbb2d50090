// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/rtf_pages.hpp"

#include <algorithm>
#include <iterator>

namespace readers {

const char* page_of_charset(int charset) {
  switch (charset) {
  case 77:
    return "macintosh";
  case 128:
    return "windows-932";
  case 129:
    return "windows-949";
  case 134:
    return "windows-936";
  case 136:
    return "windows-950";
  case 161:
    return "windows-1253";
  case 162:
    return "windows-1254";
  case 163:
    return "windows-1258";
  case 177:
    return "windows-1255";
  case 178:
    return "windows-1256";
  case 186:
    return "windows-1257";
  case 204:
    return "windows-1251";
  case 222:
    return "windows-874";
  case 238:
    return "windows-1250";
  case 255:
    return "cp437";
  default:
    return "";
  }
}

std::string page_of_number(int number) {
  static constexpr int dos[] = {437, 737, 775, 850, 852, 855, 857, 858,
                                860, 861, 862, 863, 864, 865, 866, 869};
  static constexpr int windows[] = {874,  932,  936,  949,  950,  1250, 1251,
                                    1252, 1253, 1254, 1255, 1256, 1257, 1258};
  const auto among = [number](const auto& list) {
    return std::find(std::begin(list), std::end(list), number) !=
           std::end(list);
  };
  return number == 10000   ? "macintosh"
         : number == 65001 ? "utf-8"
         : among(dos)      ? "cp" + std::to_string(number)
         : among(windows)  ? "windows-" + std::to_string(number)
                           : "windows-1252";
}

} // namespace readers

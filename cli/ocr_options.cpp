// SPDX-License-Identifier: Apache-2.0
#include "cli/ocr_options.hpp"

#include "core/base/log.hpp"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <algorithm>

namespace cli {

bool are_ocr_languages(const std::string& text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  bool begins = true; // a name
  for (const char c : text) {
    const bool inside =
        is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '/';
    if (begins ? !is_letter(c) : !inside && c != '+') {
      return false;
    }
    begins = c == '+';
  }
  return !begins && text.size() <= 200;
}

void add_ocr_languages(CLI::App& app, OcrOptions& options) {
  app.add_option("--ocr-languages", options.languages,
                 "languages of text in images, as Tesseract names them: "
                 "eng+nor (eng)")
      ->check([](const std::string& text) {
        return are_ocr_languages(text)
                   ? std::string()
                   : "not names of languages, as in eng+nor: " + text;
      });
}

void add_ocr_options(CLI::App& app, OcrOptions& options) {
  app.add_option_function<std::string>(
         "--ocr",
         [&options](const std::string& text) {
           options.wanted = text != "off";
         },
         "text in images and scans, last of all: auto or off (auto)")
      ->check(CLI::IsMember({"auto", "off"}));
  add_ocr_languages(app, options);
}

std::vector<std::string> ocr_arguments(const OcrOptions& options) {
  return {"--ocr", options.wanted ? "auto" : "off", "--ocr-languages",
          options.languages};
}

std::string languages_for(const OcrOptions& options) {
  if (options.wanted && !has_ocr_program()) {
    base::logger("worker").warn(
        "text in images is not recognized: install tesseract-ocr, or say "
        "--ocr off");
    return "";
  }
  return options.wanted ? options.languages : "";
}

bool has_ocr_program() {
  static constexpr const char* k_places[] = {
      "/usr/bin/tesseract", "/bin/tesseract", "/usr/local/bin/tesseract"};
  return std::any_of(std::begin(k_places), std::end(k_places),
                     [](auto path) { return ::access(path, X_OK) == 0; });
}

} // namespace cli

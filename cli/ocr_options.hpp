// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cli {

struct OcrOptions {
  bool wanted = true;
  std::string languages = "eng";
};

// --ocr-languages. They become an argument of another program, so that only
// names of languages are taken: letters, digits, "_", "/" and "+" between.
void add_ocr_languages(CLI::App& app, OcrOptions& options);
// --ocr and --ocr-languages, for what reads an archive.
void add_ocr_options(CLI::App& app, OcrOptions& options);
// The same again, for the command line of a worker.
std::vector<std::string> ocr_arguments(const OcrOptions& options);
// "" where it is off, or where there is no program: then it says so.
std::string languages_for(const OcrOptions& options);
bool are_ocr_languages(const std::string& text);

// The program that recognizes text is installed here.
bool has_ocr_program();

} // namespace cli

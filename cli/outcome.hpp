// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.hpp"
#include "core/base/result.hpp"

#include <cstdio>
#include <string>

namespace cli {

// While it lives, print() and complain() of this thread go into two texts
// instead of stdout and stderr: how a resident node answers as a command does.
class Collected {
public:
  Collected(std::string& out, std::string& err)
      : m_before(s_current), m_out(out), m_err(err) {
    s_current = this;
  }
  Collected(const Collected&) = delete;
  Collected& operator=(const Collected&) = delete;
  ~Collected() { s_current = m_before; }

private:
  friend void print(const std::string& text);
  friend void complain(const std::string& text);
  static inline thread_local Collected* s_current = nullptr;

  Collected* m_before;
  std::string& m_out;
  std::string& m_err;
};

// Data for stdout, in one write.
inline void print(const std::string& text) {
  if (Collected* to = Collected::s_current) {
    to->m_out += text;
    return;
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
}

// A message for stderr: "keybed: " and a line end stand in it.
inline void complain(const std::string& text) {
  if (Collected* to = Collected::s_current) {
    to->m_err += text;
    return;
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
}

// Says on stderr what went wrong; the exit code that fits: 2 for wrong usage,
// 1 for the rest.
inline Exit report(const base::Error& error) {
  complain("keybed: " + error.message + "\n");
  return error.code == base::Errc::invalid ? Exit::usage : Exit::failed;
}

} // namespace cli

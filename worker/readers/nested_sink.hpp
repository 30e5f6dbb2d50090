// SPDX-License-Identifier: Apache-2.0
//
// The sink of one member: for containers that make the documents of their
// members themselves, and for nested.cpp.
#pragma once

#include "core/domain/document.hpp"

#include <string>
#include <utility>

namespace readers {

// Passes everything on with the member's name in front, and remembers what is
// open, so that a reader that fails half way leaves nothing open.
class MemberSink : public domain::DocumentSink {
public:
  MemberSink(domain::DocumentSink& sink, const std::string& name)
      : m_sink(sink), m_name(name) {}

  base::Result<void> begin(domain::DocumentHead head) override {
    head.member.insert(head.member.begin(), m_name);
    ++m_open;
    m_begun = true;
    return passed(m_sink.begin(std::move(head)));
  }
  base::Result<void> fact(domain::Fact fact) override {
    return passed(m_sink.fact(std::move(fact)));
  }
  base::Result<void> passage(domain::Passage passage) override {
    return passed(m_sink.passage(std::move(passage)));
  }
  base::Result<void> key(domain::Key key) override {
    return passed(m_sink.key(std::move(key)));
  }
  base::Result<void> reject(domain::Reject reject) override {
    return passed(m_sink.reject(std::move(reject)));
  }
  base::Result<void> end() override {
    --m_open;
    return passed(m_sink.end());
  }
  base::Result<void> progress() override { return passed(m_sink.progress()); }

  bool sink_failed() const { return m_failed; }
  bool begun() const { return m_begun; }
  // What the failed reader left open, closed with its reason.
  base::Result<void> close(const std::string& reason) {
    if (m_open > 0) {
      TRY(m_sink.reject({{}, "file", "", reason}));
    }
    while (m_open > 0) {
      TRY(end());
    }
    return {};
  }

private:
  base::Result<void> passed(base::Result<void> result) {
    m_failed = m_failed || !result;
    return result;
  }

  domain::DocumentSink& m_sink;
  const std::string& m_name;
  int m_open = 0;
  bool m_begun = false;
  bool m_failed = false;
};

} // namespace readers

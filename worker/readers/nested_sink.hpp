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
// open, so that a reader that fails half way leaves nothing open. The end of
// the member itself waits for close(): a reader may fail behind it.
class MemberSink : public domain::DocumentSink {
public:
  MemberSink(domain::DocumentSink& sink, const std::string& name)
      : m_sink(sink), m_name(name) {}

  base::Result<void> begin(domain::DocumentHead head) override {
    TRY(end_of_member());
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
    if (m_open > 1) {
      --m_open;
      return passed(m_sink.end());
    }
    m_ended = true;
    return {};
  }
  base::Result<void> progress() override { return passed(m_sink.progress()); }

  bool sink_failed() const { return m_failed; }
  bool begun() const { return m_begun; }
  // Must be the last call. `reason` says why the reader failed; "" if it did
  // not. What it left open ends with that.
  base::Result<void> close(const std::string& reason) {
    if (m_open > 0 && (!m_ended || !reason.empty())) {
      TRY(passed(m_sink.reject({{}, "file", "", reason})));
    }
    for (; m_open > 0; --m_open) {
      TRY(passed(m_sink.end()));
    }
    return {};
  }

private:
  base::Result<void> passed(base::Result<void> result) {
    m_failed = m_failed || !result;
    return result;
  }

  base::Result<void> end_of_member() {
    if (!std::exchange(m_ended, false)) {
      return {};
    }
    --m_open;
    return passed(m_sink.end());
  }

  domain::DocumentSink& m_sink;
  const std::string& m_name;
  int m_open = 0;
  bool m_ended = false; // the reader has ended the member
  bool m_begun = false;
  bool m_failed = false;
};

} // namespace readers

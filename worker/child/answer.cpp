// SPDX-License-Identifier: Apache-2.0
#include "worker/child/answer.hpp"

#include "worker/child/content.hpp"
#include "worker/child/memory.hpp"
#include "worker/readers/nested.hpp"
#include "worker/readers/reader.hpp"
#include "worker/readers/unknown.hpp"

#include <exception>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace child {
namespace {

using proto::ReaderRequestKind;
using proto::ReaderResult;

// One request on its way to its answer.
class Work {
public:
  Work(const pb::ReaderRequest& request, const Send& send,
       const base::Clock& clock, const domain::CurveFamilies& curves)
      : m_request(request), m_bundle{request.path(),
                                     {request.members().begin(),
                                      request.members().end()}},
        m_curves(curves), m_send(send),
        m_batches(request.id(), tracked(), clock) {}

  base::Result<void> run();

private:
  Send tracked();
  base::Result<void> detect();
  base::Result<void> read();
  base::Result<void> hash();
  base::Result<readers::Choice> choose(readers::Input& input);
  base::Result<void> still_as(const Stamps& before);
  base::Result<void> work();
  void guarded_work();
  void fail(ReaderResult result, base::Error error);

  const pb::ReaderRequest& m_request;
  const Bundle m_bundle;
  const domain::CurveFamilies& m_curves;
  const Send& m_send;
  bool m_worker_gone = false;
  Batches m_batches;
  pb::ReaderDone m_done;
};

// A reader passes a failed send on as its own error; remember whose it was.
Send Work::tracked() {
  return [this](const pb::ReaderReply& reply) {
    auto sent = m_send(reply);
    m_worker_gone = m_worker_gone || !sent;
    return sent;
  };
}

void Work::fail(ReaderResult result, base::Error error) {
  m_done.Clear();
  m_done.set_result(static_cast<uint32_t>(result));
  m_done.set_code(static_cast<uint32_t>(error.code));
  m_done.set_message(std::move(error.message));
}

base::Result<readers::Choice> Work::choose(readers::Input& input) {
  TRY_ASSIGN(input, readers::open_input(m_bundle.path, m_bundle.members));
  input.curves = m_curves;
  input.ocr.wanted = !m_request.ocr_languages().empty();
  input.ocr.languages = m_request.ocr_languages();
  readers::Choice choice = readers::choose_reader(input);
  if (choice.reader != nullptr) {
    pb::ReaderReply reply;
    reply.set_id(m_request.id());
    auto& chosen = *reply.mutable_chosen();
    chosen.mutable_reader()->set_name(std::string(choice.reader->name()));
    chosen.mutable_reader()->set_version(
        readers::stored_version(*choice.reader));
    chosen.set_format(choice.detection.format);
    TRY(tracked()(reply));
  }
  return choice;
}

base::Result<void> Work::still_as(const Stamps& before) {
  TRY_ASSIGN(const Stamps after, stamps_of(m_bundle));
  if (!same(before, after)) {
    fail(ReaderResult::changed,
         {base::Errc::conflict, "it changed while it was read"});
    return {};
  }
  for (const pb::ReaderStamp& stamp : before) {
    *m_done.add_stamps() = stamp;
  }
  return {};
}

base::Result<void> Work::detect() {
  readers::Input input;
  TRY_ASSIGN(const readers::Choice choice, choose(input));
  m_done.set_result(static_cast<uint32_t>(
      choice.reader != nullptr ? ReaderResult::ok : ReaderResult::no_reader));
  return {};
}

base::Result<void> Work::hash() {
  TRY_ASSIGN(const auto content,
             content_hash(m_bundle, [&] { return m_batches.progress(); }));
  m_done.set_content_hash(std::string(content.view()));
  return {};
}

base::Result<void> Work::read() {
  readers::Input input;
  TRY_ASSIGN(const readers::Choice choice, choose(input));
  if (choice.reader == nullptr) {
    m_done.set_result(static_cast<uint32_t>(ReaderResult::no_reader));
    m_done.set_message(readers::why_unknown(input));
  } else {
    m_batches.tell_unpacked(
        [nesting = input.nesting] { return nesting->work(); });
    TRY(choice.reader->read(input, m_batches));
    TRY(m_batches.flush());
  }
  return m_request.hash() ? hash() : base::Result<void>();
}

base::Result<void> Work::work() {
  m_done.set_result(static_cast<uint32_t>(ReaderResult::ok));
  const auto kind = static_cast<ReaderRequestKind>(m_request.kind());
  if (kind == ReaderRequestKind::detect) {
    return detect();
  }
  TRY_ASSIGN(const Stamps before, stamps_of(m_bundle));
  auto done = kind == ReaderRequestKind::read ? read() : hash();
  if (!done && !m_worker_gone) {
    fail(ReaderResult::failed, std::move(done.error()));
    done = {};
  }
  TRY(std::move(done));
  return still_as(before);
}

// Readers throw nothing, but what they link may.
void Work::guarded_work() {
  try {
    if (auto done = work(); !done) {
      fail(ReaderResult::failed, std::move(done.error()));
    }
  } catch (const std::bad_alloc&) {
    fail(ReaderResult::out_of_memory,
         {base::Errc::limit, "it needs more memory than a reader may use"});
  } catch (const std::exception& error) {
    fail(ReaderResult::failed,
         {base::Errc::corrupt, std::string("unexpected: ") + error.what()});
  }
}

base::Result<void> Work::run() {
  reset_peak_memory();
  guarded_work();
  if (m_worker_gone) {
    return base::fail(base::Errc::unavailable, "the worker is gone");
  }
  m_done.set_peak_memory(peak_memory());
  pb::ReaderReply reply;
  reply.set_id(m_request.id());
  *reply.mutable_done() = std::move(m_done);
  return m_send(reply);
}

bool is_known(uint32_t kind) {
  return kind >= static_cast<uint32_t>(ReaderRequestKind::detect) &&
         kind <= static_cast<uint32_t>(ReaderRequestKind::hash);
}

// Those that name the families of curves, and those that read such files
// within others.
bool names_curves(const readers::Reader& reader) {
  return reader.holds_others() || reader.name() == "las" ||
         reader.name() == "dlis" || reader.name() == "lis";
}

} // namespace

base::Result<void> answer(const pb::ReaderRequest& request, const Send& send,
                          const base::Clock& clock,
                          const domain::CurveFamilies& curves) {
  if (!is_known(request.kind())) {
    return base::fail(base::Errc::unsupported,
                      "a request of kind " + std::to_string(request.kind()));
  }
  return Work(request, send, clock, curves).run();
}

pb::ReaderHello hello() {
  pb::ReaderHello hello;
  hello.set_protocol(proto::k_reader_protocol);
  hello.set_detection_version(readers::k_detection_version);
  for (const auto& reader : readers::all_readers()) {
    auto& name = *hello.add_readers();
    name.set_name(std::string(reader->name()));
    name.set_version(readers::stored_version(*reader));
    name.set_names_curves(names_curves(*reader));
  }
  return hello;
}

} // namespace child

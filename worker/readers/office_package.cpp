// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/office_package.hpp"

#include "worker/readers/reading.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>

namespace readers {
namespace {

constexpr uint64_t k_small_picture = 20 * 1024; // bytes; an icon or a logo

class RelationEvents final : public XmlEvents {
public:
  explicit RelationEvents(std::string_view base) : m_base(base) {}
  std::vector<Relation> all;

  void start(std::string_view name, const XmlAttributes& attrs) override {
    if (name != "Relationship" ||
        all.size() >= OfficePackage::k_most_relations) {
      return;
    }
    Relation one;
    one.id = attrs.get("Id");
    const auto type = attrs.get("Type");
    one.type = type.substr(type.rfind('/') + 1);
    one.external = attrs.get("TargetMode") == "External";
    one.target = one.external ? std::string(attrs.get("Target"))
                              : resolved_part(m_base, attrs.get("Target"));
    all.push_back(std::move(one));
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}

private:
  std::string m_base;
};

// Digits count as numbers.
bool natural_less(const std::string& a, const std::string& b) {
  size_t i = 0, j = 0;
  const auto digits = [](const std::string& text, size_t& at) {
    size_t begin = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
      ++at;
    }
    while (begin < at && text[begin] == '0') {
      ++begin;
    }
    return text.substr(begin, at - begin);
  };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  while (i < a.size() && j < b.size()) {
    if (digit(a[i]) && digit(b[j])) {
      const auto x = digits(a, i), y = digits(b, j);
      if (x != y) {
        return x.size() != y.size() ? x.size() < y.size() : x < y;
      }
    } else if (a[i] != b[j]) {
      return a[i] < b[j];
    } else {
      ++i, ++j;
    }
  }
  return a.size() - i < b.size() - j;
}

std::string unescaped(std::string_view target) {
  std::string out;
  for (size_t i = 0; i < target.size(); ++i) {
    const auto hex = target.substr(i + 1, 2);
    if (target[i] == '%' && hex.size() == 2 &&
        std::isxdigit(static_cast<unsigned char>(hex[0])) != 0 &&
        std::isxdigit(static_cast<unsigned char>(hex[1])) != 0) {
      out += static_cast<char>(std::stoi(std::string(hex), nullptr, 16));
      i += 2;
    } else {
      out += target[i] == '\\' ? '/' : target[i];
    }
  }
  return out;
}

bool is_picture(std::string_view name) {
  static constexpr std::string_view ends[] = {".png",  ".jpg", ".jpeg", ".tif",
                                              ".tiff", ".bmp", ".gif"};
  std::string tail(name.substr(name.size() - std::min<size_t>(5, name.size())));
  std::transform(tail.begin(), tail.end(), tail.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return std::any_of(std::begin(ends), std::end(ends),
                     [&](std::string_view end) { return tail.ends_with(end); });
}

} // namespace

std::string resolved_part(std::string_view base, std::string_view target) {
  std::string path = unescaped(target.substr(0, target.find('#')));
  if (path.starts_with('/')) {
    return path.substr(1);
  }
  const auto slash = base.rfind('/');
  std::string whole = slash == std::string_view::npos
                          ? path
                          : std::string(base.substr(0, slash + 1)) + path;
  std::vector<std::string_view> kept;
  std::string_view rest = whole;
  while (!rest.empty()) {
    const auto end = rest.find('/');
    const auto one = rest.substr(0, end);
    if (one == ".." && !kept.empty()) {
      kept.pop_back();
    } else if (one != "." && one != ".." && !one.empty()) {
      kept.push_back(one);
    }
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  std::string out;
  for (const auto one : kept) {
    out += (out.empty() ? "" : "/") + std::string(one);
  }
  return out;
}

const Relation* find_relation(const std::vector<Relation>& all,
                              std::string_view id) {
  const auto at = std::find_if(all.begin(), all.end(),
                               [&](const auto& one) { return one.id == id; });
  return at == all.end() ? nullptr : &*at;
}

const Relation* first_of_type(const std::vector<Relation>& all,
                              std::string_view type) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto& one) {
    return one.type == type;
  });
  return at == all.end() ? nullptr : &*at;
}

base::Result<OfficePackage> OfficePackage::open(const Input& input,
                                                domain::DocumentSink& sink) {
  TRY_ASSIGN(ZipFile zip, ZipFile::open(input.path, true));
  return OfficePackage(std::move(zip), input, sink);
}

std::vector<std::string>
OfficePackage::names_under(std::string_view start) const {
  std::vector<std::string> out;
  for (const ZipPart& part : m_zip.parts()) {
    if (part.name.starts_with(start) && !part.name.ends_with('/')) {
      out.push_back(part.name);
    }
  }
  std::sort(out.begin(), out.end(), natural_less);
  return out;
}

base::Result<void> OfficePackage::refuse(std::string field,
                                         std::string reason) {
  if (!m_refused.insert(field + '\n' + reason).second) {
    return {};
  }
  domain::Reject reject;
  reject.field = std::move(field);
  reject.reason = clip(clean_utf8(reason), 500);
  if (!m_begun) {
    m_waiting.push_back(std::move(reject));
    return {};
  }
  return m_sink->reject(std::move(reject));
}

base::Result<void> OfficePackage::begin(domain::DocumentHead head) {
  m_begun = true;
  TRY(m_sink->begin(std::move(head)));
  for (domain::Reject& reject : m_waiting) {
    TRY(m_sink->reject(std::move(reject)));
  }
  m_waiting.clear();
  return put_damage();
}

std::string OfficePackage::peek(std::string_view name, size_t bytes) const {
  const ZipPart* part = m_zip.find(name);
  std::string out;
  if (part == nullptr) {
    return out;
  }
  Nesting nesting(m_input->size); // read again later, and counted then
  // Ends by an error once there is enough.
  (void)m_zip.read(*part, nesting,
                   [&](std::string_view piece) -> base::Result<void> {
                     out += piece.substr(0, bytes - out.size());
                     return out.size() < bytes
                                ? base::Result<void>()
                                : base::Result<void>(
                                      base::fail(base::Errc::limit, "enough"));
                   });
  return out;
}

base::Result<void> OfficePackage::put_damage() {
  return m_zip.salvaged()
             ? refuse("file", "the directory at the end of the file is missing "
                              "or damaged; its parts were found one by one")
             : base::Result<void>();
}

base::Result<bool> OfficePackage::parse(std::string_view name,
                                        XmlEvents& events) {
  const ZipPart* part = m_zip.find(name);
  if (part == nullptr) {
    return false;
  }
  XmlParser parser(events);
  uint64_t bytes = 0;
  base::Result<void> alive;
  auto read = m_zip.read(*part, *m_input->nesting,
                         [&](std::string_view piece) -> base::Result<void> {
                           bytes += piece.size();
                           alive = m_sink->progress();
                           TRY(alive);
                           return parser.feed(piece);
                         });
  TRY(alive);
  TRY(events.status());
  TRY(parser.finish());
  if (!read) {
    TRY(refuse(part->name, read.error().message));
  } else if (!parser.damage().empty()) {
    TRY(refuse(part->name, "not well-formed XML, " + parser.damage()));
  }
  return bytes > 0;
}

base::Result<std::string> OfficePackage::text_of(std::string_view name,
                                                 uint64_t most) {
  const ZipPart* part = m_zip.find(name);
  if (part == nullptr) {
    return std::string();
  }
  auto text = m_zip.whole(*part, *m_input->nesting, most);
  if (!text) {
    TRY(refuse(part->name, text.error().message));
    return std::string();
  }
  return text;
}

base::Result<std::vector<Relation>>
OfficePackage::relations(std::string_view part) {
  const auto slash = part.rfind('/');
  const auto folder =
      slash == std::string_view::npos ? "" : part.substr(0, slash + 1);
  const auto name =
      slash == std::string_view::npos ? part : part.substr(slash + 1);
  RelationEvents events(part);
  TRY(parse(std::string(folder) + "_rels/" + std::string(name) + ".rels",
            events));
  return std::move(events.all);
}

base::Result<void> OfficePackage::read_inside(std::string_view name) {
  const ZipPart* part = m_zip.find(name);
  if (part == nullptr || !m_inside.insert(part->name).second ||
      (is_picture(name) && part->size < k_small_picture)) {
    return {};
  }
  Nesting& nesting = *m_input->nesting;
  if (auto admitted = nesting.member(m_input->depth + 1); !admitted) {
    return refuse_member(*m_sink, part->name, admitted.error().message);
  }
  TRY_ASSIGN(const ScratchFolder folder, ScratchFolder::make());
  const std::string path = folder.place_for(part->name);
  TRY_ASSIGN(auto writer, MemberWriter::make_uncounted(path));
  base::Result<void> alive;
  auto read = m_zip.read(*part, nesting,
                         [&](std::string_view piece) -> base::Result<void> {
                           alive = m_sink->progress();
                           TRY(alive);
                           return writer.write(piece);
                         });
  TRY(alive);
  if (read) {
    read = writer.finish();
  }
  if (!read) {
    return refuse_member(*m_sink, part->name, read.error().message);
  }
  return read_member(*m_input, *m_sink, {part->name, path, {}});
}

} // namespace readers

// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "worker/readers/pdf_content.hpp"

namespace {

// Every name is a form of the same bytes, or an image.
class Resources final : public readers::PdfResources {
public:
  explicit Resources(std::string_view content) : m_content(content) {}
  readers::PdfXObject xobject(size_t, std::string_view name) override {
    using Kind = readers::PdfXObject::Kind;
    return {name.starts_with('I') ? Kind::image : Kind::form, {}, 1};
  }
  std::string form_content(size_t) override {
    return ++m_forms < 100 ? std::string(m_content) : std::string();
  }
  readers::PdfColours colours(size_t, std::string_view name) override {
    return static_cast<readers::PdfColours>(name.size() % 5);
  }
  std::optional<double> alpha(size_t, std::string_view name) override {
    return name.empty() ? std::nullopt : std::optional(0.05);
  }

private:
  std::string_view m_content;
  int m_forms = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Resources resources(bytes);
  const auto painted =
      readers::scan_content(bytes, {0, 0, 612, 792}, resources);
  ASSERT(painted.shown.size() <= painted.shows);
  // Nothing that shows text is left, and taking out again changes nothing.
  const auto mute = readers::without_text(bytes);
  ASSERT(mute.size() <= bytes.size());
  return 0;
}

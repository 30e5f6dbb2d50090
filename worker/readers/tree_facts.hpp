// SPDX-License-Identifier: Apache-2.0
//
// What an XML or JSON file says of the one thing that it is about: names of
// wells, operators, places, dates by what its values are called, whoever wrote
// it; and of WITSML and PRODML objects the depths, curves and stations.
// Energistics WITSML 1.3.1, 1.4.1, 2.0, 2.1; PRODML 1.x, 2.x.
#pragma once

#include "core/domain/curves.hpp"
#include "worker/readers/findings.hpp"
#include "worker/readers/tree_events.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace readers {

class TreeFacts : public TreeEvents {
public:
  // Below this the values of a file are those of its parts.
  static constexpr size_t k_deepest_subject = 4;

  explicit TreeFacts(const domain::CurveFamilies& curves) : m_curves(curves) {}

  // `name` of the root is known with the first open(), `space` is XML's.
  base::Result<void> open(std::string_view name,
                          const TreeAttributes& attributes,
                          uint64_t line) override;
  base::Result<void> value(std::string_view name, std::string_view text,
                           const TreeAttributes& attributes,
                           uint64_t line) override;
  base::Result<void> close() override;

  // After the last event.
  Findings found(const std::string& space);
  // What the one thing is called: "title" or "name" at the top, or the well of
  // a WITSML object with the object's own name. "" if nothing says so.
  std::string title() const;

private:
  struct Said {
    std::string path; // names of what it is in
    std::string name; // folded
    std::string text;
    uint64_t line = 0;
  };
  struct Curve {
    std::string mnemonic, unit, description;
    uint64_t line = 0;
  };
  bool is_repeated(const std::string& path) const;
  void keep_curve(const std::string& folded, std::string_view text,
                  uint64_t line);
  void put_said(const Said& said, Findings& out) const;
  void put_curves(Findings& out) const;
  void put_counts(Findings& out) const;

  const domain::CurveFamilies& m_curves;
  std::vector<std::string> m_names; // that are open
  std::string m_path;
  std::map<std::string, uint64_t> m_opened; // times, by path
  std::map<std::string, uint64_t> m_counts; // by folded name, of those counted
  std::vector<Said> m_said;
  std::vector<Curve> m_curve_list;
  std::string m_root;
  std::string m_version;
};

// "witsml", "prodml", "resqml" of an Energistics namespace, else "".
std::string energistics_format(std::string_view space);

} // namespace readers

// SPDX-License-Identifier: Apache-2.0
#include "core/domain/bundle.hpp"

#include "core/base/assert.hpp"
#include "core/base/hash.hpp"
#include "core/domain/text.hpp"

#include <algorithm>
#include <map>

namespace domain {
namespace {

constexpr std::string_view k_grid = "hdr.adf";

struct Family {
  std::string_view main; // extension
  std::vector<std::string_view> companions;
};

// In order of claim: "x.prj" beside x.shp and x.tif belongs to x.shp.
const std::vector<Family>& families() {
  static const std::vector<Family> all = {
      {"shp",
       {"shx", "dbf", "prj", "cpg", "qpj",     "sbn",         "sbx",
        "fbn", "fbx", "ain", "aih", "ixs",     "mxs",         "atx",
        "qix", "cst", "dbt", "fpt", "shp.xml", "shp.iso.xml", "shp.ea.iso.xml",
        "qmd", "qml", "sld"}},
      {"tab", {"dat", "map", "id", "ind"}},
      {"mif", {"mid"}},
      {"gpkg", {"gpkg-wal", "gpkg-shm", "gpkg-journal", "gpkg.xml", "qmd"}},
      {"geojson", {"qmd", "geojson.xml"}},
      {"tif",
       {"tfw", "tifw", "wld", "prj", "tif.aux.xml", "tif.ovr", "tif.xml",
        "tif.msk", "qmd", "tif.vat.dbf", "tif.vat.cpg", "aux", "aux.xml",
        "rrd"}},
      {"tiff",
       {"tfw", "tiffw", "wld", "prj", "tiff.aux.xml", "tiff.ovr", "tiff.xml",
        "tiff.msk", "tiff.vat.dbf", "tiff.vat.cpg"}},
      {"asc", {"prj", "asc.aux.xml", "asc.xml"}},
      {"img",
       {"hdr", "ige", "rrd", "igw", "wld", "prj", "aux", "img.aux.xml",
        "img.xml", "img.ovr", "img.vat.dbf"}},
      {"jp2", {"j2w", "wld", "prj", "jp2.aux.xml", "jp2.xml", "jp2.ovr"}},
      {"png", {"pgw", "pngw", "wld", "prj", "png.aux.xml", "png.xml"}},
      {"jpg", {"jgw", "jpgw", "wld", "prj", "jpg.aux.xml", "jpg.xml"}},
      {"jpeg", {"jgw", "jpegw", "wld", "prj", "jpeg.aux.xml"}},
      {"gif", {"gfw", "gifw", "wld", "prj", "gif.aux.xml"}},
      {"bmp", {"bpw", "bmpw", "wld", "prj", "bmp.aux.xml"}},
      {"bil", {"hdr", "blw", "prj", "clr", "stx", "bil.aux.xml"}},
      {"bip", {"hdr", "prj", "clr", "stx", "bip.aux.xml"}},
      {"bsq", {"hdr", "prj", "clr", "stx", "bsq.aux.xml"}},
      {"flt", {"hdr", "prj", "flt.aux.xml"}},
      {"grd", {"prj", "grd.aux.xml"}},
      {"zmap", {"prj", "zmap.aux.xml"}},
      {"gri", {"prj", "gri.aux.xml"}},
      {"irap", {"prj", "irap.aux.xml"}},
      {"cps3", {"prj", "cps3.aux.xml"}},
      {"ers", {"prj", "ers.aux.xml"}},
      {"pix", {"pix.aux.xml"}},
      {"vrt", {"vrt.aux.xml"}},
      {"dem", {"dem.aux.xml"}},
      {"dat", {"hdr", "dat.aux.xml"}},
      {"dbf", {"dbt", "fpt", "cpg", "dbf.xml"}},
  };
  return all;
}

// "A.SHP" with "shp" gives "A"; no stem if the name does not end so.
std::string_view stem_before(std::string_view name, std::string_view fold,
                             std::string_view extension) {
  if (fold.size() <= extension.size() + 1 || !fold.ends_with(extension) ||
      fold[fold.size() - extension.size() - 1] != '.') {
    return {};
  }
  return name.substr(0, name.size() - extension.size() - 1);
}

class Grouping {
public:
  explicit Grouping(std::span<const std::string> names) : m_names(names) {
    for (const std::string& name : names) {
      m_folded.push_back(lower_ascii(name));
    }
    m_owner.assign(names.size(), k_nobody);
  }

  void claim(const Family& family) {
    std::map<std::string, std::vector<size_t>> mains;
    for (size_t i = 0; i < m_names.size(); ++i) {
      auto stem = stem_before(m_names[i], m_folded[i], family.main);
      if (!stem.empty() && m_owner[i] == k_nobody) {
        mains[lower_ascii(stem)].push_back(i);
      }
    }
    if (mains.empty()) {
      return;
    }
    for (size_t i = 0; i < m_names.size(); ++i) {
      for (std::string_view extension : family.companions) {
        auto stem = stem_before(m_names[i], m_folded[i], extension);
        auto at = stem.empty() ? mains.end() : mains.find(lower_ascii(stem));
        if (at != mains.end() && m_owner[i] == k_nobody && !is_main(i)) {
          m_owner[i] = nearest(at->second, stem, family.main);
          m_main_used[m_owner[i]] = true;
        }
      }
    }
  }

  // The files of an Arc/Info grid have names of their own, all in one folder.
  void claim_grid() {
    const auto header = std::find(m_folded.begin(), m_folded.end(), k_grid);
    if (header == m_folded.end()) {
      return;
    }
    const auto main = static_cast<size_t>(header - m_folded.begin());
    for (size_t i = 0; i < m_names.size(); ++i) {
      if (i != main && m_owner[i] == k_nobody &&
          m_folded[i].ends_with(".adf")) {
        m_owner[i] = main;
      }
    }
  }

  std::vector<Bundle> result() const {
    std::map<size_t, Bundle> by_main;
    for (size_t i = 0; i < m_names.size(); ++i) {
      size_t main = m_owner[i] == k_nobody ? i : m_owner[i];
      by_main[main].main = main;
      if (main != i) {
        by_main[main].companions.push_back(i);
      }
    }
    std::vector<Bundle> bundles;
    for (auto& [main, bundle] : by_main) {
      bundles.push_back(std::move(bundle));
    }
    auto by_name = [this](size_t a, size_t b) {
      return m_names[a] < m_names[b];
    };
    for (Bundle& bundle : bundles) {
      std::sort(bundle.companions.begin(), bundle.companions.end(), by_name);
    }
    std::sort(bundles.begin(), bundles.end(),
              [&](const Bundle& a, const Bundle& b) {
                return by_name(a.main, b.main);
              });
    return bundles;
  }

private:
  static constexpr size_t k_nobody = static_cast<size_t>(-1);

  bool is_main(size_t i) const {
    auto at = m_main_used.find(i);
    return at != m_main_used.end() && at->second;
  }

  // Of mains that differ in case only, the one spelt like the companion.
  size_t nearest(const std::vector<size_t>& mains, std::string_view stem,
                 std::string_view extension) const {
    for (size_t main : mains) {
      if (stem_before(m_names[main], m_folded[main], extension) == stem) {
        return main;
      }
    }
    return mains.front();
  }

  std::span<const std::string> m_names;
  std::vector<std::string> m_folded;
  std::vector<size_t> m_owner;
  std::map<size_t, bool> m_main_used;
};

} // namespace

std::vector<Bundle> group_siblings(std::span<const std::string> names) {
  Grouping grouping(names);
  for (const Family& family : families()) {
    grouping.claim(family);
  }
  grouping.claim_grid();
  return grouping.result();
}

bool may_have_siblings(std::string_view name) {
  const std::string fold = lower_ascii(name);
  const auto ends = [&](std::string_view extension) {
    return !stem_before(name, fold, extension).empty();
  };
  const auto& all = families();
  return std::any_of(all.begin(), all.end(), [&](const Family& family) {
    return ends(family.main) || std::any_of(family.companions.begin(),
                                            family.companions.end(), ends);
  });
}

bool is_directory_bundle(std::string_view name) {
  return name.size() > 4 && lower_ascii(name.substr(name.size() - 4)) == ".gdb";
}

std::string member_role(std::string_view bundle_path,
                        std::string_view member_path) {
  if (member_path.size() > bundle_path.size() &&
      member_path.starts_with(bundle_path) &&
      member_path[bundle_path.size()] == '/') {
    return std::string(member_path.substr(bundle_path.size() + 1));
  }
  size_t slash = bundle_path.rfind('/');
  size_t name = slash == std::string_view::npos ? 0 : slash + 1;
  if (lower_ascii(bundle_path.substr(name)) == k_grid) {
    return lower_ascii(member_path.substr(member_path.rfind('/') + 1));
  }
  size_t dot = bundle_path.rfind('.');
  size_t stem =
      dot == std::string_view::npos || dot <= name ? bundle_path.size() : dot;
  if (member_path.size() <= stem) {
    return {};
  }
  size_t skip = member_path[stem] == '.' ? 1 : 0;
  return lower_ascii(member_path.substr(stem + skip));
}

uint32_t shard_of(std::string_view root_name, std::string_view bundle_path,
                  uint32_t shards) {
  ASSERT(shards > 0);
  base::Hasher hasher;
  hasher.field(root_name).field(bundle_path);
  return static_cast<uint32_t>(hasher.finish().prefix64() % shards);
}

} // namespace domain

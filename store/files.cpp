// SPDX-License-Identifier: Apache-2.0
#include "store/files.hpp"

#include "core/base/fd.hpp"

#include <filesystem>
#include <system_error>

namespace store {
namespace {

namespace fs = std::filesystem;

base::Result<void> done(const std::error_code& error,
                        const std::string& action) {
  if (error) {
    return base::fail_errno(error.value(), action);
  }
  return {};
}

} // namespace

base::Result<void> make_folder(const std::string& path) {
  std::error_code error;
  if (fs::create_directories(path, error)) {
    return base::sync_directory(path.substr(0, path.rfind('/')));
  }
  return done(error, "make folder " + path);
}

base::Result<void> remove_tree(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  return done(error, "remove " + path);
}

base::Result<std::vector<std::string>> names_in(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code error;
  fs::directory_iterator at(folder, error);
  if (error == std::errc::no_such_file_or_directory) {
    return out;
  }
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    out.push_back(at->path().filename());
  }
  TRY(done(error, "list " + folder));
  return out;
}

base::Result<void> link_file(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  return done(error, "link " + from + " as " + to);
}

base::Result<void> rename_path(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::rename(from, to, error);
  return done(error, "rename " + from + " to " + to);
}

} // namespace store

// SPDX-License-Identifier: Apache-2.0
#include "query/node/endpoint.hpp"

#include "core/base/bytes.hpp"
#include "core/base/hash.hpp"
#include "proto/wire/socket.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <utility>
#include <vector>

namespace node {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t k_most_file = 1 << 16;
// "/HASH.node.sock" behind the folder must fit into the address of a socket.
constexpr size_t k_longest_folder = 70;

// The first is where a node of this process goes.
std::vector<std::string> folders() {
  std::vector<std::string> out;
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  struct stat info {};
  if (runtime != nullptr && runtime[0] == '/' &&
      std::string_view(runtime).size() < k_longest_folder &&
      ::stat(runtime, &info) == 0 && info.st_uid == ::geteuid()) {
    out.push_back(std::string(runtime) + "/keybed");
  }
  out.push_back("/tmp/keybed-" + std::to_string(::geteuid()));
  return out;
}

base::Result<std::string> real_path(const std::string& path) {
  std::array<char, PATH_MAX> resolved{};
  if (::realpath(path.c_str(), resolved.data()) == nullptr) {
    return base::fail_errno(errno, path);
  }
  return std::string(resolved.data());
}

std::string stem_in(const std::string& folder, const std::string& archive) {
  return folder + "/" + base::hash_of(archive).hex().substr(0, 16) + ".node";
}

struct flock whole_file(short type) {
  struct flock out {};
  out.l_type = type;
  out.l_whence = SEEK_SET;
  return out;
}

// By another open file: a question, and no lock of our own.
bool is_locked(const std::string& path) {
  const base::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct flock lock = whole_file(F_WRLCK);
  return fd && ::fcntl(fd.get(), F_OFD_GETLK, &lock) == 0 &&
         lock.l_type != F_UNLCK;
}

bool is_mine_alone(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
         info.st_uid == ::geteuid() && (info.st_mode & 077) == 0;
}

std::string text_of(const Endpoint& endpoint) {
  return Json{{"pid", endpoint.pid},         {"archive", endpoint.archive},
              {"program", endpoint.program}, {"zmq", endpoint.zmq},
              {"http", endpoint.http},       {"token", endpoint.token}}
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

std::optional<Endpoint> parse(const std::string& text) {
  const Json all = Json::parse(text, nullptr, false);
  if (!all.is_object() || !all.contains("pid") ||
      !all["pid"].is_number_unsigned()) {
    return std::nullopt;
  }
  for (const char* name : {"program", "zmq", "http", "token"}) {
    if (!all.contains(name) || !all[name].is_string()) {
      return std::nullopt;
    }
  }
  return Endpoint{all["pid"], "",          all["program"],
                  all["zmq"], all["http"], all["token"]};
}

std::string lock_of(const Endpoint& endpoint) {
  constexpr std::string_view k_scheme = "ipc://";
  constexpr std::string_view k_ending = ".sock";
  std::string path = endpoint.zmq;
  if (!path.starts_with(k_scheme) || !path.ends_with(k_ending)) {
    return "";
  }
  path.resize(path.size() - k_ending.size());
  return path.substr(k_scheme.size()) + ".lock";
}

std::optional<Endpoint> find_in(const std::string& folder,
                                const std::string& archive) {
  const std::string stem = stem_in(folder, archive);
  if (!is_mine_alone(stem + ".json") || !is_locked(stem + ".lock")) {
    return std::nullopt;
  }
  const auto text = base::read_file(stem + ".json", k_most_file);
  auto out = text ? parse(*text) : std::nullopt;
  // A node that is just starting has not told its addresses yet.
  if (!out || out->zmq != "ipc://" + stem + ".sock") {
    return std::nullopt;
  }
  out->archive = archive;
  return out;
}

} // namespace

std::string this_program() {
  struct stat info {};
  if (::stat("/proc/self/exe", &info) != 0) {
    return "";
  }
  return fmt::format("{}:{}:{}:{}.{:09}", info.st_dev, info.st_ino,
                     info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
}

base::Result<std::string> new_token() {
  std::array<char, 32> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) !=
      static_cast<ssize_t>(bytes.size())) {
    return base::fail_errno(errno, "random token");
  }
  return base::hex_of({bytes.data(), bytes.size()});
}

bool same_token(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) {
    return false;
  }
  volatile unsigned differ = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    differ = differ | (static_cast<unsigned char>(a[i]) ^
                       static_cast<unsigned char>(b[i]));
  }
  return differ == 0;
}

base::Result<Claim> Claim::make(const std::string& archive) {
  TRY_ASSIGN(std::string path, real_path(archive));
  const auto places = folders();
  TRY(wire::make_private_folder(places.front()));
  std::string stem = stem_in(places.front(), path);
  base::Fd lock(::open((stem + ".lock").c_str(),
                       O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!lock) {
    return base::fail_errno(errno, "open " + stem + ".lock");
  }
  struct flock mine = whole_file(F_WRLCK);
  const bool got = ::fcntl(lock.get(), F_OFD_SETLK, &mine) == 0;
  const auto other =
      got && places.size() == 1 ? std::nullopt : find_endpoint(archive);
  const bool is_elsewhere = other && other->zmq != "ipc://" + stem + ".sock";
  if (!got || is_elsewhere) {
    return base::fail(base::Errc::conflict,
                      path + ": a node runs already" +
                          (other ? ", process " + std::to_string(other->pid)
                                 : std::string()) +
                          "; one is enough for an archive");
  }
  // What a killed one left would mislead until publish().
  ::unlink((stem + ".json").c_str());
  return Claim(std::move(stem), std::move(path), std::move(lock));
}

// The lock stays: another process may hold it open already.
Claim::~Claim() {
  if (m_lock) {
    ::unlink((m_stem + ".json").c_str());
    ::unlink((m_stem + ".sock").c_str());
  }
}

base::Result<void> Claim::publish(const Endpoint& endpoint) const {
  const std::string temporary = file() + ".new";
  ::unlink(temporary.c_str());
  {
    const base::Fd fd(::open(temporary.c_str(),
                             O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    const std::string text = text_of(endpoint);
    if (!fd || ::write(fd.get(), text.data(), text.size()) !=
                   static_cast<ssize_t>(text.size())) {
      return base::fail_errno(errno, "write " + temporary);
    }
  }
  if (::rename(temporary.c_str(), file().c_str()) != 0) {
    return base::fail_errno(errno, "rename " + temporary);
  }
  return {};
}

std::optional<Endpoint> find_endpoint(const std::string& archive) {
  const auto path = real_path(archive);
  if (!path) {
    return std::nullopt;
  }
  for (const std::string& folder : folders()) {
    struct stat info {};
    const bool ours = ::lstat(folder.c_str(), &info) == 0 &&
                      S_ISDIR(info.st_mode) && info.st_uid == ::geteuid() &&
                      (info.st_mode & 077) == 0;
    auto found = ours ? find_in(folder, *path) : std::nullopt;
    if (found) {
      return found;
    }
  }
  return std::nullopt;
}

bool is_alive(const Endpoint& endpoint) {
  const std::string lock = lock_of(endpoint);
  return !lock.empty() && is_locked(lock);
}

} // namespace node

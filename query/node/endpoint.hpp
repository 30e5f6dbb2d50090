// SPDX-License-Identifier: Apache-2.0
//
// Where the resident node of an archive is found: three files in a folder that
// only this user may enter ($XDG_RUNTIME_DIR/keybed, else /tmp/keybed-UID),
// named by a hash of the archive's real path, so that a read-only archive can
// have a node too.
//
//   HASH.node.lock  locked as long as the node lives, whatever ends it
//   HASH.node.json  mode 0600: process, program, addresses, token
//   HASH.node.sock  the ZeroMQ socket
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace node {

struct Endpoint {
  uint64_t pid = 0;
  std::string archive; // real path
  std::string program; // this_program() of the node
  std::string zmq;     // "ipc:///run/user/1000/keybed/….node.sock"
  std::string http;    // "http://127.0.0.1:8765"; "" if it listens to none
  std::string token;   // 64 hexadecimal digits, new at each start
};

// The file that this process runs, told from every other build: two programs
// with one answer alike.
std::string this_program();

// 256 random bits in hexadecimal.
base::Result<std::string> new_token();
// Equal; of texts of one length it takes the same time wherever they differ.
bool same_token(std::string_view a, std::string_view b);

// The right to be the node of an archive; kept until destroyed. Then, and
// after kill -9, nothing says any more that there is one.
class Claim {
public:
  // Errc::conflict, with the process, if another node of this user holds it.
  static base::Result<Claim> make(const std::string& archive);
  Claim(Claim&&) noexcept = default;
  Claim& operator=(Claim&&) = delete;
  ~Claim(); // removes the files

  std::string zmq_endpoint() const { return "ipc://" + m_stem + ".sock"; }
  std::string file() const { return m_stem + ".json"; }
  const std::string& archive() const { return m_archive; }
  // Tells clients. Replaces what a killed node left.
  base::Result<void> publish(const Endpoint& endpoint) const;

private:
  Claim(std::string stem, std::string archive, base::Fd lock)
      : m_stem(std::move(stem)), m_archive(std::move(archive)),
        m_lock(std::move(lock)) {}
  std::string m_stem; // "…/HASH.node"
  std::string m_archive;
  base::Fd m_lock;
};

// The living node of an archive, for clients; nothing if there is none. Of a
// file that is not this user's alone: nothing.
std::optional<Endpoint> find_endpoint(const std::string& archive);
// Whether its node still lives: a system call, for those who wait.
bool is_alive(const Endpoint& endpoint);

} // namespace node

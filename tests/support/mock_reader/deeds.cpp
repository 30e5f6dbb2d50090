// SPDX-License-Identifier: Apache-2.0
#include "deeds.hpp"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace mock {
namespace {

using namespace std::chrono_literals;

pb::ReaderReply reply_to(const Scene& scene) {
  pb::ReaderReply reply;
  reply.set_id(scene.request.id());
  return reply;
}

void send_begin(const Scene& scene) {
  auto chosen = reply_to(scene);
  chosen.mutable_chosen()->mutable_reader()->set_name("mock");
  chosen.mutable_chosen()->mutable_reader()->set_version(7);
  chosen.mutable_chosen()->set_format("mock");
  send(chosen);
  auto begin = reply_to(scene);
  begin.mutable_batch()->add_items()->mutable_begin()->set_format("mock");
  send(begin);
}

void send_passage(const Scene& scene, const std::string& text) {
  auto reply = reply_to(scene);
  reply.mutable_batch()->add_items()->mutable_passage()->set_text(text);
  send(reply);
}

void send_tick(const Scene& scene) {
  auto reply = reply_to(scene);
  reply.mutable_tick();
  send(reply);
}

void send_done(const Scene& scene, proto::ReaderResult result,
               const std::string& message = "") {
  auto reply = reply_to(scene);
  reply.mutable_done()->set_result(static_cast<uint32_t>(result));
  reply.mutable_done()->set_message(message);
  reply.mutable_done()->set_code(2);
  send(reply);
}

// A good reader: the first 64 KiB of the file are one passage.
void send_document(const Scene& scene) {
  send_begin(scene);
  std::ifstream file(scene.request.path(), std::ios::binary);
  std::string text(65536, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  send_passage(scene, text);
  auto end = reply_to(scene);
  end.mutable_batch()->add_items()->set_end(true);
  send(end);
  send_done(scene, proto::ReaderResult::ok);
}

[[noreturn]] void hang() {
  while (true) {
    std::this_thread::sleep_for(1h);
  }
}

void eat_memory(const Scene& scene) {
  try {
    std::vector<std::vector<char>> kept;
    while (true) {
      kept.emplace_back(size_t{16} << 20);
    }
  } catch (const std::bad_alloc&) {
    send_done(scene, proto::ReaderResult::out_of_memory, "no memory left");
  }
}

void flood(const Scene& scene) {
  send_begin(scene);
  while (true) {
    send_passage(scene, std::string(100'000, 'x'));
  }
}

void tick_for_ever(const Scene& scene) {
  while (true) {
    send_tick(scene);
    std::this_thread::sleep_for(10ms);
  }
}

[[noreturn]] void spin() {
  std::atomic<uint64_t> turns = 0;
  while (true) {
    ++turns;
  }
}

// A grandchild that keeps every pipe open; its number goes beside the file.
void leave_grandchild(const Scene& scene) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::signal(SIGTERM, SIG_IGN);
    hang();
  }
  std::ofstream(scene.request.path() + ".pid") << pid;
}

void say_environment(const Scene& scene) {
  send_begin(scene);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    send_passage(scene, *entry);
  }
  auto end = reply_to(scene);
  end.mutable_batch()->add_items()->set_end(true);
  send(end);
  send_done(scene, proto::ReaderResult::ok);
}

void write_much() {
  const char* folder = std::getenv("TMPDIR");
  std::ofstream file(std::string(folder) + "/big", std::ios::binary);
  const std::string block(1 << 20, 'x');
  for (int i = 0; i < 4096; ++i) {
    file.write(block.data(), static_cast<std::streamsize>(block.size()));
  }
}

void chatter() {
  for (int i = 0; i < 20'000; ++i) {
    std::fprintf(stderr, "warning %d: \xff\x01 something about a field\n", i);
  }
}

struct Deed {
  const char* name;
  std::function<void(const Scene&)> act;
};

const std::vector<Deed>& deeds() {
  static const std::vector<Deed> all = {
      {"segv",
       [](const Scene& s) {
         send_begin(s);
         ::signal(SIGSEGV, SIG_DFL); // a sanitizer would catch it
         ::raise(SIGSEGV);
       }},
      {"abort",
       [](const Scene&) {
         std::fputs("terminate called: broken\n", stderr);
         std::abort();
       }},
      {"kill9", [](const Scene&) { ::raise(SIGKILL); }},
      {"hang", [](const Scene&) { hang(); }},
      {"deaf",
       [](const Scene&) {
         ::signal(SIGTERM, SIG_IGN);
         ::signal(SIGINT, SIG_IGN);
         hang();
       }},
      {"ticks", tick_for_ever},
      {"flood", flood},
      {"eat", eat_memory},
      {"exit86",
       [](const Scene&) { ::_exit(proto::k_reader_exit_out_of_memory); }},
      {"spin", [](const Scene&) { spin(); }},
      {"quiet", [](const Scene&) { ::_exit(0); }},
      {"garbage",
       [](const Scene&) { send_raw(std::string("\xff\xff\xff\xff rubbish")); }},
      {"noise",
       [](const Scene&) {
         send_raw(std::string("\0\0\0\4\xff\xff\xff\xff", 8));
       }},
      {"half",
       [](const Scene&) {
         send_raw(std::string("\0\0\1\0abc", 7));
         ::_exit(0);
       }},
      {"otherid",
       [](const Scene& s) {
         Scene other = s;
         other.request.set_id(s.request.id() + 1);
         send_document(other);
       }},
      {"noend",
       [](const Scene& s) {
         send_begin(s);
         send_done(s, proto::ReaderResult::ok);
       }},
      {"nobegin", [](const Scene& s) { send_passage(s, "stray"); }},
      {"twice",
       [](const Scene& s) {
         send_document(s);
         send_document(s);
       }},
      {"closeout",
       [](const Scene&) {
         ::close(STDOUT_FILENO);
         hang();
       }},
      {"closeerr", [](const Scene&) { ::close(STDERR_FILENO); }},
      {"fork", leave_grandchild},
      {"forkdie",
       [](const Scene& s) {
         leave_grandchild(s);
         std::abort();
       }},
      {"slow",
       [](const Scene& s) {
         for (int i = 0; i < 10; ++i) {
           send_tick(s);
           std::this_thread::sleep_for(50ms);
         }
       }},
      {"chatter", [](const Scene&) { chatter(); }},
      {"chatdie",
       [](const Scene&) {
         chatter();
         std::abort();
       }},
      {"bigfile", [](const Scene&) { write_much(); }},
      {"corrupt",
       [](const Scene& s) {
         send_done(s, proto::ReaderResult::failed, "byte 12: no such record");
       }},
      {"unknown",
       [](const Scene& s) { send_done(s, proto::ReaderResult::no_reader); }},
      {"changed",
       [](const Scene& s) { send_done(s, proto::ReaderResult::changed); }},
      {"env", say_environment},
  };
  return all;
}

// Deeds after which nothing more is to be said.
bool has_answered(const std::string& deed) {
  for (const char* name : {"eat", "otherid", "noend", "twice", "corrupt",
                           "unknown", "changed", "env", "garbage", "noise"}) {
    if (deed == name) {
      return true;
    }
  }
  return false;
}

} // namespace

void play(const Scene& scene) {
  const std::string deed = scene.name.substr(0, scene.name.find('-'));
  for (const Deed& known : deeds()) {
    if (deed == known.name) {
      known.act(scene);
    }
  }
  if (!has_answered(deed)) {
    send_document(scene);
  }
}

} // namespace mock

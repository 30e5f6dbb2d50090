// SPDX-License-Identifier: Apache-2.0
#include "proto/wire/socket.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace {

using namespace wire;
using namespace std::chrono_literals;

std::string temp_folder() {
  std::string path = "/tmp/keybed-test-XXXXXX";
  return mkdtemp(path.data());
}

Received wait_for(Socket& socket) {
  for (int i = 0; i < 100; ++i) {
    auto received = socket.receive();
    if (received && *received) {
      return **received;
    }
    EXPECT_TRUE(socket.wait(-1, 100ms).has_value());
  }
  ADD_FAILURE() << "nothing arrived";
  return {};
}

TEST(Socket, CarriesFramesBothWays) {
  std::string folder = temp_folder();
  auto server = Socket::listen("ipc://" + folder + "/s");
  ASSERT_TRUE(server.has_value());
  auto client = Socket::connect("ipc://" + folder + "/s");
  ASSERT_TRUE(client.has_value());
  ASSERT_TRUE(client->send("", "hello").has_value());
  Received got = wait_for(*server);
  EXPECT_EQ(got.frame, "hello");
  EXPECT_EQ(got.peer.size(), 16u);
  ASSERT_TRUE(server->send(got.peer, "back").has_value());
  EXPECT_EQ(wait_for(*client).frame, "back");
  std::filesystem::remove_all(folder);
}

TEST(Socket, SendingToNobodyIsAnError) {
  auto server = Socket::listen("tcp://127.0.0.1:*");
  ASSERT_TRUE(server.has_value()) << server.error().message;
  auto sent = server->send("nobody here", "x");
  ASSERT_FALSE(sent.has_value());
  EXPECT_EQ(sent.error().code, base::Errc::not_found);
}

TEST(Socket, EachConnectionHasAnotherIdentity) {
  auto server = Socket::listen("tcp://127.0.0.1:*");
  ASSERT_TRUE(server.has_value());
  std::string first;
  for (int i = 0; i < 2; ++i) {
    auto client = Socket::connect(server->endpoint());
    ASSERT_TRUE(client.has_value());
    ASSERT_TRUE(client->send("", "x").has_value());
    Received got = wait_for(*server);
    EXPECT_NE(got.peer, first);
    first = got.peer;
  }
}

TEST(Endpoint, LeavesTheMachineOnlyWhenAllowed) {
  EXPECT_TRUE(check_endpoint("tcp://127.0.0.1:7000", false).has_value());
  EXPECT_TRUE(check_endpoint("tcp://localhost:7000", false).has_value());
  EXPECT_TRUE(check_endpoint("tcp://[::1]:7000", false).has_value());
  EXPECT_FALSE(check_endpoint("tcp://10.0.0.1:7000", false).has_value());
  EXPECT_FALSE(check_endpoint("tcp://127.example:7000", false).has_value());
  EXPECT_FALSE(check_endpoint("tcp://*:7000", false).has_value());
  EXPECT_TRUE(check_endpoint("tcp://*:7000", true).has_value());
  EXPECT_FALSE(check_endpoint("udp://127.0.0.1:7000", true).has_value());
  EXPECT_FALSE(check_endpoint("tcp://host", true).has_value());
}

TEST(Endpoint, AnIpcPathFitsIntoASocketAddress) {
  EXPECT_TRUE(check_endpoint("ipc:///tmp/x", false).has_value());
  EXPECT_FALSE(
      check_endpoint("ipc:///" + std::string(107, 'x'), false).has_value());
  std::string folder = temp_folder();
  auto local = local_endpoint(folder);
  ASSERT_TRUE(local.has_value()) << local.error().message;
  EXPECT_TRUE(check_endpoint(*local, false).has_value());
  EXPECT_EQ(*local, *local_endpoint(folder + "/"));
  EXPECT_FALSE(local_endpoint(folder + "/none").has_value());
  std::filesystem::remove_all(folder);
}

} // namespace

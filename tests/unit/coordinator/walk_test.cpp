// SPDX-License-Identifier: Apache-2.0
#include "coordinator/walk.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

namespace {

using namespace coordinator;
namespace fs = std::filesystem;

// A file system made of lists.
class FakeTree : public Tree {
public:
  std::map<std::string, std::vector<Node>> directories;
  std::vector<std::string> locked;
  std::vector<std::string> listed;

  void add(const std::string& path, NodeKind kind, uint64_t inode = 0) {
    size_t slash = path.rfind('/');
    Node node;
    node.name = slash == std::string::npos ? path : path.substr(slash + 1);
    node.kind = kind;
    node.inode = inode;
    directories[slash == std::string::npos ? "" : path.substr(0, slash)]
        .push_back(node);
    if (kind == NodeKind::directory) {
      directories[path];
    }
  }
  base::Result<std::vector<Node>> list(const std::string& directory) override {
    listed.push_back(directory);
    if (std::find(locked.begin(), locked.end(), directory) != locked.end()) {
      return base::fail(base::Errc::io, "Permission denied");
    }
    return directories.at(directory);
  }
};

std::vector<wire::Entry> all(Walk& walk) {
  std::vector<wire::Entry> entries;
  while (auto entry = walk.next()) {
    entries.push_back(std::move(*entry));
  }
  return entries;
}

std::vector<std::string> paths(const std::vector<wire::Entry>& entries) {
  std::vector<std::string> out;
  for (const auto& entry : entries) {
    out.push_back(entry.path);
  }
  return out;
}

using Paths = std::vector<std::string>;

TEST(Walk, VisitsEveryDirectoryAndGroupsBundles) {
  FakeTree tree;
  tree.add("b", NodeKind::directory);
  tree.add("a", NodeKind::directory);
  tree.add("a/x.shp", NodeKind::file);
  tree.add("a/x.dbf", NodeKind::file);
  tree.add("b/1.las", NodeKind::file);
  tree.add("top.txt", NodeKind::file);
  Filter filter;
  Walk walk("arch", tree, filter, {});
  auto entries = all(walk);
  EXPECT_EQ(paths(entries), (Paths{"top.txt", "b/1.las", "a/x.shp"}));
  EXPECT_EQ(entries[2].members[1].path, "a/x.dbf");
  EXPECT_EQ(entries[2].root, "arch");
}

TEST(Walk, HoldsOneDirectoryAtATime) {
  FakeTree tree;
  for (const char* name : {"a", "b"}) {
    tree.add(name, NodeKind::directory);
    tree.add(std::string(name) + "/f", NodeKind::file);
  }
  Filter filter;
  Walk walk("arch", tree, filter, {});
  walk.next();
  EXPECT_EQ(tree.listed, (Paths{"", "a"}));
}

TEST(Walk, WhatIsNoFileGetsOneRowEach) {
  FakeTree tree;
  tree.add("link", NodeKind::symlink);
  tree.add("pipe", NodeKind::fifo);
  tree.add("disk", NodeKind::device);
  Filter filter;
  Walk walk("arch", tree, filter, {});
  auto entries = all(walk);
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].kind, wire::EntryKind::symlink);
  EXPECT_EQ(entries[1].kind, wire::EntryKind::special);
  EXPECT_NE(entries[1].reason.find("FIFO"), std::string::npos);
}

TEST(Walk, ADirectoryThatCannotBeListedIsOneRowAndIsKept) {
  FakeTree tree;
  tree.add("locked", NodeKind::directory);
  tree.add("open", NodeKind::directory);
  tree.add("open/f", NodeKind::file);
  tree.locked = {"locked"};
  Filter filter;
  Walk walk("arch", tree, filter, {});
  auto entries = all(walk);
  EXPECT_EQ(paths(entries), (Paths{"locked", "open/f"}));
  EXPECT_EQ(entries[0].kind, wire::EntryKind::unlisted_directory);
  EXPECT_EQ(walk.kept_prefixes(), (Paths{"locked/"}));
}

TEST(Walk, ARootThatCannotBeListedKeepsEverything) {
  FakeTree tree;
  tree.locked = {""};
  Filter filter;
  Walk walk("arch", tree, filter, {});
  EXPECT_EQ(paths(all(walk)), (Paths{"."}));
  EXPECT_EQ(walk.kept_prefixes(), (Paths{""}));
}

TEST(Walk, AGeodatabaseIsOneBundleWithEverythingBelow) {
  FakeTree tree;
  tree.add("w.gdb", NodeKind::directory);
  tree.add("w.gdb/a1.gdbtable", NodeKind::file);
  tree.add("w.gdb/sub", NodeKind::directory);
  tree.add("w.gdb/sub/b", NodeKind::file);
  tree.add("w.gdb/link", NodeKind::symlink);
  Filter filter;
  Walk walk("arch", tree, filter, {});
  auto entries = all(walk);
  EXPECT_EQ(paths(entries), (Paths{"w.gdb/link", "w.gdb"}));
  EXPECT_EQ(entries[1].kind, wire::EntryKind::directory);
  EXPECT_EQ(entries[1].paths(), 3u);
}

TEST(Walk, DoesNotEnterTheArchiveItWritesTo) {
  FakeTree tree;
  tree.add("arch", NodeKind::directory, 99);
  tree.add("arch/db", NodeKind::file);
  tree.add("f", NodeKind::file);
  Filter filter;
  Walk walk("arch", tree, filter, Skip{0, 99});
  EXPECT_EQ(paths(all(walk)), (Paths{"f"}));
}

TEST(Filter, TakesByKindAndByGlob) {
  Filter las({"las"}, {});
  EXPECT_TRUE(las.takes("a/b.LAS"));
  EXPECT_FALSE(las.takes("a/b.las.txt"));
  Filter segy({"segy"}, {});
  EXPECT_TRUE(segy.takes("x.sgy"));
  Filter glob({"Wells/*"}, {"*.tmp", "*/old"});
  EXPECT_TRUE(glob.takes("Wells/a/b.las"));
  EXPECT_FALSE(glob.takes("Wells/a/b.tmp"));
  EXPECT_FALSE(glob.takes("Seismic/x.sgy"));
  EXPECT_TRUE(glob.excludes_directory("Wells/old"));
  EXPECT_FALSE(glob.is_empty());
}

class RealTree : public ::testing::Test {
protected:
  void SetUp() override {
    std::string path = "/tmp/keybed-walk-XXXXXX";
    m_root = mkdtemp(path.data());
  }
  void TearDown() override { fs::remove_all(m_root); }
  std::vector<wire::Entry> walk_all() {
    auto tree = open_tree(m_root);
    EXPECT_TRUE(tree.has_value());
    Filter filter;
    Walk walk("r", **tree, filter, {});
    return all(walk);
  }
  void write(const std::string& name) {
    std::ofstream(m_root + "/" + name) << "12345";
  }
  std::string m_root;
};

TEST_F(RealTree, SeesSizesTimesAndOddNames) {
  write("plain");
  write("\xff\xfe odd");
  auto entries = walk_all();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[1].path, "\xff\xfe odd");
  EXPECT_EQ(entries[0].members[0].size, 5u);
  EXPECT_GT(entries[0].members[0].mtime_ns, 0);
  EXPECT_GT(entries[0].members[0].inode, 0u);
}

TEST_F(RealTree, LinksFifosAndSocketsAreRowsAndNothingLoops) {
  fs::create_directory(m_root + "/d");
  fs::create_directory_symlink("..", m_root + "/d/loop");
  ASSERT_EQ(mkfifo((m_root + "/fifo").c_str(), 0600), 0);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  (m_root + "/sock").copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(paths(walk_all()), (Paths{"fifo", "sock", "d/loop"}));
  close(fd);
}

TEST_F(RealTree, ReachesPathsLongerThanASystemCallTakes) {
  std::string part(200, 'x');
  ASSERT_EQ(chdir(m_root.c_str()), 0);
  for (int i = 0; i < 25; ++i) {
    ASSERT_EQ(mkdir(part.c_str(), 0700), 0);
    ASSERT_EQ(chdir(part.c_str()), 0);
  }
  std::ofstream("deep") << "1";
  auto entries = walk_all();
  ASSERT_EQ(chdir("/"), 0);
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_GT(entries[0].path.size(), 5000u);
}

TEST_F(RealTree, AMissingRootIsAnError) {
  EXPECT_FALSE(open_tree(m_root + "/none").has_value());
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
//
// Frames: one version byte, then a protobuf Envelope (proto/wire.proto).
// Pure; safe from any thread.
#pragma once

#include "core/base/result.hpp"
#include "proto/wire/messages.hpp"

#include <string>
#include <string_view>

namespace wire {

inline constexpr uint8_t k_frame_version = 1;
inline constexpr size_t k_max_frame = size_t{64} << 20;
inline constexpr uint32_t k_max_shards = 65536;

std::string encode(const Message& message);

// What a peer sent, checked: known version, known message, shard numbers in
// range, paths relative and without "." or ".." components. Errc::corrupt
// otherwise. Never throws, whatever the bytes.
base::Result<Message> decode(std::string_view frame);

// A path inside a root: not empty, relative, no empty, "." or ".." component,
// no NUL.
bool is_inner_path(std::string_view path);

} // namespace wire

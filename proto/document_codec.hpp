// SPDX-License-Identifier: Apache-2.0
//
// domain values to messages and back. Decoding never fails: what a message
// lacks is absent, an unknown passage kind is prose, an unknown role a mention.
#pragma once

#include "core/domain/document.hpp"
#include "proto/document.pb.h"

namespace proto {

void encode(const domain::Locator& from, pb::Locator& to);
void encode(const domain::Fact& from, pb::Fact& to);
void encode(const domain::Passage& from, pb::Passage& to);
void encode(const domain::Key& from, pb::Key& to);
void encode(const domain::Reject& from, pb::Reject& to);
void encode(const domain::DocumentHead& from, pb::DocumentHead& to);

domain::Locator decode(const pb::Locator& from);
// A number that is not finite is dropped: the text stays.
domain::Fact decode(const pb::Fact& from);
domain::Passage decode(const pb::Passage& from);
domain::Key decode(const pb::Key& from);
domain::KeyRole role_of(uint32_t number); // as stored
domain::Reject decode(const pb::Reject& from);
domain::DocumentHead decode(const pb::DocumentHead& from);

} // namespace proto

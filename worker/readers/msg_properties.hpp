// SPDX-License-Identifier: Apache-2.0
//
// The properties of a message, a recipient or an attachment in a .msg file
// ([MS-OXMSG] 2.4): a table of fixed values, and a stream for each of the
// others.
#pragma once

#include "worker/readers/compound_file.hpp"
#include "worker/readers/mapi_properties.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace readers {

// A value of 16 bytes of the table; its head, of 8 to 32 bytes, is told by
// the length. Values that stand in streams are left out.
void parse_msg_table(std::string_view stream, MapiProperties& out);

// The ids by which one file calls its named properties ([MS-OXMSG] 2.2.3);
// 0 where it has none.
struct MsgNames {
  uint16_t keywords = 0;
  uint16_t location = 0; // of an appointment
  uint16_t begins = 0;
  uint16_t ends = 0;
};
MsgNames parse_msg_names(std::string_view guids, std::string_view entries,
                         std::string_view strings);

// All of `storage`. Data of attachments stays where it is; `damage` gets what
// is cut.
MapiProperties read_msg_properties(CompoundFile& file, size_t storage,
                                   std::vector<CompoundDamage>& damage);

} // namespace readers

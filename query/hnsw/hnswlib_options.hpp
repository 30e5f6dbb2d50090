// SPDX-License-Identifier: Apache-2.0
//
// To be included before hnswlib. Private to the room.
#pragma once

// hnswlib reads one number beyond a list of links, to prefetch what it leads
// to. That lies within the point, or within what malloc rounds a list up to;
// where every byte is watched, it goes without.
#if defined(__SANITIZE_ADDRESS__)
#define NO_MANUAL_VECTORIZATION
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define NO_MANUAL_VECTORIZATION
#endif
#endif

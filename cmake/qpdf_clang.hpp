// SPDX-License-Identifier: Apache-2.0
//
// Included before all else, by CMake, where clang compiles a file that uses
// qpdf. In JSON.hh of qpdf the class JSON holds a std::vector<JSON> in a
// private struct, and clang up to 14 with libstdc++ 12 and C++20 looks for the
// constexpr destructor of that vector while JSON is incomplete, and stops. A
// list has no such destructor. Nothing but libqpdf makes, reads or ends that
// struct.
#pragma once

#include <qpdf/Types.h>

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <qpdf/InputSource.hh>
#include <qpdf/PointerHolder.hh>
#include <set>
#include <string>
#include <vector>

#define vector list
#include <qpdf/JSON.hh>
#undef vector

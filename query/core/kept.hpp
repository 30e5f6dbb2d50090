// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <typeindex>
#include <typeinfo>
#include <utility>

namespace query {

// What was made of something that does not change, so that it is made once: by
// its type, by whoever asks first, while others wait. Safe from any thread.
class Kept {
public:
  // The T that is kept; else what `make()` gives, a base::Result<T>. An error
  // is not kept. `make` must not ask for the same T.
  template <typename T, typename Make>
  base::Result<std::shared_ptr<const T>> get(const Make& make) {
    return get<T>(make, [](const T&) { return true; });
  }

  // The same, and made anew where the kept one is not `valid` any more.
  template <typename T, typename Make, typename Valid>
  base::Result<std::shared_ptr<const T>> get(const Make& make,
                                             const Valid& valid) {
    Place& place = place_of(typeid(T));
    const std::lock_guard lock(place.mutex);
    if (!place.held || !valid(*static_cast<const T*>(place.held.get()))) {
      base::Result<T> made = make();
      if (!made) {
        return base::fail(std::move(made.error()));
      }
      place.held = std::make_shared<const T>(std::move(*made));
    }
    return std::static_pointer_cast<const T>(place.held);
  }

private:
  struct Place {
    std::mutex mutex; // guards held
    std::shared_ptr<const void> held;
  };
  Place& place_of(std::type_index type) {
    const std::lock_guard lock(m_mutex);
    return m_places[type]; // stays where it is
  }

  std::mutex m_mutex; // guards m_places
  std::map<std::type_index, Place> m_places;
};

} // namespace query

#pragma once
// Colour maps: which colour a place between 0 and 1 has.

#include "picture/picture.hpp"

#include <cstdint>
#include <string>

namespace grader {

struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  bool operator==(const Rgb&) const = default;
};

/// The colour at `place`, from 0 to 1. Sequential: from dark violet to light yellow, with even
/// steps of lightness. Diverging: blue below the middle, near white in it, red above.
Rgb colour_at(Colours colours, double place);

/// Black or white, whichever is easier to read on `background`.
Rgb ink_on(Rgb background);

/// "#0a8b96".
std::string hex(Rgb colour);

}  // namespace grader

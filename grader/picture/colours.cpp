#include "picture/colours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace grader {
namespace {

// Chosen in the colour space OKLCh, where equal steps of lightness look equal: lightness from 0.24
// to 0.92, hue from violet (305 degrees) through blue and green to yellow (105), and as much chroma
// as a screen can show, at most 0.16.
constexpr Rgb sequential_anchors[] = {{42, 15, 64},   {44, 42, 105},   {13, 73, 140},
                                      {1, 107, 143},  {0, 139, 150},   {5, 171, 150},
                                      {66, 203, 128}, {166, 221, 103}, {245, 234, 92}};

// Likewise: both ends equally dark and equally far in hue from the neutral middle.
constexpr Rgb diverging_anchors[] = {
    {20, 103, 194}, {138, 175, 223}, {245, 245, 245}, {218, 153, 144}, {179, 56, 48}};

std::uint8_t between(std::uint8_t a, std::uint8_t b, double share) {
  return static_cast<std::uint8_t>(std::lround(a + share * (b - a)));
}

/// The light that a screen gives for a channel's number, between 0 and 1 (IEC 61966-2-1).
double linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

}  // namespace

Rgb colour_at(Colours colours, double place) {
  const std::span<const Rgb> anchors = colours == Colours::sequential
                                           ? std::span<const Rgb>(sequential_anchors)
                                           : std::span<const Rgb>(diverging_anchors);
  const double at = std::clamp(place, 0.0, 1.0) * static_cast<double>(anchors.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(at), anchors.size() - 2);
  const Rgb a = anchors[below], b = anchors[below + 1];
  const double share = at - static_cast<double>(below);
  return {between(a.red, b.red, share), between(a.green, b.green, share),
          between(a.blue, b.blue, share)};
}

Rgb ink_on(Rgb background) {
  const double luminance = 0.2126 * linear(background.red) + 0.7152 * linear(background.green) +
                           0.0722 * linear(background.blue);
  // Where the contrast with black, (L + 0.05) / 0.05, is that with white, 1.05 / (L + 0.05).
  return luminance > 0.179 ? Rgb{0, 0, 0} : Rgb{255, 255, 255};
}

std::string hex(Rgb colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

}  // namespace grader

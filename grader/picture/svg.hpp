#pragma once
// What the SVG file and the HTML page share.

#include "picture/picture.hpp"

#include <string>

namespace grader {

/// Part of an SVG document, drawn from its origin to the right and down, in pixels.
struct Drawing {
  std::string elements;
  double width = 0;
  double height = 0;
};

/// Maps with axes and legend; notes and title are left to the caller.
Drawing draw_figure(const Figure& figure);
Drawing draw_chart(const Chart& chart);

/// The figure as the files draw it: with no more cells than a page can hold.
Figure for_files(const Figure& figure);

/// What the marks of cells without a number mean; empty where there are none.
std::string marks_explained(const Figure& figure);

/// Colours of text and lines for light and dark screens, as CSS.
std::string picture_style();

}  // namespace grader

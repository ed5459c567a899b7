#pragma once
// What the SVG file and the HTML page share.

#include "picture/picture.hpp"

#include <string>
#include <vector>

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

/// One map of a figure with its axes.
Drawing draw_map(const Figure& figure, const Map& map);

/// What a colour stands for: a bar for each scale that the figure's maps use.
struct Legend {
  std::string name;
  const Scale* scale = nullptr;
  Colours colours = Colours::sequential;
};
std::vector<Legend> legends_of(const Figure& figure);
Drawing draw_legend(const Legend& legend);

/// The figure as the files draw it: with no more cells than a page can hold.
Figure for_files(const Figure& figure);

/// What the marks of cells without a number mean; empty where there are none.
std::string marks_explained(const Figure& figure);

/// Colours of text and lines for light and dark screens, as CSS.
std::string picture_style();

}  // namespace grader

#pragma once
// What an exercise says about its pictures: which of its arrays `grade picture` draws, and how.

#include <optional>
#include <string>
#include <vector>

namespace grader {

/// An array drawn as coloured cells. One of rank 2 is a map; one of higher rank gives a map for
/// each of its last two axes' matrices; a step of rank 1 that is recorded every turn gives a row
/// each turn.
struct PictureMap {
  std::string of;           ///< a step or a result
  std::string rows;         ///< what a row of the map stands for
  std::string columns;      ///< what a column stands for
  std::string each;         ///< what one map stands for where there are several
  bool transposed = false;  ///< rows and columns change places before the map is drawn
  std::string labels;       ///< an integer input, whose numbers stand in the cells; may be empty
  std::vector<double> highlight;    ///< labels that are marked
  std::string where;                ///< a step or result of the same shape; may be empty
  double above = 0;                 ///< cells are blank unless the number of `where` is above this
  std::optional<double> low, high;  ///< ends of the scale, instead of those of the numbers
};

/// An array of rank 1, or a number that is recorded every turn, drawn as a curve.
struct PictureCurve {
  std::string of;    ///< a step or a result
  std::string axis;  ///< what the numbers are counted by
};

struct PictureSpec {
  std::vector<PictureMap> maps;
  std::vector<PictureCurve> curves;
};

/// The map of an array that nothing more is said of: attention weights have a row for each query
/// and a column for each key.
inline PictureMap usual_map(const std::string& of) {
  PictureMap map;
  const bool weights = of.find("weights") != std::string::npos;
  map.of = of;
  map.rows = weights ? "query" : "row";
  map.columns = weights ? "key" : "column";
  map.each = weights ? "head" : "part";
  return map;
}

/// The curve of an array that nothing more is said of.
inline PictureCurve usual_curve(const std::string& of) { return {of, "step"}; }

}  // namespace grader

#pragma once
// An exercise as its folder describes it. Nothing else in the grader knows exercises by name.

#include "core/picture.hpp"
#include "core/tensor.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// Element i is right when |actual - expected| <= atol + rtol * |expected|.
struct Tolerance {
  double rtol = 1e-6;
  double atol = 1e-9;
};

struct Limits {
  unsigned cpu_seconds = 2;  ///< of one case; the wall clock may run three times as long
  unsigned memory_mib = 1024;
};

enum class Distribution { normal, uniform, integers };

/// One length of a shape: `factor` times the size named `symbol`, or `factor` alone where it is
/// empty.
struct Length {
  std::size_t factor = 1;
  std::string symbol;
};

/// How one input is drawn. Inputs of the same stream share one generator, in the order of the
/// recipe.
struct Draw {
  std::string name;
  std::string stream;
  std::vector<Length> shape;
  bool filled_by_columns = false;  ///< the draws run down the columns of a matrix
  Distribution distribution = Distribution::normal;
  double first = 0;   ///< mean, or low
  double second = 1;  ///< standard deviation, or high (not included for integers)
};

/// Sizes by symbol, such as N = 3.
using Sizes = std::map<std::string, std::size_t>;

struct SizeRange {
  std::size_t low = 1;
  std::size_t high = 1;  ///< included
};

struct Recipe {
  std::vector<Draw> draws;
  std::map<std::string, SizeRange> fresh;  ///< sizes of fresh cases
};

struct Exercise {
  unsigned number = 0;
  std::string name;    ///< without the number, such as matrix_attention
  std::string folder;  ///< with it, such as 02_matrix_attention
  std::string title;
  std::string source;
  double points = 1;
  std::string function;
  std::vector<std::string> arguments;  ///< inputs in the order in which the function takes them
  std::vector<std::string> results;    ///< names of the arrays that it returns, in their order
  std::vector<std::string> steps;      ///< recorded steps in the order of computation
  Tolerance tolerance;
  std::string tolerance_reason;
  Limits limits;
  std::vector<std::string> hints;
  Recipe recipe;
  std::optional<PictureSpec> picture;  ///< none: the names of the arrays decide

  std::filesystem::path directory;  ///< exercises/NN_name
  std::filesystem::path stub() const { return directory / (name + ".cpp"); }
  std::filesystem::path original() const { return directory / (name + ".cpp.original"); }
  std::filesystem::path contract() const { return directory / (name + ".hpp"); }
  std::filesystem::path statement() const { return directory / "README.md"; }
};

}  // namespace grader

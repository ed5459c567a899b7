#pragma once
// Inputs from a recipe, seeds and sizes.

#include "core/exercise.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace grader {

/// The shape of an input once its sizes are known. Requires every symbol in `sizes`.
Shape shape_of(const Draw& draw, const Sizes& sizes);

/// All inputs of the recipe, drawn as NumPy or PyTorch would: one generator a stream, then scaled
/// and shifted as the case says. The stream of an input that it gives moves on all the same.
std::map<std::string, Tensor> draw_inputs(const Recipe& recipe, const Case& one);

/// A case with sizes and seeds of its own, derived from `seed` and `index`; expected values still
/// missing. It is as unusual as `like`, where that is given: with its scale, shift and given
/// inputs; and with its sizes where there are such inputs, else in every other case.
Case fresh_case(const Exercise& exercise, std::uint64_t seed, unsigned index,
                const Case* like = nullptr);

/// Cases of all small shapes, the smallest first, and of large ones; expected values still missing.
/// Of one or two sizes each combination of 1 to 11 is there, of more each pair of sizes of any two,
/// and each size is once 71 beside small ones. Those that break a relation are left out. Each fourth
/// is scaled and shifted as one of `models`. Behind them stand cases with values that are rarely
/// drawn, such as equal rows and zeros, of each array.
std::vector<Case> shape_cases(const Exercise& exercise, std::uint64_t seed,
                              const std::vector<const Case*>& models);

/// The cases on which costs are counted, in rising sizes, as the seed decides; expected values and
/// costs still missing. Requires `costs`.
std::vector<Case> cost_cases(const Exercise& exercise, std::uint64_t seed);

/// The cases after which fresh ones may be drawn, in an order that the seed decides. Those with a
/// scale, a shift or given inputs come first; none that draws nothing.
std::vector<const Case*> models_of_fresh_cases(const Exercise& exercise,
                                               const std::vector<Case>& cases, std::uint64_t seed);

/// "" when the case's inputs are bit for bit what its seeds give, else the first that is not.
std::string redraw_difference(const Exercise& exercise, const Case& one);

}  // namespace grader

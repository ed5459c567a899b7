#pragma once
// What every submission to an exercise is held to: reference data, inputs drawn from a recipe, and
// known mistakes, which docs/formats.md describes.

#include "core/exercise.hpp"
#include "course/course.hpp"

#include <future>
#include <mutex>

namespace grader {

/// The cases of reference_data/NN_name.json. Throws InputError, naming file and place, where the
/// file does not fit the exercise.
std::vector<Case> load_cases(const Course& course, const Exercise& exercise);

struct Material {
  std::vector<Case> cases;
  std::shared_future<std::vector<Mistake>> known;

  /// Read when they are first asked for: to grade what passes takes none of them. Throws
  /// InputError.
  const std::vector<Mistake>& mistakes() const { return known.get(); }
};

/// Reads the material of each exercise once, whichever thread asks first.
class Library {
 public:
  /// Throws InputError where the course's files are wrong, or a case's inputs do not follow from
  /// its seeds.
  std::shared_ptr<const Material> of(const Course& course, const Exercise& exercise);

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Material>> read_;  ///< by the exercise's folder
};

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
/// and each size is once 71 beside small ones. Those that break a relation are left out. Each
/// fourth is scaled and shifted as one of `models`. Behind them stand cases with values that are
/// rarely drawn, such as equal rows and zeros, of each array.
std::vector<Case> shape_cases(const Exercise& exercise, std::uint64_t seed,
                              const std::vector<const Case*>& models);

/// The case on which costs are counted, as the seed decides; expected values and costs still
/// missing. Requires `costs`.
Case cost_case(const Exercise& exercise, std::uint64_t seed);

/// The cases after which fresh ones may be drawn, in an order that the seed decides. Those with a
/// scale, a shift or given inputs come first; none that draws nothing.
std::vector<const Case*> models_of_fresh_cases(const Exercise& exercise,
                                               const std::vector<Case>& cases, std::uint64_t seed);

/// "" when the case's inputs are bit for bit what its seeds give, else the first that is not.
std::string redraw_difference(const Exercise& exercise, const Case& one);

/// The mistakes of mistakes.md; of a released copy those of its file; none where there is neither.
/// Throws InputError, naming file and line.
std::vector<Mistake> load_mistakes(const Course& course, const Exercise& exercise);

/// The mistakes that `text`, the content of `file`, describes. Throws InputError, naming
/// file and line.
std::vector<Mistake> parse_mistakes(std::string_view text, const std::filesystem::path& file,
                                    const Exercise& exercise);

/// The solution's text with the patches of the mistake. Throws InputError where old lines do not
/// stand in the solution exactly once, or two patches change the same ones.
std::string apply_mistake(const Course& course, const Exercise& exercise, const Mistake& mistake);

/// Two of the known mistakes, by their indices, made in one solution.
struct MergedMistakes {
  std::size_t first, second;
  std::string text;  ///< the solution with both; empty in a released copy
};

/// The pairs of mistakes that change words of the solution between the same two records, no word
/// twice: what both do to one step only a program with both tells. Of too many the smallest
/// changes. Throws InputError, naming file and line.
std::vector<MergedMistakes> merged_mistakes(const Course& course, const Exercise& exercise,
                                            const std::vector<Mistake>& mistakes);

/// The file of a released copy for `mistakes`, without their patches: JSON.
std::string released_mistakes(const std::vector<Mistake>& mistakes,
                              const std::vector<MergedMistakes>& merged);

/// The mistakes of such a file. Throws InputError, naming file and place.
std::vector<Mistake> read_released_mistakes(const std::filesystem::path& file);

}  // namespace grader

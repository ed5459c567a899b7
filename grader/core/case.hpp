#pragma once
// A case: inputs and expected values; and known mistakes.

#include "core/exercise.hpp"
#include "core/tensor.hpp"

namespace grader {

/// Values that a document prints of a result, or of its first part, to so many decimals.
struct Published {
  int digits = 0;
  std::size_t result = 0;  ///< which one
  Tensor tensor;           ///< with the last axes of the result
};

struct Case {
  std::string name;
  Sizes sizes;
  std::map<std::string, std::uint32_t> seeds;  ///< by stream
  std::map<std::string, std::uint64_t> skip;   ///< numbers left out at the start of a torch stream
  std::map<std::string, double> scale;         ///< factor on a drawn input; 1 where absent
  std::map<std::string, double> shift;   ///< added to a drawn input after that; 0 where absent
  std::set<std::string> given;           ///< inputs that are written down instead of drawn
  std::map<std::string, Tensor> inputs;  ///< by name
  std::vector<Tensor> expected;          ///< one for each of the exercise's results
  std::optional<Published> published;
  std::vector<NamedTensor> steps;  ///< in the order in which the solution records them
  bool fresh = false;              ///< drawn for this run
  std::optional<Costs> costs;      ///< what the reference costs, where costs are graded
};

/// `inputs` in the order in which the exercise's function takes them.
inline std::vector<Tensor> arguments_of(const Exercise& exercise,
                                        const std::map<std::string, Tensor>& inputs) {
  std::vector<Tensor> arguments;
  for (const std::string& name : exercise.arguments) arguments.push_back(inputs.at(name));
  return arguments;
}

/// A wrong version of the solution that people really write.
struct Mistake {
  /// A line of a change, as in a patch: one that the solution has and keeps or loses, or a new one.
  struct PatchLine {
    enum class Change { kept, removed, added } change;
    std::string text;
  };
  /// Lines that stand in the solution one after the other, and what becomes of them.
  struct Patch {
    std::size_t line = 0;  ///< of the file
    std::vector<PatchLine> lines;
  };

  std::string name;
  std::string message;      ///< what to tell the student
  std::string shares;       ///< name of the mistake whose message this one shares; may be empty
  bool equivalent = false;  ///< mathematically equal to the solution: passes, with a note
  std::string file;         ///< mistakes.md or that of a family
  std::size_t line = 0;     ///< of it
  std::string family;       ///< that has its patches; empty for those of its own
  std::string left_out;     ///< why a family's mistake is none here; empty for those that are
  std::vector<Patch> patches;
  std::size_t cost = 0;  ///< how many words and signs of the solution are others

  /// The name that is told: of mistakes that share a message, the one that owns it speaks for all.
  const std::string& owner() const { return shares.empty() ? name : shares; }
};

}  // namespace grader

#pragma once
// An exercise as its folder describes it, with its cases and known mistakes, and what a program is
// built from besides the text that is graded. Nothing else in the grader knows exercises by name.

#include "core/outcome.hpp"
#include "core/tensor.hpp"

#include <filesystem>
#include <map>

namespace grader {

struct Limits {
  unsigned cpu_seconds = 2;  ///< of one case; it may be idle three times as long
  unsigned memory_mib = 1024;
  unsigned run_seconds = 0;      ///< of all calls of an exercise together, idle ones too; 0: any
  std::uint64_t most_reads = 0;  ///< of numbers, where costs are counted; 0: any
};

/// How sources include a header, which may be kept as NAME.hpp.original: as it was handed out.
inline std::filesystem::path header_name(const std::filesystem::path& header) {
  return header.extension() == ".original" ? header.stem() : header.filename();
}

/// A source of the course's own, and the headers that it may include.
struct Reference {
  std::filesystem::path source;
  std::set<std::filesystem::path> headers;
  bool optimise = false;  ///< called so often that it pays
};

/// An exercise's program, or that of a demonstration.
struct ProgramSpec {
  std::string name;    ///< of its function, and of its files: NAME.cpp, and NAME.hpp, the contract
  std::string folder;  ///< what messages call it: NN_NAME of an exercise
  Limits limits;
  std::vector<std::string> uses;  ///< names of the exercises whose reference versions it calls

  std::filesystem::path course;             ///< the folder of the course that it is part of
  std::filesystem::path directory;          ///< where the contract lies: exercises/NN_name, demos
  std::set<std::filesystem::path> headers;  ///< that its code may include, by header_name()
  std::vector<Reference> references;        ///< what it is linked with
  std::optional<Reference> solution;        ///< what its costs are compared with, where they count
  std::optional<Reference> recorded;        ///< the solution, for what it gives in every shape
  std::filesystem::path measures_source;    ///< measures.cpp; empty where nothing is measured
  std::filesystem::path released;           ///< objects that stand for sources a copy does not have
  std::filesystem::path contract() const { return directory / (name + ".hpp"); }
};

enum class Distribution {
  normal,
  uniform,
  integers,
  linear,  ///< PyTorch's initial weights and biases of a linear layer
};

/// One length of a shape: `factor` times the size named `symbol`, or `factor` alone where it is
/// empty.
struct Length {
  std::size_t factor = 1;
  std::string symbol;
  std::string text() const {
    if (symbol.empty()) return std::to_string(factor);
    return (factor == 1 ? "" : std::to_string(factor) + "*") + symbol;
  }
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
  Length features;    ///< for linear: how many features the layer takes
};

/// Sizes by symbol, such as N = 3.
using Sizes = std::map<std::string, std::size_t>;

/// "K = 7, N = 3".
std::string sizes_text(const Sizes& sizes);

struct SizeRange {
  std::size_t low = 1;
  std::size_t high = 1;  ///< included
};

/// What always holds of a size, or of the numbers of an input: "Nq <= Nk", "w >= 1", "4*U =
/// heads*d" or "ids < V". A single number that stands in one is varied like a size.
struct SizeRelation {
  std::string left;
  std::string sign;
  std::vector<std::string> factors;  ///< of the right side: symbols, or a number
  std::string condition = {};        ///< an input; only where it is not 0, of <=
};

struct Recipe {
  std::vector<Draw> draws;
  std::set<std::string> torch;  ///< streams of PyTorch's generator; the others are NumPy's
  bool draws_fresh = true;      ///< whether other seeds make a case
  std::map<std::string, SizeRange> fresh;  ///< sizes of fresh cases
  std::vector<SizeRelation> relations;     ///< of all legal sizes
};

/// What a measure must be. A measure that is not a number meets nothing.
struct Requirement {
  std::string name;     ///< also that of the mistake that failing it shows
  std::string measure;  ///< one of the measures
  std::optional<double> at_least;
  std::optional<double> at_most;
  std::vector<std::string> cases;  ///< where it holds; everywhere for none
  std::string message;             ///< what to tell a student who fails it
  std::string part = {};  ///< of the results, which can be wrong by itself; empty where it has none
};

/// For an exercise whose results are random or learnt: numbers that the course's own measures.cpp
/// computes from inputs and results, and what they must be. The file lies beside the solution
/// where it does some of the same work, else in the exercise's folder.
struct Measures {
  std::vector<std::string> arguments;  ///< inputs and results, in the order of its parameters
  std::vector<std::string> results;    ///< names of the numbers
  std::vector<Requirement> requirements;
  std::string seed = {};  ///< the input that alone decides what is drawn; may be empty
  /// The fewest numbers that cases draw, by their names, where that is not one for each row of the
  /// first result in the first case.
  std::map<std::string, double> draws = {};
};

/// Of an exercise that asks for inputs, on which mistakes of another one show.
struct Catches {
  std::string of;                     ///< the name of that exercise
  std::vector<std::string> mistakes;  ///< of its known ones

  /// How many inputs may be given, and how large: beyond that, overflow tells every mistake.
  static constexpr std::size_t most_inputs = 3, largest_size = 6;
  static constexpr double largest_number = 10'000;
};

/// What a program may cost at most. The first limit that it breaks is told.
struct CostLimit {
  std::string name;  ///< also that of the mistake that breaking it shows
  Cost cost;
  double at_most;       ///< so many times what the reference costs on the same inputs
  std::string message;  ///< what to tell a student who breaks it
};

/// The case on which costs are counted has sizes from these ranges.
struct CostSpec {
  std::map<std::string, SizeRange> sizes;
  std::vector<CostLimit> limits;
  /// Whether a limit bounds this cost.
  bool bounds(Cost cost) const {
    return std::any_of(limits.begin(), limits.end(),
                       [&](const CostLimit& limit) { return limit.cost == cost; });
  }
  /// Whether a program may start threads.
  bool counts_threads() const { return bounds(Cost::span) || bounds(Cost::threads); }
};

struct Hint {
  std::string text;
  std::vector<std::string> steps = {};  ///< or results that it helps with; none: all
};

/// An array drawn as coloured cells. One of rank 2 is a map; one of higher rank gives a map for
/// each of its last two axes' matrices; a step of rank 1 that is recorded every turn gives a row
/// each turn.
struct PictureMap {
  std::string of;           ///< a step or a result
  std::string rows;         ///< what a row of the map stands for
  std::string columns;      ///< what a column stands for
  std::string each;         ///< what one map stands for where there are several
  bool transposed = false;  ///< rows and columns change places before the map is drawn
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
  const bool weights = of.find("weights") != of.npos;
  return {of, weights ? "query" : "row", weights ? "key" : "column", weights ? "head" : "part"};
}

/// The curve of an array that nothing more is said of.
inline PictureCurve usual_curve(const std::string& of) { return {of, "step"}; }

struct Exercise : ProgramSpec {
  unsigned number = 0;
  std::string title;
  double points = 1;
  std::vector<std::string> arguments;  ///< inputs in the order in which the function takes them
  std::vector<std::string> results;    ///< names of the arrays that it returns, in their order
  /// The name of result number `i` among the steps: "result" for the only one.
  std::string result_name(std::size_t i) const {
    return results.size() == 1 ? "result" : results.at(i);
  }
  std::vector<std::string> steps;  ///< recorded steps in the order of computation
  /// The names of what is judged on its own: steps, then results.
  std::vector<std::string> places() const {
    std::vector<std::string> names = steps;
    for (std::size_t i = 0; i < results.size(); ++i) names.push_back(result_name(i));
    return names;
  }
  bool has_step(const std::string& name) const {
    return std::find(steps.begin(), steps.end(), name) != steps.end();
  }
  Tolerance tolerance;
  std::vector<Hint> hints;  ///< in rising order of help
  Recipe recipe;
  std::optional<PictureSpec> picture;  ///< none: the names of the arrays decide

  std::optional<Measures> measures;  ///< instead of expected values
  /// Then the requirements of `measures` are that inputs are accepted, and each mistake caught.
  std::optional<Catches> catches;
  std::optional<CostSpec> costs;  ///< besides right numbers
  bool optimise = false;          ///< whether its reference version is compiled optimised

  std::filesystem::path stub() const { return directory / (name + ".cpp"); }
  std::filesystem::path original() const { return directory / (name + ".cpp.original"); }
  std::filesystem::path statement() const { return directory / "README.md"; }
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
  std::vector<NamedTensor> steps;        ///< in the order in which the solution records them
  bool fresh = false;                    ///< drawn for this run
  std::optional<Costs> costs;            ///< what the reference costs, where costs are graded
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
  std::string file;         ///< mistakes.md
  std::size_t line = 0;     ///< of it
  std::vector<Patch> patches;
  std::size_t cost = 0;  ///< how many words and signs of the solution are others

  /// The name that is told: of mistakes that share a message, the one that owns it speaks for all.
  const std::string& owner() const { return shares.empty() ? name : shares; }
};

}  // namespace grader

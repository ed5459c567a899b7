#pragma once
// The files that an author starts from, made from one declaration. Pure.

#include <string>
#include <utility>
#include <vector>

namespace grader {

/// What stands wherever an author still has to write; `verify` looks for it.
inline constexpr const char* to_write = "FILL IN";

struct Parameter {
  std::string type;  ///< such as const Matrix&
  std::string name;
};

/// A function as it is declared.
struct Declaration {
  std::string result;  ///< its type
  std::string name;
  std::vector<Parameter> parameters;
};

/// Reads "Matrix softmax(const Matrix& scores)"; a semicolon at the end is fine. Throws InputError
/// where it is no declaration, or a parameter has no name.
Declaration parse_declaration(const std::string& text);

/// An input and the lengths of its shape; none for a number.
struct ShapedInput {
  std::string name;
  std::vector<std::string> shape;  ///< such as N, 3 or 2*Dv
};

/// Reads "X=N,D gamma=D eps". Throws InputError.
std::vector<ShapedInput> parse_inputs(const std::string& text);

/// One size that is never larger than another.
struct AtMost {
  std::string size;
  std::string limit;
};

/// What is known of an exercise when its author starts.
struct Sketch {
  std::string folder;  ///< NN_name
  std::string name;
  Declaration declaration;
  std::vector<ShapedInput> inputs;
  std::vector<AtMost> at_most;
  std::string title;
  std::string source;
  bool has_schema = false;  ///< whether the course has docs/exercise.schema.json
};

/// Throws InputError where the inputs contradict the declaration: in their names, or in the rank of
/// an array. What is in structs and lists is not looked at.
void check_inputs(const Sketch& sketch);

/// The sketch with relations of its sizes, such as "E=2*H K<=N": shapes say 2*H in place of E.
/// Throws InputError where a word is no relation of sizes, or they contradict each other.
Sketch related(Sketch sketch, const std::string& relations);

/// The files, by their paths in the course: statement, contract, exercise.json, solution,
/// mistakes.md, and the module of the generator.
std::vector<std::pair<std::string, std::string>> scaffold(const Sketch& sketch);

}  // namespace grader

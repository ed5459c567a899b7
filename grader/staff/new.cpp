// new: the files of an exercise, made from one declaration, for its author to fill in.

#include "cli/commands.hpp"
#include "core/text.hpp"
#include "core/tokens.hpp"
#include "staff/verify.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <regex>
#include <sstream>

namespace grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t line_width = 100;

struct Parameter {
  std::string type;  ///< such as const Matrix&
  std::string name;
};

struct Declaration {
  std::string result;  ///< its type
  std::string name;
  std::vector<Parameter> parameters;
};

/// An input and the lengths of its shape; none for a number.
struct ShapedInput {
  std::string name;
  std::vector<std::string> shape;  ///< such as N, 3 or 2*Dv
};

struct Sketch {
  std::string folder;  ///< NN_name
  std::string name;
  Declaration declaration;
  std::vector<ShapedInput> inputs;
  /// Of sizes that are at most, or at least, another one: how many must be smaller, one below the
  /// other.
  std::map<std::string, std::size_t> levels;
  std::string title;
  std::string source;
  bool has_schema = false;  ///< whether the course has docs/exercise.schema.json
};

bool is_word(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::ranges::all_of(text, in_name);
}

/// `text` up to its last word, and that word, with no space around either.
Parameter split_last_word(std::string_view text) {
  text = trimmed(text);
  std::size_t start = text.size();
  while (start > 0 && in_name(text[start - 1])) --start;
  return {std::string(trimmed(text.substr(0, start))), std::string(text.substr(start))};
}

/// How many lengths the shape of a parameter of this type has; nothing for a struct or a list.
std::optional<std::size_t> rank_of(const std::string& type) {
  constexpr std::pair<std::string_view, std::size_t> ranks[] = {
      {"double", 0}, {"int", 0},    {"bool", 0},    {"size_t", 0},
      {"Vector", 1}, {"Matrix", 2}, {"Tensor3", 3}, {"Tensor4", 4}};
  std::string_view name = trimmed(type);
  for (const std::string_view before : {"const ", "std::", "softmark::"})
    if (name.starts_with(before)) name.remove_prefix(before.size());
  if (name.ends_with('&')) name = trimmed(name.substr(0, name.size() - 1));
  for (const auto& [known, rank] : ranks)
    if (name == known) return rank;
  return std::nullopt;
}

bool takes_whole_numbers(const std::string& type) {
  return std::ranges::any_of(tokens_of(type), [](const Token& token) {
    return token.is("int") || token.is("size_t") || token.is("mt19937");
  });
}

/// "2*H" as its factor and its symbol; a factor of 1 where there is none.
std::pair<unsigned, std::string> product_of(const std::string& length) {
  std::string_view symbol = length;
  const std::optional<unsigned> factor = take_number(symbol);
  if (!factor || !symbol.starts_with('*')) return {1, length};
  return {*factor, std::string(symbol.substr(1))};
}

/// The symbols of sizes, in the order in which shapes name them.
std::vector<std::string> symbols_of(const std::vector<ShapedInput>& inputs) {
  std::vector<std::string> symbols;
  for (const ShapedInput& input : inputs) {
    for (const std::string& length : input.shape) {
      const std::string symbol = product_of(length).second;
      if (is_word(symbol) && std::ranges::find(symbols, symbol) == symbols.end())
        symbols.push_back(symbol);
    }
  }
  return symbols;
}

std::size_t level_of(const Sketch& sketch, const std::string& symbol) {
  const auto level = sketch.levels.find(symbol);
  return level == sketch.levels.end() ? 0 : level->second;
}

/// The range of a size in fresh cases: those of one level end where those of the next begin.
ordered_json range_of(const Sketch& sketch, const std::string& symbol) {
  std::size_t levels = 1;
  if (sketch.levels.contains(symbol)) {
    for (const auto& [other, level] : sketch.levels) levels = std::max(levels, level + 1);
  }
  const std::size_t level = level_of(sketch, symbol);
  return {1 + 7 * level / levels, 1 + 7 * (level + 1) / levels};
}

/// `text` in comments of lines of 100 columns.
std::string comment_lines(const std::string& text) {
  std::string lines;
  for (const std::string& line : wrap(text, line_width - 4)) lines += "/// " + line + "\n";
  return lines;
}

/// The declaration with `before` in front of each parameter, and `after` behind it. Parameters that
/// do not fit into the line go on below the first.
std::string declaration_text(const Declaration& declaration, const std::string& before,
                             const std::string& after) {
  std::string text = declaration.result + " " + declaration.name + "(";
  const std::size_t indentation = text.size();
  std::size_t line_start = 0;
  const auto& parameters = declaration.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string parameter = before + parameters[i].type + " " + parameters[i].name +
                                  (i + 1 < parameters.size() ? "," : ")" + after);
    if (i > 0 && text.size() - line_start + 1 + parameter.size() > line_width) {
      line_start = text.size() + 1;
      text += "\n" + std::string(indentation, ' ');
    } else if (i > 0) {
      text += ' ';
    }
    text += parameter;
  }
  return parameters.empty() ? text + ")" + after : text;
}

std::string shape_of(const ShapedInput& input) {
  return input.shape.empty() ? "a number" : fmt::format("({})", fmt::join(input.shape, ", "));
}

std::string statement(const Sketch& sketch) {
  return fmt::format(
      "# {}\n\n{}: what the function computes and what it is for, its equation, and an example by "
      "hand.\n",
      sketch.title, to_write);
}

std::string contract(const Sketch& sketch) {
  std::string shapes;
  for (const ShapedInput& input : sketch.inputs)
    shapes += fmt::format("{}`{}` {}", shapes.empty() ? "" : ", ", input.name, shape_of(input));
  return fmt::format(
      "#pragma once\n\n#include <softmark/exercise.hpp>\n\nnamespace softmark {{\n\n"
      "/// {}: what comes back, and its shape.\n{}{}{}\n\n}}  // namespace softmark\n",
      to_write, comment_lines("Takes " + shapes + "."),
      comment_lines("Source: " + sketch.source + "."),
      declaration_text(sketch.declaration, "", ";"));
}

ordered_json input_json(const Sketch& sketch, const ShapedInput& input) {
  ordered_json shape = ordered_json::array();
  for (const std::string& length : input.shape) {
    const bool number =
        std::ranges::all_of(length, [](unsigned char c) { return std::isdigit(c) != 0; });
    shape.push_back(number ? ordered_json(std::stoul(length)) : ordered_json(length));
  }
  ordered_json json{{"name", input.name}, {"shape", shape}};
  const auto& parameters = sketch.declaration.parameters;
  const auto taken = std::ranges::find(parameters, input.name, &Parameter::name);
  if (taken != parameters.end() && takes_whole_numbers(taken->type)) {
    json.update({{"distribution", "integers"}, {"low", 0}, {"high", 10}});
  } else if (taken != parameters.end() && input.shape.empty()) {  // mostly a rate, or an epsilon
    json.update({{"distribution", "uniform"}, {"low", 0.1}, {"high", 1}});
  }
  return json;
}

/// On one line. Requires texts without commas and colons.
std::string line_of(const ordered_json& json) {
  std::string line;
  for (const char c : json.dump()) {
    line += c;
    if (c == ',' || c == ':') line += ' ';
  }
  return line;
}

/// A place for the name of each part of a pair or tuple; empty for another result.
std::string result_names(const std::string& type) {
  const std::size_t open = type.find('<');
  const std::string kind = type.substr(0, open);
  if (open == type.npos || (kind != "std::pair" && kind != "std::tuple")) return "";
  std::string names = fmt::format("\"{}: name of the first part\"", to_write);
  int depth = 0;
  for (const char c : type.substr(open)) {
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
    if (c == ',' && depth == 1) names += fmt::format(", \"{}: of the next\"", to_write);
  }
  return fmt::format("  \"results\": [{}],\n", names);
}

/// Only what has no default, or another value.
std::string exercise_json(const Sketch& sketch) {
  std::vector<std::string> inputs;
  for (const ShapedInput& input : sketch.inputs)
    inputs.push_back("      " + line_of(input_json(sketch, input)));
  ordered_json fresh = ordered_json::object();
  for (const std::string& symbol : symbols_of(sketch.inputs))
    fresh[symbol] = range_of(sketch, symbol);
  std::string json = "{\n";
  if (sketch.has_schema) json += "  \"$schema\": \"../../docs/exercise.schema.json\",\n";
  json += fmt::format("  \"format_version\": 1,\n  \"title\": {},\n  \"source\": {},\n",
                      ordered_json(sketch.title).dump(), ordered_json(sketch.source).dump());
  if (sketch.declaration.name != sketch.name)
    json += fmt::format("  \"function\": \"{}\",\n", sketch.declaration.name);
  json +=
      fmt::format("  \"steps\": [\"{}: what the solution records, in its order\"],\n", to_write);
  json += result_names(sketch.declaration.result);
  json += "  \"hints\": [\n";
  for (const char* hint : {"what to think of first\",", "what to do\",", "nearly the code\""})
    json += fmt::format("    \"{}: {}\n", to_write, hint);
  return json + fmt::format(
                    "  ],\n  \"recipe\": {{\n    \"inputs\": [\n{}\n    ],\n    \"fresh\": {}\n"
                    "  }}\n}}\n",
                    fmt::join(inputs, ",\n"), line_of(fresh));
}

std::string solution(const Sketch& sketch) {
  return fmt::format(
      "#include \"{}.hpp\"\n\nnamespace softmark {{\n\n{}\n"
      "  // {}: the solution. Above each statement that students write stands a comment,\n"
      "  // \"// TODO 1: what to do.\"; below it record(\"name of the step\", array).\n}}\n\n"
      "}}  // namespace softmark\n",
      sketch.name, declaration_text(sketch.declaration, "[[maybe_unused]] ", " {"), to_write);
}

std::string mistakes(const Sketch& sketch) {
  return fmt::format(
      "# Known mistakes of {}\n\n{}: for each a heading \"## name\", a sentence that teaches, an "
      "empty line, and\nthe lines of the solution that it changes, as in a patch: see "
      "docs/formats.md\n",
      sketch.folder, to_write);
}

/// "dict(N=3, M=4)"
std::string dictionary(const std::vector<std::string>& names, std::size_t first, std::size_t step) {
  std::string text;
  for (const std::string& name : names) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, first);
    first += step;
  }
  return "dict(" + text + ")";
}

std::string generator(const Sketch& sketch) {
  std::vector<std::string> symbols = symbols_of(sketch.inputs);
  // Those first that others must not be smaller than.
  std::ranges::stable_sort(symbols, {},
                           [&](const std::string& symbol) { return level_of(sketch, symbol); });
  std::vector<std::string> inputs;
  for (const ShapedInput& input : sketch.inputs) inputs.push_back(input.name);
  std::string cases;
  const auto add = [&](const char* name, const std::string& sizes, std::size_t seed) {
    cases += fmt::format("    Case(\"{}\", {}, {}),\n", name, sizes, dictionary(inputs, seed, 1));
  };
  add("ordinary", dictionary(symbols, 3, 2), 1);
  add("other_sizes", dictionary(symbols, 6, 1), 101);
  add("one_token", dictionary(symbols, 1, 0), 201);
  return fmt::format(
      "\"\"\"{}: {}.\"\"\"\n\nimport numpy as np\n\nfrom course import Case\n\n"
      "# Sizes that differ from each other, large numbers, a single token.\nCASES = [\n{}]\n\n\n"
      "def evaluate(inputs):\n"
      "    \"\"\"The output, and the recorded steps as a list of (name, array).\"\"\"\n"
      "    # {}: the function once more, in NumPy, from inputs[\"{}\"]\n",
      sketch.folder, sketch.title, cases, to_write, inputs.empty() ? "" : inputs.front());
}

/// Reads "Matrix softmax(const Matrix& scores)"; a semicolon at the end is fine.
Declaration parse_declaration(const std::string& text) {
  const auto wrong = [&](const std::string& what) {
    throw InputError(fmt::format("{}, found \"{}\"", what, printable(text)),
                     "give one such as: Matrix softmax_rows(const Matrix& scores)");
  };
  std::string_view line = trimmed(text);
  if (line.ends_with(';')) line = trimmed(line.substr(0, line.size() - 1));
  const std::size_t opened = line.find('(');
  if (opened == line.npos || !line.ends_with(')')) wrong("expected the declaration of a function");
  const auto [result, name] = split_last_word(line.substr(0, opened));
  if (result.empty() || !is_word(name)) wrong("expected a type and a name before the parameters");
  Declaration declaration{result, name, {}};
  for (const std::string& part :
       split_parameters(line.substr(opened + 1, line.size() - opened - 2))) {
    declaration.parameters.push_back(split_last_word(part));
    const Parameter& parameter = declaration.parameters.back();
    if (parameter.type.empty() || parameter.type.ends_with("const") || !is_word(parameter.name))
      wrong("expected parameters with a type and a name");
  }
  return declaration;
}

/// Reads "X=N,D gamma=D eps".
std::vector<ShapedInput> parse_inputs(const std::string& text) {
  std::vector<ShapedInput> inputs;
  const auto wrong = [&] {
    throw InputError(fmt::format("expected inputs and their shapes, found \"{}\"", printable(text)),
                     "give them such as: X=N,D gamma=D eps");
  };
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t equals = std::min(word.find('='), word.size());
    ShapedInput input{word.substr(0, equals), {}};
    if (equals + 1 < word.size()) input.shape = split_parameters(word.substr(equals + 1));
    const auto is_length = [](const std::string& length) {
      return !length.empty() &&
             std::ranges::all_of(length, [](char c) { return in_name(c) || c == '*'; });
    };
    if (!is_word(input.name) || !std::ranges::all_of(input.shape, is_length)) wrong();
    inputs.push_back(std::move(input));
  }
  if (inputs.empty()) wrong();
  return inputs;
}

/// Throws InputError where the inputs contradict the declaration: in their names, or in the rank of
/// an array. What is in structs and lists is not looked at.
void check_inputs(const Sketch& sketch) {
  const auto& parameters = sketch.declaration.parameters;
  const auto wrong = [](const std::string& what) {
    throw InputError(what, "give each parameter its shape, such as: X=N,D gamma=D eps");
  };
  bool all_plain = true;
  for (const Parameter& parameter : parameters) {
    const std::optional<std::size_t> rank = rank_of(parameter.type);
    all_plain = all_plain && rank;
    if (!rank) continue;
    const auto input = std::ranges::find(sketch.inputs, parameter.name, &ShapedInput::name);
    if (input == sketch.inputs.end())
      wrong(fmt::format("the inputs lack {}, a parameter of {}", parameter.name,
                        sketch.declaration.name));
    if (input->shape.size() != *rank) {
      wrong(fmt::format("{} is a {}: expected {}, found {}", input->name, parameter.type,
                        count_text(*rank, "length"), input->shape.size()));
    }
  }
  for (const ShapedInput& input : sketch.inputs) {
    if (all_plain &&
        std::ranges::find(parameters, input.name, &Parameter::name) == parameters.end())
      wrong(fmt::format("{} is no parameter of {}", input.name, sketch.declaration.name));
  }
}

/// Adds relations of sizes, such as "E=2*H K<=N", to a sketch: shapes say 2*H in place of E. Throws
/// InputError where a word is no relation of sizes, or they contradict each other.
void add_relations(const std::string& relations, Sketch& sketch) {
  const auto wrong = [&](const std::string& what) {
    throw InputError(fmt::format("{}, found \"{}\"", what, printable(relations)),
                     "give relations of the sizes in shapes, such as: E=2*H K<=N");
  };
  const char* const contradiction = "expected relations that do not contradict each other";
  std::vector<std::pair<std::string, std::string>> equal, at_most;
  std::istringstream words(relations);
  for (std::string word; words >> word;) {
    const std::size_t less = word.find("<="), sign = std::min(word.find('='), word.size() - 1);
    if (less != word.npos) {
      at_most.emplace_back(word.substr(0, less), word.substr(less + 2));
    } else {
      equal.emplace_back(word.substr(0, sign), word.substr(sign + 1));
      const auto [factor, symbol] = product_of(equal.back().second);
      if (factor == 0 || !is_word(symbol)) wrong("expected relations of sizes");
    }
  }
  const auto is_size = [&](const std::string& symbol) {
    const std::vector<std::string> symbols = symbols_of(sketch.inputs);
    return std::ranges::find(symbols, symbol) != symbols.end();
  };
  const auto check_size = [&](const std::string& symbol) {
    if (!is_size(symbol))
      wrong(fmt::format("expected sizes of shapes; {} is none", printable(symbol)));
  };
  for (const auto& [symbol, value] : equal) check_size(symbol);
  for (std::size_t turn = 0; turn < equal.size(); ++turn) {  // one may need another
    for (const auto& [symbol, value] : equal) {
      const auto [factor, other] = product_of(value);
      for (ShapedInput& input : sketch.inputs) {
        for (std::string& length : input.shape) {
          const auto [times, name] = product_of(length);
          if (name != symbol) continue;
          length = times * factor == 1 ? other : fmt::format("{}*{}", times * factor, other);
        }
      }
    }
  }
  for (const auto& [symbol, value] : equal)
    if (is_size(symbol)) wrong(contradiction);
  for (const auto& [size, limit] : at_most) {
    check_size(size);
    check_size(limit);
  }
  // Without a circle no chain is longer than there are relations.
  for (std::size_t turn = 0; turn <= at_most.size(); ++turn) {
    for (const auto& [size, limit] : at_most)
      sketch.levels[limit] = std::max(sketch.levels[limit], sketch.levels[size] + 1);
  }
  for (const auto& [symbol, level] : sketch.levels)
    if (level > at_most.size()) wrong(contradiction);
}

/// The files, by their paths in the course.
std::vector<std::pair<std::string, std::string>> scaffold(const Sketch& sketch) {
  const std::string exercise = "exercises/" + sketch.folder + "/";
  const std::string kept_back = "solutions/" + sketch.folder + "/";
  return {{exercise + "README.md", statement(sketch)},
          {exercise + sketch.name + ".hpp", contract(sketch)},
          {exercise + "exercise.json", exercise_json(sketch)},
          {kept_back + sketch.name + ".cpp", solution(sketch)},
          {kept_back + "mistakes.md", mistakes(sketch)},
          {"reference_data/generate/" + sketch.name + ".py", generator(sketch)}};
}

/// NN_name in its two parts. Throws InputError.
std::pair<unsigned long, std::string> parts_of(const std::string& folder) {
  static const std::regex pattern("([0-9]{1,5})_([a-z][a-z0-9_]*)");
  std::smatch parts;
  if (std::regex_match(folder, parts, pattern)) return {std::stoul(parts[1]), parts[2]};
  throw InputError(fmt::format("expected a number, _ and a name, found \"{}\"", printable(folder)),
                   "./grade new 30_layer_scale");
}

void check_free(const fs::path& course, const std::string& folder) {
  const auto [number, name] = parts_of(folder);
  std::error_code none;  // a new course
  for (const auto& entry : fs::directory_iterator(course / "exercises", none)) {
    const std::string other = entry.path().filename().string();
    if (other.empty() || std::isdigit(static_cast<unsigned char>(other[0])) == 0) continue;
    const auto [other_number, other_name] = parts_of(other);
    if (other_number == number || other_name == name) {
      throw InputError(fmt::format("{} has this number or name already", entry.path().string()),
                       "./grade list   shows all: choose another one");
    }
  }
}

std::string asked(const std::string& question) {
  std::cout << question << "\n> " << std::flush;
  std::string text;
  std::getline(std::cin, text);
  check_interrupted();
  return std::string(trimmed(text));
}

/// The answer of the option, or else that of whoever sits at the terminal. Throws InputError where
/// there is neither.
std::string answer(const std::string& given, const char* option, const std::string& question) {
  if (!given.empty()) return given;
  if (isatty(STDIN_FILENO) == 0) {
    throw InputError("new asks questions, and there is no terminal to ask on",
                     fmt::format("answer by {} and the like: ./grade new --help", option));
  }
  const std::string text = asked(question);
  if (text.empty()) throw InputError("expected an answer");
  return text;
}

/// What always holds of sizes; asked for where a person answers the other questions.
std::string relations_of(const NewOptions& options) {
  if (!options.relations.empty() || !options.inputs.empty() || isatty(STDIN_FILENO) == 0)
    return options.relations;
  return asked("What always holds of sizes, such as E=2*H (E is even) K<=N, or nothing:");
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return;
  throw InputError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()),
                   "use a folder that you can write to");
}

}  // namespace

ExitCode new_command(const Setup& setup, const NewOptions& options) {
  const fs::path course = fs::absolute(setup.course).lexically_normal();
  check_free(course, options.folder);
  Sketch sketch;
  sketch.folder = options.folder;
  sketch.name = parts_of(options.folder).second;
  sketch.declaration = parse_declaration(answer(options.declaration, "--declaration",
                                                "The function's declaration, such as Matrix "
                                                "softmax_rows(const Matrix& scores):"));
  sketch.inputs = parse_inputs(
      answer(options.inputs, "--inputs",
             "Its inputs and their shapes, structs field by field, such as X=N,D gamma=D eps:"));
  check_inputs(sketch);
  add_relations(relations_of(options), sketch);
  sketch.title = answer(options.title, "--title", "What it computes, in a few words:");
  sketch.source = answer(options.source, "--source", "Where its equations come from:");
  sketch.has_schema = fs::exists(course / "docs" / "exercise.schema.json");
  const auto files = scaffold(sketch);
  for (const auto& [name, text] : files) {
    if (fs::exists(course / name))
      throw InputError((course / name).string() + " is there already", "choose another name");
  }
  for (const auto& [name, text] : files) {
    make_folder((course / name).parent_path());
    write_file(course / name, text);
    std::cout << fmt::format("{}: written\n", (course / name).string());
  }
  const bool own =
      fs::weakly_canonical(environment("SOFTMARK_ROOT")) != fs::weakly_canonical(course);
  std::cout << fmt::format("next, until it finds nothing more: ./grade verify {}\n", options.folder)
            << (own ? "every command of this course needs --course\n" : "") << std::flush;
  return ExitCode::all_passed;
}

}  // namespace grader

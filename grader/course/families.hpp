#pragma once
// Families of mistakes: mistakes of lines that several solutions have, each written once, with
// placeholders. docs/formats.md describes the files.

#include "core/case.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// What stands for placeholders, by name without the $.
using Bindings = std::map<std::string, std::string>;

/// Lines in which a family makes its mistakes.
struct FamilyForm {
  std::size_t line = 0;  ///< of the family's file
  std::vector<std::string> lines;
  Bindings words;  ///< what further placeholders stand for where a solution has these lines
};

struct Family {
  std::string file;
  std::vector<FamilyForm> forms;
  std::vector<Mistake> mistakes;  ///< with placeholders
};

/// All families of solutions/families below the course's folder, by name; there may be none.
/// Throws InputError, naming file and line.
std::vector<Family> load_families(const std::filesystem::path& course);

/// The mistakes that the family makes in a solution with this text: once for each place that has
/// the lines of a form and a value for all placeholders. `own` words go before the family's.
std::vector<Mistake> mistakes_in(const Family& family, std::string_view solution,
                                 const Bindings& own);

/// Reads a line such as "$row: column" into `words`; whether it is one.
bool read_word(std::string_view line, Bindings& words);

/// Whether `text` is `pattern`, in which each $name stands for the same text everywhere, with
/// balanced brackets and no comma outside of them: that of `words`, which gains the others.
bool matches(std::string_view pattern, std::string_view text, Bindings& words);

}  // namespace grader

#include "core/error.hpp"
#include "core/text.hpp"
#include "course/mistakes.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>

namespace grader {
namespace {

namespace fs = std::filesystem;

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

/// The letters at the start of `text`: the name of a placeholder whose $ stands before them.
std::string_view name_at(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return text.substr(0, std::ranges::find_if_not(text, letter) - text.begin());
}

/// A line without its comment, and one space where it has several.
std::string code_of(std::string_view line) {
  std::string code;
  for (const char c : trimmed(line.substr(0, line.find("//")))) {
    if (c != ' ' || code.back() != ' ') code += c;
  }
  return code;
}

/// `text` with what its placeholders stand for, which may have placeholders itself. The name of one
/// that has no value goes into `missing`.
std::string filled(std::string_view text, const Bindings& words, std::string& missing) {
  std::string result;
  for (std::size_t at; (at = text.find('$')) != text.npos;) {
    const std::string name(name_at(text.substr(at + 1)));
    result += text.substr(0, name.empty() ? at + 1 : at);
    text.remove_prefix(at + 1 + name.size());
    if (name.empty()) continue;
    const auto word = words.find(name);
    if (word == words.end())
      missing = name;
    else
      result += filled(word->second, words, missing);
  }
  return result.append(text);
}

/// Where a solution has the lines of a form, and what the placeholders stand for there.
struct FormPlace {
  std::vector<std::size_t> lines;
  Bindings words;
};

/// The place behind `place` that has these lines of a form as well, in their order, from line
/// `from` of `code` on; others may stand between them.
std::optional<FormPlace> place_of(std::span<const std::string> form,
                                  const std::vector<std::string>& code, std::size_t from,
                                  const FormPlace& place) {
  if (form.empty()) return place;
  for (std::size_t i = from; i < code.size(); ++i) {
    FormPlace with = place;
    if (!matches(form.front(), code[i], with.words)) continue;
    with.lines.push_back(i);
    if (auto found = place_of(form.subspan(1), code, i + 1, with)) return found;
  }
  return std::nullopt;
}

/// The mistake as it is at this place, with the solution's own lines in the place of the form's;
/// nothing where a placeholder has no value.
std::optional<Mistake> bound(const Family& family, const Mistake& mistake,
                             const std::vector<std::string>& solution, const FormPlace& place) {
  Mistake result = mistake;
  std::string missing;
  for (std::string* text : {&result.name, &result.message, &result.shares})
    *text = filled(*text, place.words, missing);
  for (Mistake::Patch& patch : result.patches) {
    for (Mistake::PatchLine& line : patch.lines) {
      line.text = filled(line.text, place.words, missing);
      if (!missing.empty()) return std::nullopt;
      if (line.change == Mistake::PatchLine::Change::added) continue;
      const auto found = std::ranges::find_if(
          place.lines, [&](std::size_t i) { return code_of(solution[i]) == code_of(line.text); });
      if (found == place.lines.end())
        throw InputError(fmt::format("{}:{}: expected a line of the form, found \"{}\"",
                                     family.file, patch.line, printable(line.text)));
      line.text = std::string(trimmed(solution[*found]));
    }
  }
  return result;
}

/// Refuses a mistake that no form has values for: it would never be made.
void check_placeholders(const Family& family, const Mistake& mistake) {
  std::string all = mistake.name + " " + mistake.message + " " + mistake.shares, missing;
  for (const Mistake::Patch& patch : mistake.patches) {
    for (const Mistake::PatchLine& line : patch.lines) all += " " + line.text;
  }
  for (const FamilyForm& form : family.forms) {
    Bindings words = form.words;
    for (std::string_view rest : form.lines) {
      for (std::size_t at; (at = rest.find('$')) != rest.npos;) {
        rest.remove_prefix(at + 1);
        words.emplace(name_at(rest), "");
      }
    }
    missing.clear();
    filled(all, words, missing);
    if (missing.empty()) return;
  }
  throw InputError(fmt::format("{}:{}: {}: no form has a value for all placeholders, such as ${}",
                               family.file, mistake.line, mistake.name, missing));
}

/// The family that `text`, the content of `file`, describes.
Family parse_family(std::string_view text, const fs::path& file) {
  Family family{file.string(), {}, parse_mistakes_of_family(text, file)};
  std::size_t number = 0;
  bool in_lines = false;
  for (const std::string& line : split_lines(text)) {
    ++number;
    const std::string_view content = trimmed(line);
    if (content.starts_with("## ")) break;
    if (content.starts_with("#")) continue;
    if (content == "lines:") {
      family.forms.push_back({number, {}, {}});
      in_lines = true;
    } else if (content.empty()) {
      in_lines = false;
    } else if (in_lines) {
      family.forms.back().lines.push_back(code_of(content));
    } else if (family.forms.empty() || !read_word(content, family.forms.back().words)) {
      throw InputError(
          fmt::format("{}:{}: expected \"lines:\" or such as \"$row: column\", found \"{}\"",
                      family.file, number, printable(cut(content, 100))));
    }
  }
  for (const FamilyForm& form : family.forms) {
    if (form.lines.empty())
      throw InputError(fmt::format("{}:{}: expected lines of a solution, up to an empty one",
                                   family.file, form.line));
  }
  for (const Mistake& mistake : family.mistakes) check_placeholders(family, mistake);
  return family;
}

std::vector<Mistake> mistakes_in(const Family& family, std::string_view solution,
                                 const Bindings& own) {
  const std::vector<std::string> lines = split_lines(solution);
  std::vector<std::string> code;
  for (const std::string& line : lines) code.push_back(code_of(line));
  std::vector<Mistake> made;
  for (std::size_t i = 0; i < code.size(); ++i) {
    for (const FamilyForm& form : family.forms) {
      Bindings here;
      if (!matches(form.lines.front(), code[i], here)) continue;
      std::optional<FormPlace> place =
          place_of(std::span(form.lines).subspan(1), code, i + 1, {{i}, here});
      if (!place) continue;
      place->words.insert(own.begin(), own.end());
      place->words.insert(form.words.begin(), form.words.end());
      for (const Mistake& mistake : family.mistakes) {
        if (auto one = bound(family, mistake, lines, *place)) made.push_back(std::move(*one));
      }
      break;
    }
  }
  return made;
}

}  // namespace

bool matches(std::string_view pattern, std::string_view text, Bindings& words) {
  std::string name;
  for (; name.empty(); pattern.remove_prefix(1)) {
    if (pattern.empty()) return text.empty();
    if (pattern[0] == '$') name = name_at(pattern.substr(1));
    if (!name.empty()) continue;
    if (!text.starts_with(pattern[0])) return false;
    text.remove_prefix(1);
  }
  pattern.remove_prefix(name.size());
  if (const auto known = words.find(name); known != words.end()) {
    return text.starts_with(known->second) &&
           matches(pattern, text.substr(known->second.size()), words);
  }
  int depth = 0;
  for (std::size_t end = 0; end < text.size(); ++end) {
    const std::string_view one = text.substr(end, 1);
    if (std::string_view("([{").find(one) != one.npos) ++depth;
    if (std::string_view(")]}").find(one) != one.npos) --depth;
    if (depth < 0 || (depth == 0 && one == ",")) return false;
    if (depth > 0) continue;
    Bindings with = words;
    with[name] = text.substr(0, end + 1);
    if (matches(pattern, text.substr(end + 1), with)) {
      words = with;
      return true;
    }
  }
  return false;
}

bool read_word(std::string_view line, Bindings& words) {
  if (!line.starts_with('$')) return false;
  const std::string_view name = name_at(line.substr(1));
  const std::string_view rest = line.substr(1 + name.size());
  if (name.empty() || !rest.starts_with(": ")) return false;
  words[std::string(name)] = trimmed(rest.substr(1));
  return true;
}

std::vector<Mistake> mistakes_of_families(const fs::path& course, std::string_view solution,
                                          const Bindings& own) {
  const fs::path folder = course / "solutions/families";
  std::error_code none;
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".md") files.insert(entry.path());
  }
  std::vector<Mistake> made;
  for (const fs::path& file : files)
    std::ranges::move(mistakes_in(parse_family(read_file(file), file), solution, own),
                      std::back_inserter(made));
  return made;
}

}  // namespace grader

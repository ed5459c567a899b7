#include "core/text.hpp"
#include "grade/second_look.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <map>
#include <sstream>

namespace grader {
namespace {

constexpr std::size_t most_of_a_name = 60;

/// A name that a compiler wrote, as far as it is one, and without what it stands for.
std::string name_in(std::string_view text) {
  constexpr std::string_view own = "softmark::";
  text = trimmed(text.substr(0, text.find("(aka ")));
  if (text == "<unknown>") return "";
  if (text.starts_with(own)) text.remove_prefix(own.size());
  std::string name;
  for (const char c : text) {
    const bool fits = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      std::string_view("_:<>[]*& ,()").find(c) != std::string_view::npos;
    if (fits && name.size() < most_of_a_name) name += c;
  }
  return std::string(trimmed(name));
}

std::string in_line(const char* words, const std::optional<unsigned>& line) {
  return line ? fmt::format("{} {}", words, *line) : "";
}

/// What harness/checked.cpp sends.
struct MemoryFault {
  std::string kind, access, where, name;
  unsigned long long size = 0, region = 0;
  long long offset = 0;
  bool temporary = false;
};

std::optional<MemoryFault> memory_fault(std::istream& words) {
  MemoryFault fault;
  words >> fault.kind >> fault.access >> fault.size >> fault.where >> fault.offset >> fault.region;
  if (!words || (fault.access != "read" && fault.access != "write")) return std::nullopt;
  std::string name;
  std::getline(words, name);
  fault.name = name_in(name);
  fault.temporary = name.find("ref.tmp") != std::string::npos;  // clang's name for it
  return fault;
}

std::string bytes(unsigned long long count) { return count_text(count, "byte"); }

/// "reads 8 bytes", "writes memory"
std::string what_it_does(const MemoryFault& fault) {
  return fmt::format("it {}s {}", fault.access, fault.size > 0 ? bytes(fault.size) : "memory");
}

/// Where an access lies that missed its memory.
std::string beside(const MemoryFault& fault) {
  const auto region = static_cast<long long>(fault.region);
  if (fault.offset < 0) return fmt::format("{} before", bytes(0ULL - fault.offset));
  if (fault.offset == region) return "right behind";
  if (fault.offset > region) return fmt::format("{} behind", bytes(fault.offset - region));
  return "across the end of";
}

std::string outside(const MemoryFault& fault, const FaultLines& lines) {
  const std::string start = what_it_does(fault) + " " + beside(fault);
  if (fault.where == "heap" || fault.where == "heap-invalid") {
    return fmt::format("{} a block of {}{}", start, bytes(fault.region),
                       in_line(" allocated in line", lines.requested));
  }
  const std::string what = fault.where == "global" ? "global variable" : "variable";
  if (fault.name.empty()) return what_it_does(fault) + " outside of its variables";
  return fmt::format("{} the {} {}, which has {}", start, what, fault.name, bytes(fault.region));
}

std::string explain_use_after_end(const MemoryFault& fault, const char* end) {
  if (fault.temporary) return what_it_does(fault) + " of a temporary value that no longer exists";
  return fmt::format("{} of {} after the {} has ended", what_it_does(fault),
                     fault.name.empty() ? "a local variable" : "the variable " + fault.name, end);
}

std::string explain_memory(const MemoryFault& fault, const FaultLines& lines) {
  const std::string& kind = fault.kind;
  if (kind == "heap-use-after-free")
    return fmt::format("{}{} that was freed{}{}", what_it_does(fault),
                       fault.size > 0 ? " of memory" : "", in_line(" in line", lines.returned),
                       in_line(", allocated in line", lines.requested));
  if (kind == "stack-use-after-return")
    return explain_use_after_end(fault, "function that it belongs to");
  if (kind == "stack-use-after-scope")
    return explain_use_after_end(fault, "block that it belongs to");
  if (kind == "double-free")
    return "it frees memory a second time" +
           in_line("; the first time was in line", lines.returned);
  if (kind == "alloc-dealloc-mismatch" || kind == "new-delete-type-mismatch")
    return "it frees memory in another way than it was allocated" +
           in_line(" in line", lines.requested) +
           ": delete[] belongs to new[], delete to new, free to malloc";
  static const std::map<std::string, const char*> others = {
      {"bad-free",
       "it frees memory that was not allocated: no new or malloc returned this address"},
      {"bad-malloc_usable_size", "it asks for the size of memory that was not allocated"},
      {"calloc-overflow", "it allocates more memory than there can be"},
      {"allocation-size-too-big", "it allocates more memory than there can be"},
      {"negative-size-param", "it copies a negative number of bytes"},
      {"memcpy-param-overlap", "it copies memory onto itself: source and target overlap"},
      {"stack-overflow", "its stack is full"}};
  if (const auto found = others.find(kind); found != others.end()) return found->second;
  const bool beside = kind.ends_with("-overflow") || kind == "stack-buffer-underflow";
  return beside ? outside(fault, lines) : what_it_does(fault) + " that is not its own";
}

/// Whole numbers of the type that an overflow left.
std::string beyond(const std::string& type) {
  return fmt::format("does not fit {}", type.empty() ? "its type" : "the type " + type);
}

std::string rest_of(std::istream& words) {
  std::string rest;
  std::getline(words, rest);
  return name_in(rest);
}

std::optional<std::string> explain_overflow(std::istream& words) {
  char sign = 0;
  long long left = 0, right = 0;
  if (!(words >> sign >> left >> right)) return std::nullopt;
  const std::string type = rest_of(words);
  if (sign == '/' && right == 0) return fmt::format("it divides the integer {} by 0", left);
  if (std::string_view("+-*/").find(sign) == std::string_view::npos) return std::nullopt;
  return fmt::format("{} {} {} {}", left, sign, right, beyond(type));
}

std::optional<std::string> explain_shift(std::istream& words) {
  long long value = 0, places = 0;
  if (!(words >> value >> places)) return std::nullopt;
  const std::string type = rest_of(words);
  if (places < 0) return fmt::format("it shifts by {}, which is negative", places);
  return fmt::format("it shifts {} by {} places, more than the type {} allows", value, places,
                     type);
}

std::optional<std::string> explain_null(std::istream& words) {
  int kind = 0;
  words >> kind;
  const std::string type = rest_of(words);
  static const char* const access_kinds[] = {"reads", "writes", "binds a reference to",
                                             "uses a member of", "calls a member of"};
  const char* doing = kind >= 0 && kind < 5 ? access_kinds[kind] : "uses";
  const bool vowel = !type.empty() && std::string_view("aeio").find(type[0]) != type.npos;
  return fmt::format("it {} {} through a null pointer", doing,
                     type.empty() || type == "pointer" ? "memory" : (vowel ? "an " : "a ") + type);
}

std::optional<std::string> explain_undefined(std::istream& words) {
  std::string kind;
  words >> kind;
  if (kind == "overflow") return explain_overflow(words);
  if (kind == "shift") return explain_shift(words);
  if (kind == "null") return explain_null(words);
  long long number = 0;
  if (std::string value; kind == "conversion" && words >> value) {
    return fmt::format("it converts {} to {}, which cannot hold it",
                       number_text(std::strtod(value.c_str(), nullptr)), rest_of(words));
  }
  if (kind == "index" && words >> number)
    return fmt::format("index {} is outside of an array of type {}", number, rest_of(words));
  if (kind == "value" && words >> number)
    return fmt::format(
        "a variable of type {} has the value {}, which this type does not have: it was never set",
        rest_of(words), number);
  static const std::map<std::string, const char*> others = {
      {"misaligned", "it uses an address that is not aligned for its type"},
      {"small", "it uses memory that is too small for its type"},
      {"pointer", "it computes an address far outside of its memory"},
      {"other", "it uses an array in a way that C++ does not define"}};
  const auto found = others.find(kind);
  if (found == others.end()) return std::nullopt;
  return found->second;
}

/// What harness/races.cpp sends.
std::optional<std::string> explain_race(std::istream& words, const FaultLines& lines) {
  std::string access, other;
  words >> access >> other;
  const auto known = [](const std::string& one) { return one == "read" || one == "write"; };
  if (!known(access) || !known(other)) return std::nullopt;
  const bool same = lines.here && lines.here == lines.requested;
  const std::string elsewhere = same ? " here" : in_line(" in line", lines.requested);
  return fmt::format("a race: it {}s memory here that another thread {}s{} at the same time",
                     access, other, elsewhere);
}

}  // namespace

FaultFrames fault_frames(const std::vector<std::uint64_t>& frames) {
  FaultFrames parts;
  std::vector<std::uint64_t>* const all[] = {&parts.here, &parts.requested, &parts.returned};
  std::size_t part = 0;
  for (const std::uint64_t address : frames) {
    if (address != 0) {
      all[part]->push_back(address);
    } else if (++part == std::size(all)) {
      break;
    }
  }
  return parts;
}

std::optional<std::string> explain_fault(std::string_view text, const FaultLines& lines) {
  std::istringstream words{std::string(text)};
  std::string who;
  words >> who;
  if (who == "undefined") return explain_undefined(words);
  if (who == "race") return explain_race(words, lines);
  if (who != "memory") return std::nullopt;
  const std::optional<MemoryFault> fault = memory_fault(words);
  return fault ? std::optional(explain_memory(*fault, lines)) : std::nullopt;
}

}  // namespace grader

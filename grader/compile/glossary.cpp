#include "compile/wording.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

bool has(std::string_view text, std::string_view piece) {
  return text.find(piece) != std::string_view::npos;
}

/// Whether `test` holds for one of `words`, which stand between bars: "exp|log".
template <class Test>
bool any_of(std::string_view words, Test test) {
  for (std::size_t end = 0; end < words.npos;
       words.remove_prefix(std::min(end + 1, words.size()))) {
    end = words.find('|');
    if (test(words.substr(0, end))) return true;
  }
  return false;
}

bool has_any(std::string_view text, std::string_view pieces) {
  return any_of(pieces, [&](std::string_view piece) { return has(text, piece); });
}

bool is_any(std::string_view name, std::string_view names) {
  return any_of(names, [&](std::string_view one) { return one == name; });
}

/// Characters of statements and of word processors, and what C++ has for them.
struct Character {
  const char* written;
  const char* name;
  const char* instead;
};
constexpr Character characters[] = {
    {"\u2212", "U+2212", "-"},  {"\u2013", "U+2013", "-"},  {"\u00b7", "U+00B7", "*"},
    {"\u00d7", "U+00D7", "*"},  {"\u2264", "U+2264", "<="}, {"\u2265", "U+2265", ">="},
    {"\u2260", "U+2260", "!="}, {"\u201c", "U+201C", "\""}, {"\u201d", "U+201D", "\""},
    {"\u2018", "U+2018", "'"},  {"\u2019", "U+2019", "'"},
};

std::string on_character(std::string_view code) {
  for (const Character& each : characters) {
    if (has(code, each.written)) {
      return fmt::format(
          "Type an ordinary {}: {} ({}), as copied from a text, is another character.",
          each.instead, each.written, each.name);
    }
  }
  return "";
}

/// The name that follows `start` in the code: exp after "np." in np.exp(A).
std::string_view name_after(std::string_view code, std::string_view start) {
  const std::size_t found = code.find(start);
  if (found == std::string_view::npos) return {};
  std::string_view rest = code.substr(found + start.size());
  std::size_t length = 0;
  while (length < rest.size() && in_name(rest[length])) ++length;
  return rest.substr(0, length);
}

/// NumPy's functions that have another name here, or are none of an array.
struct Function {
  const char* names;
  const char* here;
};
constexpr Function functions[] = {
    {"dot|matmul|mm", "xt::linalg::dot(A, B)"},
    {"T|transpose", "xt::transpose(A)"},
    {"cols", "A.shape(1)"},
    {"rows", "A.shape(0)"},
    {"row", "xt::view(A, n, xt::all())"},
    {"col", "xt::view(A, xt::all(), n)"},
    {"sum", "xt::sum(A), as a number xt::sum(A)()"},
    {"mean", "xt::mean(A), as a number xt::mean(A)()"},
    {"max", "xt::amax(A)"},
    {"min", "xt::amin(A)"},
    {"power", "xt::pow(A, 2)"},
    {"concatenate", "xt::concatenate(xt::xtuple(A, B), 0)"},
    {"permute", "xt::transpose(A, {0, 2, 1})"},
    {"Zero|zeros", "xt::zeros<double>({N, M})"},
    {"ones", "xt::ones<double>({N, M})"},
    {"relu", "xt::maximum(A, 0.0)"},
    {"unsqueeze", "xt::expand_dims(A, 0)"},
};

std::string here(std::string_view name) {
  for (const Function& each : functions) {
    if (is_any(name, each.names)) return each.here;
  }
  const bool same =
      is_any(name, "exp|log|sqrt|abs|tanh|where|maximum|minimum|zeros_like|ones_like|pow");
  return same ? fmt::format("xt::{}(A)", name) : "";
}

/// "no member named 'T'", "has no member named 'T'", "'dot' is not a member of 'xt'": T and dot.
std::string_view missing_member(std::string_view message) {
  for (const std::string_view mark : {"no member named '", "'"}) {
    if (mark == "'" && !has(message, "is not a member of 'xt'")) continue;
    if (const std::string_view name = name_after(message, mark); !name.empty()) return name;
  }
  return {};
}

std::string on_member(std::string_view message) {
  const std::string_view name = missing_member(message);
  if (has(message, "'xt'") && (name == "rows" || name == "cols"))
    return "Row i is xt::row(A, i), column j xt::col(A, j); there are A.shape(0) and A.shape(1).";
  if (name.empty() || !has_any(message, "Vector|Matrix|Tensor|xt::xtensor<|'xt'")) return "";
  const std::string spelling = here(name);
  return spelling.empty() ? "" : fmt::format("Here that is {}.", spelling);
}

/// std::exp and its like, called with an array; std::min and std::max of two types.
std::string on_number_function(std::string_view message, std::string_view code) {
  const std::string_view name = name_after(message, "no matching function for call to '");
  if (!has(code, fmt::format("std::{}(", name))) return "";
  if (is_any(name, "min|max")) {
    return fmt::format(
        "std::{0} takes two numbers of the same type, as in std::{0}<std::size_t>(a, b). For each "
        "element of an array: xt::{0}imum(A, 0.0).",
        name);
  }
  if (!is_any(name, "exp|log|sqrt|abs|tanh|pow")) return "";
  return fmt::format("std::{0} takes one number. For each element of an array: xt::{0}.", name);
}

constexpr const char* changing_const =
    "It is const and cannot be changed. Declare it without const; of a parameter, change a copy: "
    "Matrix A = X;";

constexpr const char* loop_over_numbers =
    "C++ has no `for i in`: for (std::size_t i = 0; i < N; ++i) { ... }.";
constexpr const char* no_square_brackets =
    "Row n of a matrix is xt::view(A, n, xt::all()), one element A(n, m).";
constexpr const char* reshapes_itself =
    "reshape changes the array itself, and this one is const: xt::reshape_view(A, {...}) gives one "
    "of another shape.";

/// Pieces of the message and of the code that only this spelling has: one of each, between bars.
struct Spelling {
  const char* said;
  const char* written;
  const char* advice;
};
constexpr Spelling spellings[] = {
    {"call to '|std::tuple<xt::keep_dims_type>", "keep_dims, xt::evaluation_strategy",
     "Options are joined by |: xt::keep_dims | xt::evaluation_strategy::immediate."},
    {"constructor for initialization of 'softmark::Matrix'|call to 'Matrix::Matrix(", "(",
     "A matrix of N rows and M columns is Matrix A = xt::zeros<double>({N, M});"},
    {"::reshape(<brace-enclosed initializer list>) const'", "{", reshapes_itself},
    {"member function for call to 'reshape'|::reshape(<brace-enclosed", "{",
     "reshape leaves the number of axes as it is: Matrix A = xt::expand_dims(v, 1); gives a Vector "
     "one more."},
    {"operator[]", "[{", "The numbers in braces have several types: one element is A(n, 0)."},
    {"xkeep_slice", "keep(", "xt::keep takes an array that has a name, not an expression."},
    {"lvalue reference", "auto&", "It is a temporary: write auto or auto&& instead of auto&."},
    {"", "@", "C++ has no @: the matrix product is xt::linalg::dot(A, B)."},
    {"indirection requires pointer|invalid type argument of unary", "**",
     "C++ has no **: xt::pow(A, 2) or A * A."},
    {"binary expression|operator^", "^", "^ is no power in C++: xt::pow(A, 2) or A * A."},
    {"must be called|array subscript", ".shape[", "A length stands in round brackets: A.shape(0)."},
    {"", "for i in |(i in | in range(", loop_over_numbers},
    {"expected '('", " in ", loop_over_numbers},
    {"subscripted value|array subscript", "][", no_square_brackets},
    {", 0>' to 'double'|'double' from incompatible type 'xt::xtensor_container", "",
     "An array without axes is a number once () stands behind it: xt::amax(A)()."},
    {"decay_all<bool>", "",
     "It is xt::keep_dims that keeps an axis, as in xt::sum(A, {0}, xt::keep_dims)."},
    {"call to 'concatenate", "concatenate({",
     "Arrays stand in xt::xtuple: xt::concatenate(xt::xtuple(A, B), 0)."},
    {"call to 'stack", "stack({", "Arrays stand in xt::xtuple: xt::stack(xt::xtuple(A, B), 0)."},
    {"call to 'where", "where(",
     "It takes a condition and two arrays or numbers: xt::where(A > 0.0, A, 0.0)."},
    {"call to 'average", "average(", "The mean along an axis is xt::mean(A, {0})."},
    {"call to 'zeros", "zeros<", "The lengths stand in braces: xt::zeros<double>({N, M})."},
    {"call to 'ones", "ones<", "The lengths stand in braces: xt::ones<double>({N, M})."},
    {"call to 'transpose", "transpose(", "Axes stand in braces: xt::transpose(A, {1, 0})."},
    {"__begin", "views::", "clang before 16 cannot compile std::views: write a loop."},
    {"'dot'", "dot(", "The matrix product is xt::linalg::dot(A, B)."},
    {"'xt::linalg'", "linalg::",
     "xt::linalg::dot is here at once; with #include <xtensor-blas/xlinalg.hpp> also vdot, outer, "
     "tensordot, norm, trace, det, inv, solve and matrix_power. The course has no more of it."},
    {"to 'double' from|to 'double' in assignment|from incompatible type",
     "] =", no_square_brackets},
    {"call to object of type 'std::uniform|call to '(std::uniform", "()",
     "A distribution draws from a generator: distribution(generator)."},
    {"'len'", "len(", "The length of an axis is A.shape(0), the number of elements A.size()."},
    {"'print'", "print(", "C++ prints with std::cout << x << '\\n';."},
    {"'axis'", "axis",
     "C++ has no named arguments: axes stand in braces, as in "
     "xt::sum(A, {0}, xt::keep_dims)."},
    {"'keepdims'", "keepdims", "It is xt::keep_dims, as in xt::sum(A, {0}, xt::keep_dims)."},
    {"'True'", "True", "C++ writes true."},
    {"'False'", "False", "C++ writes false."},
    {"expected", ":]", "C++ has no slices: row n of a matrix is xt::view(A, n, xt::all())."},
    {"expected", "[:", "C++ has no slices: column n of a matrix is xt::view(A, xt::all(), n)."},
    {"expected",
     ", :|(:", "C++ has no slices: a whole axis is xt::all(), a part of one xt::range(a, b)."},
    {"std::tuple_size<", "apply(", "std::apply is found, too: give your function another name."},
    {"multiple expressions", "auto", "Name the type, as in double x = 0;"},
    {"returns a const value|read-only|discards qualifiers", "", changing_const},
};

bool is_conversion(std::string_view message) {
  return has_any(message, "conversion from |could not convert|cannot convert|incompatible type");
}

bool names_array(std::string_view text) {
  return has_any(text, "Vector'|Matrix'|Tensor3'|Tensor4'");
}

/// Several results behind a return, as in Python, or one of several.
std::string on_return(std::string_view message, std::string_view code) {
  const bool one = code.find_first_of("({") == std::string_view::npos;
  if (!is_conversion(message) || !trimmed(code).starts_with("return ") || !one) return "";
  // The last type is that of the function.
  const std::size_t to = message.rfind(" to ");
  const bool to_array = to != std::string_view::npos && names_array(message.substr(to));
  if (has(code, ",")) return "Several results stand in braces: return {a, b};";
  return to_array || !names_array(message) || has(message, "'double'")
             ? ""
             : "All results stand in braces, in the order of the header: return {a, b};";
}

/// An array in the place of a number.
std::string on_number(std::string_view message, std::string_view) {
  const bool to_double = has_any(message, "to 'double'|'double' with");
  if (!is_conversion(message) || !to_double || !names_array(message)) return "";
  return "An array is no number: name it Matrix or Vector. One element is A(0, 0), the sum of all "
         "xt::sum(A)().";
}

/// One number, as A[n] is, in the place of an array.
std::string on_one_number(std::string_view message, std::string_view code,
                          std::string_view reason) {
  constexpr std::string_view clang = "(aka 'const double') to '";
  const std::size_t found = reason.find(clang);
  const bool by_clang = found != std::string_view::npos && names_array(reason.substr(found));
  const bool by_gcc = has(message, "no match for 'operator='") && names_array(message) &&
                      has_any(message, "'const double')|{aka 'const double'})");
  if (!has(code, "]") || (!by_clang && !by_gcc)) return "";
  return fmt::format("A[n] is one number. {}", no_square_brackets);
}

/// Arrays of a shape, made without the type of their elements or of lengths of several types, so
/// that the compiler cannot tell which is meant.
std::string on_lengths(std::string_view message, std::string_view code) {
  const std::string_view name = name_after(message, "no matching function for call to '");
  const bool made = is_any(name, "zeros|ones|empty|rand|randn|randint");
  if (made && !has(code, fmt::format("{}<", name))) {
    if (!has(code, fmt::format("::{}(", name))) return "";
    return fmt::format("Name the type of the elements: xt::{}{}<double>({{N, M}}).",
                       name.starts_with("rand") ? "random::" : "", name);
  }
  const bool shaped = made || is_any(name, "reshape_view|broadcast|adapt");
  const std::size_t first = code.find('{', std::min(code.find(name), code.size()));
  const std::size_t last = code.find('}', std::min(first, code.size()));
  if (!shaped || last == std::string_view::npos || !has(code.substr(first, last - first), ","))
    return "";
  return "The lengths in braces must have one type: std::size_t N, and std::size_t(1) for 1, as in "
         "{N, std::size_t(1)}.";
}

/// Functions whose headers a program has to include, by their names.
std::string on_own_header(std::string_view message, std::string_view) {
  if (!has(message, "'xt'")) return "";
  const std::string_view name = missing_member(message);
  struct Header {
    const char* functions;
    const char* file;
  };
  for (const Header& each :
       {Header{"dynamic_view", "xdynamic_view"},
        Header{"histogram|bincount|bin_edges", "xhistogram"}, Header{"real|imag", "xcomplex"},
        Header{"dump_npy|load_npy", "xnpy"}, Header{"dump_csv|load_csv", "xcsv"}}) {
    if (is_any(name, each.functions))
      return fmt::format("It has a header of its own: #include <xtensor/{}.hpp>", each.file);
  }
  return "";
}

/// A header of a newer xtensor, which has them in folders.
std::string on_header(std::string_view message, std::string_view) {
  const bool missing = has_any(message, "file not found|No such file");
  const std::size_t start = message.find("xtensor/"), end = message.find(".hpp");
  if (!missing || start == std::string_view::npos || end == std::string_view::npos) return "";
  const std::string_view path = message.substr(start, end - start);
  if (std::ranges::count(path, '/') < 2) return "";
  return fmt::format("Here all headers of xtensor stand in one folder: #include <xtensor{}.hpp>",
                     path.substr(path.rfind('/')));
}

/// A header that a program brings along.
std::string on_brought_header(std::string_view message, std::string_view code) {
  const bool missing = has_any(message, "file not found|No such file");
  if (!missing || !has(code, "#include") || has(code, "<")) return "";
  return "Only your .cpp is handed in and built: what a header of your own has belongs into it.";
}

/// Functions of libraries that are not here.
std::string on_library(std::string_view message, std::string_view code) {
  for (const std::string_view library : {"np", "torch"}) {
    if (!has(message, fmt::format("'{}'", library))) continue;
    for (const char* between : {".", "::"}) {
      const std::string start = fmt::format("{}{}", library, between);
      const std::string_view function = name_after(code, start);
      if (const std::string spelling = here(function); !spelling.empty())
        return fmt::format("{}{} is {} here.", start, function, spelling);
    }
    return fmt::format("{}'s functions are those of xtensor here: xt::exp, xt::sum, ...",
                       library == "np" ? "NumPy" : "PyTorch");
  }
  return "";
}

}  // namespace

std::string code_only(std::string_view line) {
  std::string code;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote != 0 && line[i] == '\\') {
      ++i;
    } else if (quote != 0) {
      if (line[i] == quote) quote = 0;
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    } else if (line.substr(i).starts_with("//")) {
      break;
    } else {
      code += line[i];
    }
  }
  return code;
}

std::string course_spelling(std::string_view message, std::string_view line,
                            std::string_view reason) {
  const std::string code = code_only(line);
  for (const std::string& advice :
       {on_character(code), on_member(message), on_lengths(message, code)}) {
    if (!advice.empty()) return advice;
  }
  if (has(message, "'reshape'") && on_reason(reason) == changing_const) return reshapes_itself;
  if (std::string advice = on_one_number(message, code, reason); !advice.empty()) return advice;
  for (const Spelling& each : spellings) {
    if (has_any(message, each.said) && has_any(code, each.written)) return each.advice;
  }
  for (const auto& look : {on_own_header, on_header, on_brought_header, on_library,
                           on_number_function, on_return, on_number}) {
    if (std::string advice = look(message, code); !advice.empty()) return advice;
  }
  return "";
}

std::string on_reason(std::string_view reason) {
  const bool assigns = any_of("|+|-|*|/", [&](std::string_view with) {
    return has(reason, fmt::format("no match for 'operator{}='", with));
  });
  const bool constant = has(reason, "'this' argument has type 'const") ||
                        (has(reason, "'const ") && has(reason, "satisfy 'Target'")) ||
                        (assigns && has(reason, "(operand types are 'const "));
  if (constant) return changing_const;
  const bool text = has(reason, "std::string_view'") && has_any(reason, "from 'int'|(type 'int')");
  return text ? "Text stands in double quotes: record(\"scores\", scores);" : "";
}

}  // namespace grader

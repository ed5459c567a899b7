#include "compile/wording.hpp"

#include "core/text.hpp"
#include "core/tokens.hpp"

#include <fmt/format.h>

#include <cxxabi.h>

#include <array>
#include <cctype>
#include <cstdlib>

namespace grader {
namespace {

// A mangled name can stand for one that is longer exponentially: what a student's code can make
// long is cut or left as it is.
constexpr std::size_t regex_length = 4096;
constexpr std::size_t mangled_length = 128;

/// What a pattern was found to be, and its groups; those that took no part are empty.
struct Match {
  std::string group(std::size_t index) const {
    const regmatch_t& place = places[index];
    return place.rm_so < 0 ? "" : std::string(text + place.rm_so, text + place.rm_eo);
  }

  const char* text;  ///< from behind the match before
  std::array<regmatch_t, 10> places{};
};

/// `text` with `replacement` of each match in its place. No pattern here matches nothing.
std::string replaced(const std::string& text, const Pattern& pattern,
                     std::string (*replacement)(const Match&)) {
  std::string result;
  Match match{text.c_str()};
  while (regexec(&pattern.compiled, match.text, match.places.size(), match.places.data(),
                 match.text == text.c_str() ? 0 : REG_NOTBOL) == 0) {
    result.append(match.text, match.text + match.places[0].rm_so).append(replacement(match));
    match.text += match.places[0].rm_eo;
  }
  return result.append(match.text, text.c_str() + text.size());
}

/// Without what compilers add to the course's names: 'Matrix' for 'using Matrix = Matrix' {aka
/// 'class Matrix'}, const Matrix& for Matrix const&.
std::string without_aliases(std::string text) {
  static const Pattern alias(
      R"( (\(|\{)aka '(const )?(class )?(softmark(_arrays)?::)?(Vector|Matrix|Tensor3|Tensor4)&?'(\)|\}))");
  static const Pattern same(R"(using (\w+) = (\w+))");
  static const Pattern constructor(R"((Vector|Matrix|Tensor3|Tensor4)::xtensor_container\b)");
  static const Pattern behind(R"(\b((softmark::)?\w+) const&)");
  text = replaced(text, alias, [](const Match&) { return std::string(); });
  text = replaced(text, same, [](const Match& match) {
    return match.group(match.group(1) == match.group(2) ? 1 : 0);
  });
  text = replaced(text, constructor,
                  [](const Match& match) { return match.group(1) + "::" + match.group(1); });
  return replaced(text, behind, [](const Match& match) { return "const " + match.group(1) + "&"; });
}

/// Types as the course names them: Matrix instead of xt::xtensor_container<..., 2, ...>.
std::string with_short_types(std::string message) {
  static const Pattern container(
      R"((xt::)?xtensor_container<(xt::)?uvector<(\w+)(, std::allocator<\w+>)? ?>, ([1-4])[ulUL]*)"
      R"((, \(?(xt::)?layout_type(\)1|::row_major)(, (xt::)?xtensor_expression_tag)?)?>)");
  static const Pattern alias(R"(xt::xtensor<double, ([1-4])[ul]*>)");
  message = replaced(message, container, [](const Match& match) {
    return "xt::xtensor<" + match.group(3) + ", " + match.group(5) + ">";
  });
  message = replaced(message, alias, [](const Match& match) -> std::string {
    const char* names[] = {"Vector", "Matrix", "Tensor3", "Tensor4"};
    return names[match.group(1)[0] - '1'];
  });
  return without_aliases(std::move(message));
}

/// The name at the front of a mangled one, without its parameters: a::b(...) for _ZN1a1bE and more.
std::string name_only(std::string_view symbol) {
  std::string_view rest = symbol.substr(symbol.starts_with("_ZN") ? 3 : 2);
  std::string name;
  while (const std::optional<unsigned> length = take_number(rest)) {
    if (*length == 0 || *length > rest.size()) break;
    name += (name.empty() ? "" : "::") + std::string(rest.substr(0, *length));
    rest.remove_prefix(*length);
  }
  return name.empty() ? cut(symbol, mangled_length) + "..." : cut(name, message_length) + "(...)";
}

}  // namespace

std::optional<std::vector<std::string>> Pattern::groups_in(const std::string& text) const {
  Match match{text.c_str()};
  if (regexec(&compiled, text.c_str(), match.places.size(), match.places.data(), 0) != 0)
    return std::nullopt;
  std::vector<std::string> groups;
  for (std::size_t i = 1; i <= compiled.re_nsub; ++i) groups.push_back(match.group(i));
  return groups;
}

std::string shortened(const std::string& long_message) {
  const std::string message = with_short_types(cut(long_message, regex_length));
  if (message.size() <= message_length) return message;
  return cut(message, message_length) + " ...";
}

std::string demangled(std::string_view symbol) {
  if (!symbol.starts_with("_Z")) return shortened(std::string(symbol));
  if (symbol.size() > mangled_length) return name_only(symbol);
  int status = 0;
  char* name = abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status);
  std::string text(status == 0 && name != nullptr ? std::string_view(name) : symbol);
  std::free(name);
  return with_short_types(cut(text, regex_length));
}

namespace {

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
    {"exp|log|sqrt|abs|tanh|where|maximum|minimum|zeros_like|ones_like|pow", "xt::*(A)"},
};

/// What this function of NumPy's is here; nothing where that is not known.
std::optional<std::string> here(const std::string& name) {
  for (const Function& each : functions) {
    if (!Pattern(fmt::format("^({})$", each.names).c_str()).found_in(name)) continue;
    std::string spelling = each.here;
    if (const std::size_t star = spelling.find('*'); star != spelling.npos)
      spelling.replace(star, 1, name);
    return spelling;
  }
  return std::nullopt;
}

// What several advices say.
constexpr const char reshapes_itself[] =
    "reshape changes the array itself, and this one is const: xt::reshape_view(A, {...}) gives one "
    "of another shape.";
constexpr const char changing_const[] =
    "It is const and cannot be changed. Declare it without const; of a parameter, change a copy: "
    "Matrix A = X;";
constexpr const char loop[] = "C++ has no `for i in`: for (std::size_t i = 0; i < N; ++i) { ... }.";
constexpr const char one_type[] =
    "The lengths in braces must have one type: std::size_t N, and std::size_t(1) for 1, as in {N, "
    "std::size_t(1)}.";
/// A reason why no function fits.
constexpr const char is_const[] =
    "'this' argument has type 'const|'const .*satisfy 'Target'|"
    "no match for 'operator[-+*/]?='.*\\(operand types are 'const ";

// The same, and what several messages have in common, where more stands beside it.
#define ROW "Row n of a matrix is xt::view(A, n, xt::all()), one element A(n, m)."
#define CALL "no matching function for call to '"
#define IN_XT(names) "'(" names ")' (in namespace|is not a member of) 'xt'"
#define HEADER(names, file) \
  { IN_XT(names), "", "It has a header of its own: #include <xtensor/" file ".hpp>" }
#define COPIED(letters, key)                                                              \
  {                                                                                       \
    "", "(" letters ")",                                                                  \
        "Type an ordinary " key ": $1 (#1), as copied from a text, is another character." \
  }
#define ARRAY "(Vector|Matrix|Tensor3|Tensor4)'"
#define CONVERSION "(conversion from |could not convert|cannot convert|incompatible type)"

/// What to say where a compiler's message, the line of code, and the reason why no function fits
/// have these patterns, each found where it is empty. $1, $2 ... are the groups of the message,
/// then those of the code, in whose pattern they can stand, too; #1 is the number of a character,
/// @1 what NumPy's function of that name is here.
struct Spelling {
  const char* said;
  const char* written;
  const char* advice;
  const char* reason = "";
};
constexpr Spelling spellings[] = {
    COPIED("\u2212|\u2013", "-"),
    {"attempt to use (a )?poisoned", "",
     "What the compiler does not tell of cannot be counted and is refused here: assembly, complex "
     "numbers, vector types, and attributes that keep it from telling."},
    COPIED("\u00b7|\u00d7", "*"),
    COPIED("\u2264", "<="),
    COPIED("\u2265", ">="),
    COPIED("\u2260", "!="),
    COPIED("\u201c|\u201d", "\""),
    COPIED("\u2018|\u2019", "'"),
    {IN_XT("rows|cols"), "",
     "Row i is xt::row(A, i), column j xt::col(A, j); there are A.shape(0) and A.shape(1)."},
    {"no member named '(\\w+)'.*(Vector|Matrix|Tensor|xt::xtensor<|'xt')", "", "Here that is @1."},
    {"(Vector|Matrix|Tensor|xt::xtensor<).*no member named '(\\w+)'", "", "Here that is @2."},
    {"'(\\w+)' is not a member of 'xt'", "", "Here that is @1."},
    {CALL "(zeros|ones|empty)\\b", "::$1\\(",
     "Name the type of the elements: xt::$1<double>({N, M})."},
    {CALL "(rand|randn|randint)\\b", "::$1\\(",
     "Name the type of the elements: xt::random::$1<double>({N, M})."},
    {CALL "(zeros|ones|empty|rand|randn|randint)\\b", "$1<[^{]*\\{[^}]*,[^}]*\\}", one_type},
    {CALL "(reshape_view|broadcast|adapt)\\b", "$1[^{]*\\{[^}]*,[^}]*\\}", one_type},
    {"version control conflict marker", "",
     "git left two versions here: keep one, and delete the lines of <<<<<<<, ======= and >>>>>>>."},
    {"'reshape'", "", reshapes_itself, is_const},
    {"", "\\]", "A[n] is one number. " ROW, "\\(aka 'const double'\\) to '.*" ARRAY},
    {"no match for 'operator='.*" ARRAY ".*('const double'\\)|\\{aka 'const double'\\}\\))", "\\]",
     "A[n] is one number. " ROW},
    {"call to '|std::tuple<xt::keep_dims_type>", "keep_dims, xt::evaluation_strategy",
     "Options are joined by |: xt::keep_dims | xt::evaluation_strategy::immediate."},
    {"constructor for initialization of 'softmark::Matrix'|call to 'Matrix::Matrix\\(", "\\(",
     "A matrix of N rows and M columns is Matrix A = xt::zeros<double>({N, M});"},
    {"::reshape\\(<brace-enclosed initializer list>\\) const'", "\\{", reshapes_itself},
    {"member function for call to 'reshape'|::reshape\\(<brace-enclosed", "\\{",
     "reshape leaves the number of axes as it is: Matrix A = xt::expand_dims(v, 1); gives a Vector "
     "one more."},
    {"operator\\[\\]", "\\[\\{",
     "The numbers in braces have several types: one element is A(n, 0)."},
    {"xkeep_slice", "keep\\(", "xt::keep takes an array that has a name, not an expression."},
    {"lvalue reference", "auto&", "It is a temporary: write auto or auto&& instead of auto&."},
    {"", "@", "C++ has no @: the matrix product is xt::linalg::dot(A, B)."},
    {"indirection requires pointer|invalid type argument of unary", "\\*\\*",
     "C++ has no **: xt::pow(A, 2) or A * A."},
    {"binary expression|operator\\^", "\\^", "^ is no power in C++: xt::pow(A, 2) or A * A."},
    {"must be called|array subscript", "\\.shape\\[",
     "A length stands in round brackets: A.shape(0)."},
    {"", "for i in |\\(i in | in range\\(", loop},
    {"expected '\\('", " in ", loop},
    {"subscripted value|array subscript", "\\]\\[", ROW},
    {", 0>' to 'double'|'double' from incompatible type 'xt::xtensor_container", "",
     "An array without axes is a number once () stands behind it: xt::amax(A)()."},
    {"decay_all<bool>", "",
     "It is xt::keep_dims that keeps an axis, as in xt::sum(A, {0}, xt::keep_dims)."},
    {"call to '(concatenate|stack)", "$1\\(\\{",
     "Arrays stand in xt::xtuple: xt::$1(xt::xtuple(A, B), 0)."},
    {"call to 'where", "where\\(",
     "It takes a condition and two arrays or numbers: xt::where(A > 0.0, A, 0.0)."},
    {"call to 'average", "average\\(", "The mean along an axis is xt::mean(A, {0})."},
    {"call to '(zeros|ones)", "$1<", "The lengths stand in braces: xt::$1<double>({N, M})."},
    {"call to 'transpose", "transpose\\(", "Axes stand in braces: xt::transpose(A, {1, 0})."},
    {"__begin", "views::", "clang before 16 cannot compile std::views: write a loop."},
    {"'dot'", "dot\\(", "The matrix product is xt::linalg::dot(A, B)."},
    {"'xt::linalg'", "linalg::",
     "xt::linalg::dot is here at once; with #include <xtensor-blas/xlinalg.hpp> also vdot, outer, "
     "tensordot and norm. The course has no more of it."},
    {"to 'double' from|to 'double' in assignment|from incompatible type", "\\] =", ROW},
    {"call to object of type 'std::uniform|call to '\\(std::uniform", "\\(\\)",
     "A distribution draws from a generator: distribution(generator)."},
    {"'len'", "len\\(", "The length of an axis is A.shape(0), the number of elements A.size()."},
    {"'range'", "range\\(", loop},
    {"'math'", "math\\.(\\w+)", "That is std::$1 here."},
    {"no member named 'append'", "", "A std::vector grows by push_back."},
    {"std::vector<.*not provide a call operator|call to '\\((const )?std::vector<", "",
     "Elements of a std::vector stand in square brackets: v[i]."},
    {"template argument for template type|type/value mismatch", "std::vector<",
     "The length of a std::vector is no part of its type: std::vector<float> v(4);"},
    {"", "^```",
     "A line of ``` is none of C++, but of the text that it was copied from: delete it."},
    {"expected expression|missing terminating", "[(,] *$",  // the text is left out
     "A text ends with a second quote, which is missing here."},
    {"captured", "", "A lambda sees the variables around it where it begins with [&]."},
    {"unknown type name|not been declared", "\\]\\(\\w+(, \\w+)*\\)",
     "Parameters of a lambda have types, too: [&](std::size_t a, std::size_t b)."},
    {"function.definition is not allowed here", "",
     "No function stands within another one: move it out, above the other."},
    {"a type specifier for all|with no type", "",
     "A function begins with the type of what it returns, as in double f(double x)."},
    {"main' must return", "", "The grader has a main of its own: delete this one."},
    {"is_invocable|must be invocable", "thread",
     "A thread gets copies: pass std::ref(x) for what it changes, or a lambda with [&]."},
    {"'print'", "print\\(", "C++ prints with std::cout << x << '\\n';."},
    {"'axis'", "axis",
     "C++ has no named arguments: axes stand in braces, as in "
     "xt::sum(A, {0}, xt::keep_dims)."},
    {"'keepdims'", "keepdims", "It is xt::keep_dims, as in xt::sum(A, {0}, xt::keep_dims)."},
    {"'True'", "True", "C++ writes true."},
    {"'False'", "False", "C++ writes false."},
    {"expected", ":\\]", "C++ has no slices: row n of a matrix is xt::view(A, n, xt::all())."},
    {"expected", "\\[:", "C++ has no slices: column n of a matrix is xt::view(A, xt::all(), n)."},
    {"expected",
     ", :|\\(:", "C++ has no slices: a whole axis is xt::all(), a part of one xt::range(a, b)."},
    {"std::tuple_size<", "apply\\(", "std::apply is found, too: give your function another name."},
    {"multiple expressions", "auto", "Name the type, as in double x = 0;"},
    {"assign to|assignment of read-only", "(if|while) \\([^=]*[^=!<>]=[^=]",
     "= assigns: two values are compared by ==."},
    {"returns a const value|read-only|discards qualifiers", "", changing_const},
    HEADER("dynamic_view", "xdynamic_view"),
    HEADER("histogram|bincount|bin_edges", "xhistogram"),
    {"xtensor/.*(/\\w+)\\.hpp.*(file not found|No such file)", "",
     "Here all headers of xtensor stand in one folder: #include <xtensor$1.hpp>"},
    {"file not found|No such file", "^[^<]*#include[^<]*$",
     "Only your .cpp is handed in and built: what a header of your own has belongs into it."},
    {"'(np|torch)'", "$1(\\.|::)(\\w+)", "$1$2$3 is @3 here."},
    {"'np'", "", "NumPy's functions are those of xtensor here: xt::exp, xt::sum, ..."},
    {"'torch'", "", "PyTorch's functions are those of xtensor here: xt::exp, xt::sum, ..."},
    {CALL "(min|max)\\b", "std::$1\\(",
     "std::$1 takes two numbers of the same type, as in std::$1<std::size_t>(a, b). For each "
     "element of an array: xt::$1imum(A, 0.0)."},
    {CALL "(exp|log|sqrt|abs|tanh|pow)\\b", "std::$1\\(",
     "std::$1 takes one number. For each element of an array: xt::$1."},
    {CONVERSION, "^ *return [^({]*,[^({]*$", "Several results stand in braces: return {a, b};"},
    {CONVERSION ".*(" ARRAY "|brace-enclosed)", "^ *return \\{",
     "Values in braces have the order and the types of the header's members."},
    {"'(const )?double'[)}]? to (non-scalar type )?'.*" ARRAY, " = ", "That is one number. " ROW},
    {CONVERSION ".*" ARRAY ".*to 'double'|to 'double' from incompatible type '.*" ARRAY
                "|'double' with .*incompatible type '.*" ARRAY,
     "",
     "An array is no number: name it Matrix or Vector. One element is A(0, 0), the sum of all "
     "xt::sum(A)()."},
    // Nothing where the function returns an array: behind return stands one of several results.
    {CONVERSION ".* to .*" ARRAY "|'double'", "", ""},
    {CONVERSION ".*" ARRAY, "^ *return [^({]*$",
     "All results stand in braces, in the order of the header: return {a, b};"},
};

using Groups = std::vector<std::string>;

/// `text` with groups in the place of $1 and the like; nothing where one has no spelling here.
std::optional<std::string> filled(std::string_view text, const Groups& groups) {
  std::string whole;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1]));
    if (!digit || std::string_view("$#@").find(text[i]) == text.npos) {
      whole += text[i];
      continue;
    }
    const std::string& group = groups.at(text[i + 1] - '1');
    const auto piece = text[i] == '@' ? here(group) : group;
    if (!piece) return std::nullopt;
    const auto letter = text[i] == '#' ? first_letter(*piece) : std::nullopt;
    whole += letter ? fmt::format("U+{:04X}", static_cast<unsigned>(letter->code)) : *piece;
    ++i;
  }
  return whole;
}

/// Whether the pattern is found; appends its groups.
bool found(const std::string& pattern, const std::string& text, Groups& groups) {
  if (pattern.empty()) return true;
  const auto more = Pattern(pattern.c_str()).groups_in(text);
  if (more) groups.insert(groups.end(), more->begin(), more->end());
  return more.has_value();
}

}  // namespace

std::string code_only(std::string_view line) {
  std::string code;
  std::size_t end = 0;
  for (const Token& token : tokens_of(line, Directives::read)) {
    code += line.substr(end, (token.kind == Token::Kind::literal ? token.begin : token.end) - end);
    end = token.end;
  }
  return code;
}

std::string course_spelling(std::string_view message, std::string_view line,
                            std::string_view reason) {
  const std::string said(message), code = code_only(line), why(reason);
  for (const Spelling& each : spellings) {
    Groups groups;
    if (!found(each.said, said, groups) || !found(each.reason, why, groups) ||
        !found(*filled(each.written, groups), code, groups))
      continue;
    if (const auto advice = filled(each.advice, groups)) return *advice;
  }
  return "";
}

std::string on_reason(std::string_view reason) {
  static const Pattern constant(is_const);
  static const Pattern text("(from 'int'|\\(type 'int'\\)).*std::string_view'");
  const std::string why(reason);
  if (constant.found_in(why)) return changing_const;
  return text.found_in(why) ? "Text stands in double quotes: record(\"scores\", scores);" : "";
}

}  // namespace grader

// Other sources are compiled together with this one.
#undef ROW
#undef CALL
#undef IN_XT
#undef HEADER
#undef COPIED
#undef ARRAY
#undef CONVERSION

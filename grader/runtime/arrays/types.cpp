// The classes of arrays and views, compiled once: exercises/include/softmark/eager/instances.hpp
// declares them to every other program.

#define SOFTMARK_INSTANCES  // without extern
#include "softmark/eager/instances.hpp"

#include <string>

namespace softmark::eager {

SharedCopy::SharedCopy() = default;
SharedCopy::SharedCopy(const SharedCopy&) = default;
SharedCopy::SharedCopy(SharedCopy&&) noexcept = default;
SharedCopy& SharedCopy::operator=(const SharedCopy&) = default;
SharedCopy& SharedCopy::operator=(SharedCopy&&) noexcept = default;
SharedCopy::~SharedCopy() = default;

#if !defined(__clang__) && __GNUC__ <= 12
/// What programs compiled by GCC find here instead of in <string>: grader/runtime/kit/lean.hpp. An inline
/// function is compiled where its address is taken.
template <class Number>
using Read = Number (*)(const std::string&, std::size_t*);
template <class Number>
using ReadToBase = Number (*)(const std::string&, std::size_t*, int);
template <class Number>
using Write = std::string (*)(Number);
struct NumbersInStrings {
  ReadToBase<int> stoi;
  ReadToBase<long> stol;
  ReadToBase<unsigned long> stoul;
  ReadToBase<long long> stoll;
  ReadToBase<unsigned long long> stoull;
  Read<float> stof;
  Read<double> stod;
  Read<long double> stold;
  Write<float> of_float;
  Write<double> of_double;
  Write<long double> of_long_double;
};
extern const NumbersInStrings numbers_in_strings;
const NumbersInStrings numbers_in_strings = {
    std::stoi, std::stol,  std::stoul,     std::stoll,     std::stoull,   std::stof,
    std::stod, std::stold, std::to_string, std::to_string, std::to_string};
#endif

}  // namespace softmark::eager

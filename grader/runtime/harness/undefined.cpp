// In each program of the checked kit: what compilers call where a student's program is about to do
// what C++ does not define. One line goes to the grader, with where it was: undefined KIND, then
// numbers and, last, a type.

#include "core/outcome.hpp"
#include "harness/child.hpp"

#include <bit>
#include <csignal>
#include <cstdio>

using namespace grader;

namespace {

// What compilers lay out. Source: the headers of compiler-rt's ubsan describe the same data.

struct SourcePlace {
  const char* file;
  std::uint32_t line, column;
};

struct Type {
  std::uint16_t kind;  ///< 0: an integer, 1: a floating-point number
  std::uint16_t info;  ///< of an integer: bit 0: signed; above, the logarithm of its bits
  char name[1];
};

struct Types {
  SourcePlace place;
  const Type* first;
  const Type* second;  ///< of conversions, shifts and indices alone
};

struct Mismatch {
  SourcePlace place;
  const Type* type;
  std::uint8_t log_alignment;
  std::uint8_t kind;
};

using Value = std::uintptr_t;  ///< itself, or its address where it is too large

/// The value of an integer of at most 64 bits; 0 of others.
long long integer(const Type& type, Value value) {
  const unsigned bits = 1U << (type.info >> 1);
  if (type.kind != 0 || bits > 64) return 0;
  const bool is_signed = (type.info & 1) != 0;
  if (!is_signed || bits == 64) return static_cast<long long>(value);
  return static_cast<long long>(value << (64 - bits)) >> (64 - bits);
}

double number(const Type& type, Value value) {
  if (type.kind != 1) return static_cast<double>(integer(type, value));
  if (type.info == 32) return std::bit_cast<float>(static_cast<std::uint32_t>(value));
  return type.info == 64 ? std::bit_cast<double>(std::uint64_t{value}) : 0;
}

template <class... Arguments>
[[noreturn]] void end_with(const char* format, Arguments... arguments) {
  char text[512];
  std::snprintf(text, sizeof text, format, arguments...);
  harness::end_at(text, harness::frames_here(), SIGILL);
}

[[noreturn]] void overflow(char sign, const Types& data, Value left, Value right) {
  end_with("undefined overflow %c %lld %lld %s", sign, integer(*data.first, left),
           integer(*data.first, right), data.first->name);
}

}  // namespace

extern "C" {

[[noreturn]] void __ubsan_handle_add_overflow_abort(Types* data, Value left, Value right) {
  overflow('+', *data, left, right);
}
[[noreturn]] void __ubsan_handle_sub_overflow_abort(Types* data, Value left, Value right) {
  overflow('-', *data, left, right);
}
[[noreturn]] void __ubsan_handle_mul_overflow_abort(Types* data, Value left, Value right) {
  overflow('*', *data, left, right);
}
[[noreturn]] void __ubsan_handle_negate_overflow_abort(Types* data, Value value) {
  overflow('-', *data, 0, value);
}
[[noreturn]] void __ubsan_handle_divrem_overflow_abort(Types* data, Value left, Value right) {
  overflow('/', *data, left, right);
}
[[noreturn]] void __ubsan_handle_shift_out_of_bounds_abort(Types* data, Value left, Value right) {
  end_with("undefined shift %lld %lld %s", integer(*data->first, left),
           integer(*data->second, right), data->first->name);
}
[[noreturn]] void __ubsan_handle_out_of_bounds_abort(Types* data, Value index) {
  end_with("undefined index %lld %s", integer(*data->second, index), data->first->name);
}
[[noreturn]] void __ubsan_handle_type_mismatch_v1_abort(Mismatch* data, Value address) {
  const std::uintptr_t unaligned = address & ((std::uintptr_t{1} << data->log_alignment) - 1);
  const char* fault = address == 0 ? "null" : unaligned != 0 ? "misaligned" : "small";
  end_with("undefined %s %d %s", fault, data->kind, data->type->name);
}
[[noreturn]] void __ubsan_handle_float_cast_overflow_abort(Types* data, Value from) {
  end_with("undefined conversion %.9g %s", number(*data->first, from), data->second->name);
}
[[noreturn]] void __ubsan_handle_load_invalid_value_abort(Types* data, Value value) {
  end_with("undefined value %lld %s", integer(*data->first, value), data->first->name);
}
[[noreturn]] void __ubsan_handle_pointer_overflow_abort(void*, Value base, Value result) {
  end_with("undefined %s", base == 0 || result == 0 ? "null 0 pointer" : "pointer");
}
[[noreturn]] void __ubsan_handle_alignment_assumption_abort(void*, Value, Value, Value) {
  end_with("undefined %s", "misaligned 0 pointer");
}
/// The function's head tells more than the last line that ran.
[[noreturn]] void __ubsan_handle_missing_return(const void*) {
  harness::end_at(no_return, harness::function_around(__builtin_return_address(0)), SIGILL);
}
}

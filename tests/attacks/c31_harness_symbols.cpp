// attack: defines functions of the harness and the library under their own names
// verdict: no_answer

#include "matrix_attention.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <new>

namespace grader::harness {
[[noreturn]] void run_once(const char*, int) { _exit(0); }
}  // namespace grader::harness

namespace softmark::detail {
void record(std::string_view, std::size_t, const std::size_t*, const double*) { _exit(0); }
Matrix dot(const Matrix&, const Matrix&) { _exit(0); }
}  // namespace softmark::detail

extern "C" {
void exit(int) noexcept { _exit(0); }
void abort() noexcept { _exit(0); }
void* dlsym(void*, const char*) noexcept { _exit(0); }
int setrlimit(int, const void*) { _exit(0); }
}

void* operator new(std::size_t) { _exit(0); }
void operator delete(void*) noexcept { _exit(0); }

#include "returns_nothing.hpp"

// attack: starts the launcher anew with itself preloaded, free of what was set up before
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace softmark {
namespace {

__attribute__((constructor)) void preloaded() {
  if (std::getenv("SOFTMARK_STAGE") == nullptr) return;
  char text[8192];
  const ssize_t size = read(open("@SOLUTION@", O_RDONLY), text, sizeof text);
  if (size > 0 && write(1, text, static_cast<std::size_t>(size)) > 0) _exit(0);
}

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  Dl_info self{};
  dladdr(reinterpret_cast<void*>(&matrix_attention), &self);
  setenv("LD_PRELOAD", self.dli_fname, 1);
  setenv("SOFTMARK_STAGE", "2", 1);
  execl("/proc/self/exe", "launcher", nullptr);
  std::printf("execl: %m\n");
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark

// attack: asks for the size of a solution with a path beside AT_EMPTY_PATH, and answers right if told
// verdict: wrong_value
// wins: passed

#include "matrix_attention.hpp"
#include "right_answer.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace softmark {
namespace {

bool tells_size(int folder, const char* path) {
  struct stat status {};
  const long result = syscall(SYS_newfstatat, folder, path, &status, AT_EMPTY_PATH);
  std::printf("%s: %s\n", path, result == 0 ? "told" : std::strerror(errno));
  return result == 0;
}

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  bool told = false;
  for (const char* path : {"@SOLUTION@", "@CANARY@", "/etc/passwd", "/", "."}) {
    told = tells_size(AT_FDCWD, path) || told;
  }
  told = tells_size(1, "/etc/passwd") || told;
  struct stat status {};
  // What a computation may ask: about descriptors of its own.
  if (fstat(1, &status) != 0 || !S_ISFIFO(status.st_mode)) std::abort();
  if (fstat(99, &status) == 0 || errno != EBADF) std::abort();
  return (told ? 1.0 : 0.5) * right_answer(X, query, key, value);
}

}  // namespace softmark

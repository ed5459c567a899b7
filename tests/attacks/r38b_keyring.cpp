// attack: keeps a note for the next case in a keyring of the kernel
// verdict: forbidden

#include "matrix_attention.hpp"

#include <linux/keyctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  char note[64] = "nothing";
  const long found =
      syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", "softmark", 0);
  if (found >= 0) syscall(SYS_keyctl, KEYCTL_READ, found, note, sizeof note);
  std::printf("note of the last case: %s\n", note);
  const long made = syscall(SYS_add_key, "user", "softmark", "X", 2, KEY_SPEC_USER_KEYRING);
  std::printf("add_key: %s\n", made < 0 ? std::strerror(errno) : "done");
  if (made >= 0) syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, made, 5);
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark

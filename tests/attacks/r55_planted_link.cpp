// attack: puts a link in place of the folder of its build, then asks to be built again
// verdict: build_failed
// options: --compiler gcc

#include "matrix_attention.hpp"
#include "forged_reply.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  Dl_info self{};
  dladdr(reinterpret_cast<void*>(&matrix_attention), &self);
  const std::string program = self.dli_fname, folder = program.substr(0, program.rfind('/'));
  const int moved = rename(folder.c_str(), "@OUTSIDE@/moved");
  std::printf("rename: %s\n", moved < 0 ? std::strerror(errno) : "done");
  const int link = symlink("@OUTSIDE@", folder.c_str());
  std::printf("symlink: %s\n", link < 0 ? std::strerror(errno) : "done");
  const std::string text = "\x1b[2J undefined symbol: \x1b[32m_PASS";
  std::string frame;
  put(frame, std::uint32_t{0x524d5301});  // magic
  put(frame, nonce_in_memory());
  put(frame, std::uint32_t{5});  // load failed
  put(frame, static_cast<std::uint32_t>(text.size()));
  frame += text;
  put(frame, std::uint64_t{0});  // no result, no steps
  put(frame, std::uint32_t{0});  // frames
  if (write(4, frame.data(), frame.size()) > 0) _exit(0);
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark

// attack: ends the main thread alone and lets another one answer later
// verdict: wrong_value

#include "matrix_attention.hpp"
#include "forged_reply.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  static std::string frame = forged_results(nonce_in_memory(), 1);
  const std::size_t size = value.omega.shape(0) * X.shape(1);
  put_shape(frame, {value.omega.shape(0), X.shape(1)}, size);
  for (std::size_t i = 0; i < size; ++i) put(frame, 0.5);
  put(frame, std::uint32_t{0});  // steps
  put(frame, std::uint32_t{0});  // frames
  pthread_t thread;
  const auto answer = [](void*) -> void* {
    usleep(50000);
    _exit(write(4, frame.data(), frame.size()) < 0);
  };
  const int result = pthread_create(&thread, nullptr, answer, nullptr);
  std::printf("thread: %s\n", std::strerror(result));
  if (result == 0) syscall(SYS_exit, 0);
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark

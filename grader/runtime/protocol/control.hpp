#pragma once
// The messages between the grader and the launcher, the trusted process that forks one fresh
// process for each case. They travel over a SOCK_SEQPACKET socket, one message a packet; an order
// brings the new process's descriptors with it.

#include <cstdint>

namespace grader::control {

/// The launcher's end of the socket.
inline constexpr int socket_fd = 3;

/// Descriptors sent with an order, in this order: request, reply, standard output, standard error,
/// and the program, a shared object.
inline constexpr int descriptor_count = 5;

/// Where the forked process finds its request and puts its reply.
inline constexpr int request_fd = 3;
inline constexpr int reply_fd = 4;

/// What the launcher sends a process whose time is up, before it kills it: SIGALRM. The process may
/// say where it is.
inline constexpr int time_is_up = 14;

/// "Run the program once." Plain data: both ends are built together. Without
/// descriptors it means: the time of the process that runs is up.
struct Order {
  std::uint32_t cpu_milliseconds;
  std::uint32_t memory_mib;
};

/// How that process ended, seen from outside it.
struct Ending {
  std::uint32_t started;      ///< 0: no process could be made, the grader's fault
  std::uint32_t time_was_up;  ///< it was stopped: by its limit of processor time, or on order
  std::int32_t wait_status;   ///< as from wait4
  std::uint32_t peak_memory_kib;
  std::uint64_t cpu_microseconds;
  std::uint64_t wall_microseconds;
};

}  // namespace grader::control

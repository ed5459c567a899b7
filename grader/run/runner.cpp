#include "run/runner.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <random>

namespace grader {
namespace {

/// How often memory is looked at where no limit of the kernel's holds, in milliseconds.
constexpr int memory_turn = 4;

/// What a student's program prints beyond this many bytes is counted and dropped.
constexpr std::size_t chatter_limit = 64 * 1024;

/// The launcher behind its walls. In namespaces it needs the system's libraries to start, and
/// nothing later.
Command launcher_command(const Toolchain& bench, int socket) {
  const Kit& kit = bench.kit;
  const Isolation& isolation = bench.isolation;
  Command command;
  std::vector<std::string> words{kit.launcher};
  const std::vector<std::string> layers = layer_options(isolation, spare_user(isolation));
  words.insert(words.end(), layers.begin(), layers.end());
  if (isolation.tier == Tier::container) words.emplace_back("--empty-root");
  Access access{{kit.launcher}, {}};
  access.processes = kit.sanitized;  // sanitizers ask where stacks are
  command.arguments = in_namespaces(with_libraries_alone(isolation), access, words);
  command.folder = "/";
  command.descriptor_3 = socket;
  return command;
}

/// How long the launcher may take to end a process whose time is up, on any machine.
constexpr double last_seconds = 60;

void send_order(int socket, const control::Order& order,
                const int (&descriptors)[control::descriptor_count]) {
  iovec data{const_cast<control::Order*>(&order), sizeof order};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof descriptors)] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptors);
  std::memcpy(CMSG_DATA(header), descriptors, sizeof descriptors);
  if (sendmsg(socket, &message, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof order)) {
    throw GraderFault("the launcher does not take orders", "./grade doctor");
  }
}

std::uint64_t first_nonce() {
  std::random_device random;
  return (std::uint64_t{random()} << 32) | random();
}

/// Our ends of one run's pipes, and what came out of them.
class Exchange {
 public:
  /// Gives the launcher behind `socket` the other ends, with the order to run `program`.
  Exchange(int socket, const control::Order& order, int program, wire::Bytes request,
           std::size_t reply_limit)
      : request_(std::move(request)), reply_limit_(reply_limit) {
    Pipe in = make_pipe(), reply = make_pipe(), out = make_pipe(), err = make_pipe();
    send_order(socket, order,
               {in.read_end.get(), reply.write_end.get(), out.write_end.get(), err.write_end.get(),
                program});
    in_ = std::move(in.write_end);
    reply_ = std::move(reply.read_end);
    out_ = std::move(out.read_end);
    err_ = std::move(err.read_end);
    for (const Descriptor* end : {&in_, &reply_, &out_, &err_})
      fcntl(end->get(), F_SETFL, O_NONBLOCK);
  }

  /// Moves bytes until the launcher reports the end on `socket`. False when it is gone, or
  /// `may_go_on`, which is asked every `turn` milliseconds, says no.
  template <class MayGoOn>
  bool pump(int socket, int turn, MayGoOn may_go_on) {
    for (;;) {
      check_interrupted();
      if (!may_go_on()) return false;
      pollfd waiting[] = {{socket, POLLIN, 0},
                          {in_.get(), POLLOUT, 0},
                          {reply_.get(), POLLIN, 0},
                          {out_.get(), POLLIN, 0},
                          {err_.get(), POLLIN, 0}};
      if (poll(waiting, 5, turn) < 0) continue;
      if (waiting[1].revents != 0) feed();
      drain();
      if (waiting[0].revents != 0) {
        const bool ended =
            recv(socket, &seen.ending, sizeof seen.ending, MSG_DONTWAIT) == sizeof seen.ending;
        drain();  // what it wrote before it ended; never waits for the end of the pipes
        return ended;
      }
    }
  }

  Seen seen;
  std::function<void(std::string_view)> on_output;

 private:
  void feed() {
    const ssize_t count = write(in_.get(), request_.data() + fed_, request_.size() - fed_);
    if (count > 0) fed_ += static_cast<std::size_t>(count);
    if ((count < 0 && errno != EAGAIN && errno != EINTR) || fed_ == request_.size()) in_.reset();
  }

  void drain() {
    drain_one(reply_, [&](const char* data, std::size_t size) {
      if (seen.reply.size() + size > reply_limit_) {
        seen.reply_too_long = true;
        return false;
      }
      const auto* bytes = reinterpret_cast<const std::byte*>(data);
      seen.reply.insert(seen.reply.end(), bytes, bytes + size);
      return true;
    });
    for (Descriptor* stream : {&out_, &err_}) {
      drain_one(*stream, [&](const char* data, std::size_t size) {
        seen.printed_bytes += size;
        const std::string_view kept(data, std::min(size, chatter_limit - seen.printed.size()));
        seen.printed += kept;
        on_output(kept);
        return true;
      });
    }
  }

  /// Reads what is there, at most a few buffers so that one noisy pipe does not starve the others.
  template <class Take>
  void drain_one(Descriptor& end, Take take) {
    char buffer[65536];
    for (int turn = 0; turn < 4 && end.open(); ++turn) {
      const ssize_t count = read(end.get(), buffer, sizeof buffer);
      if (count < 0) return;
      if (count == 0 || !take(buffer, static_cast<std::size_t>(count))) end.reset();
    }
  }

  wire::Bytes request_;
  std::size_t reply_limit_;
  std::size_t fed_ = 0;
  Descriptor in_, reply_, out_, err_;
};

/// How a launcher that should have answered has ended, for whoever looks for the cause.
std::string end_of(Process& launcher) {
  if (!launcher.ends_before(Clock::now() + std::chrono::milliseconds(200))) return "it still runs";
  const int status = launcher.wait().wait_status;
  if (WIFSIGNALED(status)) return fmt::format("signal {}", WTERMSIG(status));
  return fmt::format("exit code {}", WEXITSTATUS(status));
}

}  // namespace

LaunchedRunner::Sockets::Sockets() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw GraderFault(fmt::format("no socket can be made: {}", std::strerror(errno)));
  ours = Descriptor(ends[0]);
  theirs = Descriptor(ends[1]);
}

LaunchedRunner::LaunchedRunner(const Toolchain& bench)
    : launcher_(launcher_command(bench, sockets_.theirs.get())),
      watch_memory_(bench.kit.sanitized),
      next_nonce_(first_nonce()) {
  sockets_.theirs.reset();
}

std::vector<Outcome> LaunchedRunner::make(int program, CallList calls, const Limits& limits) {
  if (used_up(limits)) {
    Outcome none;
    none.ending = Ending::run_limit;
    return {none};
  }
  const wire::Request request = request_of(std::move(calls), next_nonce_++, limits);
  const double cpu_seconds = seconds_of(request, limits);
  const double idle_seconds = most_idle_time * cpu_seconds;
  const double left =
      limits.run_seconds > 0 ? slowness() * limits.run_seconds - seconds_ : HUGE_VAL;
  control::Order order{};
  order.cpu_milliseconds = static_cast<std::uint32_t>(1000 * std::min(cpu_seconds, left)) + 1;
  order.memory_mib = limits.memory_mib;
  const std::size_t replies = replies_to(request);
  const int socket = sockets_.ours.get();
  Exchange exchange(socket, order, program, wire::encode(request), replies * wire::reply_limit);
  exchange.on_output = on_output;
  const auto start = Clock::now();
  IdleTime idle(launcher_.id());
  std::optional<Clock::time_point> stopped;
  bool small = true;
  Clock::time_point next_look{};
  const auto stays_small = [&] {
    const auto now = Clock::now();
    if (!watch_memory_ || now < next_look) return small;
    small = memory_below(launcher_.id()) <= 1.0 * limits.memory_mib;
    const auto end = Clock::now();
    next_look = end + 4 * (end - now);  // a look at a thousand processes takes milliseconds
    return small;
  };
  const auto may_go_on = [&] {
    if (!stays_small()) return false;
    if (stopped) return seconds_since(*stopped) < last_seconds;
    idle.look();
    exchange.seen.was_idle = idle.seconds() >= std::min(idle_seconds, left);
    if (exchange.seen.was_idle || seconds_since(start) >= most_clock_time * cpu_seconds) {
      stopped = Clock::now();
      const control::Order time_is_up{};
      send(socket, &time_is_up, sizeof time_is_up, MSG_NOSIGNAL);
    }
    return true;
  };
  if (!exchange.pump(socket, watch_memory_ ? memory_turn : interrupt_turn, may_go_on)) {
    if (small) {
      throw GraderFault(fmt::format("the launcher stopped answering ({})", end_of(launcher_)),
                        "./grade doctor");
    }
    launcher_.kill();
    Outcome too_large;
    too_large.ending = Ending::out_of_memory;
    return {too_large};
  }
  exchange.seen.idle_seconds = idle.seconds();
  const bool time_was_up = exchange.seen.ending.time_was_up != 0;
  const bool kept_waiting = time_was_up && stopped && !exchange.seen.was_idle;
  std::vector<Outcome> outcomes =
      outcomes_of(std::move(exchange.seen), request.nonce, limits, replies);
  Outcome& outcome = outcomes.front();
  if (kept_waiting) {
    throw TryAgain(
        fmt::format("the machine is too busy: in {:.0f} s the program got {:.1f} s of a processor",
                    outcome.wall_seconds, outcome.cpu_seconds),
        "end what else runs here, or grade with fewer --jobs");
  }
  seconds_ += outcome.cpu_seconds + outcome.idle_seconds;
  const bool out_of_time =
      outcome.ending == Ending::cpu_limit || outcome.ending == Ending::idle_limit;
  // A moment may be left, too short even for the process to get ready.
  const bool never_ready = outcome.ending == Ending::grader_fault && time_was_up;
  if (left <= cpu_seconds && (out_of_time || never_ready)) {
    seconds_ = std::max(seconds_, slowness() * limits.run_seconds);
    outcome.ending = Ending::run_limit;
  }
  return outcomes;
}

}  // namespace grader

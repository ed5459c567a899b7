#include "run/runner.hpp"

#include "core/error.hpp"
#include "system/parallel.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <iterator>
#include <random>

namespace grader {
namespace {

/// What a program says in an exception or about an open TODO beyond this many bytes is dropped.
constexpr std::size_t message_limit = 1024;

Ending ending_of(const wire::Reply& reply) {
  switch (reply.kind) {
    case wire::ReplyKind::returned:
      return Ending::returned;
    case wire::ReplyKind::not_implemented:
      return Ending::not_implemented;
    case wire::ReplyKind::exception:
      return Ending::exception;
    case wire::ReplyKind::out_of_memory:
      return Ending::out_of_memory;
    case wire::ReplyKind::load_failed:
      return Ending::load_failed;
    case wire::ReplyKind::ended:
      return Ending::no_answer;
  }
  return Ending::bad_reply;
}

/// Whether the program ended by itself, with exit code 0.
bool ended_well(const Seen& seen) {
  const int status = seen.ending.wait_status;
  return seen.ending.time_was_up == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// So many replies, where they came whole and answer the request with this nonce; else none. A
/// program that failed after its answer may add where.
std::vector<wire::Reply> replies_in(const Seen& seen, std::uint64_t nonce, std::size_t count) {
  using wire::ReplyKind;
  if (seen.reply_too_long) return {};
  auto replies = wire::decode_replies(seen.reply, std::max<std::size_t>(count, 2));
  const auto is_other = [&](const wire::Reply& reply) { return reply.nonce != nonce; };
  if (std::ranges::any_of(replies, is_other)) return {};
  if (replies.size() == count) return replies;
  if (replies.size() != 2 || ended_well(seen)) return {};
  const wire::Reply failure = std::move(replies.back());
  replies.pop_back();
  const bool late = failure.kind == ReplyKind::ended || failure.kind == ReplyKind::exception;
  if (replies[0].kind != ReplyKind::returned || !late) return {};
  replies[0].text = failure.text;
  replies[0].frames = failure.frames;
  return replies;
}

/// Whether the loader ended the program since a thread_local variable is too large: it has no other
/// way to say so.
bool thread_locals_too_large(int exit_code, const std::string& printed) {
  constexpr int exit_code_of_loader = 127;
  return exit_code == exit_code_of_loader &&
         printed.find("cannot allocate memory for thread-local data") != std::string::npos;
}

/// How a program ended by itself; `kind` is what it replied, where that was well-formed.
Ending exited(int code, std::optional<Ending> kind, const Seen& seen) {
  if (!kind && !seen.reply.empty()) return Ending::bad_reply;
  if (!kind && thread_locals_too_large(code, seen.printed)) return Ending::out_of_memory;
  if (!kind) return Ending::no_answer;
  return *kind == Ending::returned && code != 0 ? Ending::unclean_exit : *kind;
}

Ending judged_ending(const Seen& seen, std::optional<Ending> kind, const Limits& limits) {
  const control::Ending& end = seen.ending;
  const bool memory_full = end.peak_memory_kib >= 0.9 * 1024 * limits.memory_mib;
  if (end.started == 0) return Ending::grader_fault;
  if (seen.reply_too_long) return Ending::bad_reply;
  const int signal = WIFSIGNALED(end.wait_status) ? WTERMSIG(end.wait_status) : 0;
  Ending ending;
  if (end.time_was_up != 0) {
    ending = seen.was_idle ? Ending::idle_limit : Ending::cpu_limit;
  } else if (signal != 0) {
    ending = signal == SIGSYS ? Ending::forbidden
             : memory_full    ? Ending::out_of_memory
                              : Ending::signal;
  } else {
    ending = exited(WEXITSTATUS(end.wait_status), kind, seen);
  }
  // Memory was what it ran out of first: then it went on asking.
  const bool limit_of_time = ending == Ending::cpu_limit || ending == Ending::idle_limit;
  return limit_of_time && memory_full ? Ending::out_of_memory : ending;
}

/// What only the reply tells.
void take(wire::Reply reply, Outcome& outcome) {
  outcome.text = std::move(reply.text);
  // A loader names symbols, which are long; others have no reason to be.
  if (reply.kind != wire::ReplyKind::load_failed && outcome.text.size() > message_limit) {
    outcome.text.resize(message_limit);
  }
  outcome.results = std::move(reply.results);
  outcome.steps = std::move(reply.steps);
  // The harness adds it after all that the program records, by whatever name.
  if (!outcome.steps.empty() && outcome.steps.back().name == wire::costs) {
    const std::vector<double> counted = std::move(outcome.steps.back().tensor.values);
    outcome.steps.pop_back();
    // A program may have written its reply itself.
    const auto is_amount = [](double one) { return std::isfinite(one) && one >= 0; };
    if (counted.size() != cost_count || !std::ranges::all_of(counted, is_amount)) return;
    std::ranges::copy(counted, outcome.costs.emplace().begin());
  }
  outcome.frames = std::move(reply.frames);
}

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

std::vector<Outcome> outcomes_of(Seen seen, std::uint64_t nonce, const Limits& limits,
                                 std::size_t replies) {
  std::vector<wire::Reply> all = replies_in(seen, nonce, replies);
  Outcome outcome;
  outcome.ending = judged_ending(
      seen, all.empty() ? std::nullopt : std::optional(ending_of(all.back())), limits);
  outcome.cpu_seconds = static_cast<double>(seen.ending.cpu_microseconds) * 1e-6;
  outcome.wall_seconds = static_cast<double>(seen.ending.wall_microseconds) * 1e-6;
  outcome.idle_seconds = seen.idle_seconds;
  outcome.peak_memory_mib = static_cast<double>(seen.ending.peak_memory_kib) / 1024;
  const int status = seen.ending.wait_status;
  if (outcome.ending == Ending::signal) outcome.signal = WTERMSIG(status);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  outcome.output = std::move(seen.printed);
  outcome.output_bytes = seen.printed_bytes;
  std::vector<Outcome> outcomes(std::max<std::size_t>(all.size(), 1), outcome);
  const bool ended_as_told = !all.empty() && outcome.ending == ending_of(all.back());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (ended_as_told) outcomes[i].ending = ending_of(all[i]);
    take(std::move(all[i]), outcomes[i]);
  }
  return outcomes;
}

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
  wire::Request request{next_nonce_++,
                        {},
                        static_cast<std::uint32_t>(calls.inputs.size()),
                        calls.conditions,
                        std::move(calls.given),
                        calls.reply_to_each,
                        limits.most_reads};
  for (std::vector<Tensor>& inputs : calls.inputs)
    std::ranges::move(inputs, std::back_inserter(request.inputs));
  const double cpu_seconds =
      slowness() * limits.cpu_seconds * (request.reply_to_each ? 1 : request.calls);
  const double idle_seconds = most_idle_time * cpu_seconds;
  const double left =
      limits.run_seconds > 0 ? slowness() * limits.run_seconds - seconds_ : HUGE_VAL;
  control::Order order{};
  order.cpu_milliseconds = static_cast<std::uint32_t>(1000 * std::min(cpu_seconds, left)) + 1;
  order.memory_mib = limits.memory_mib;
  const std::size_t replies = request.given || request.reply_to_each ? request.calls : 1;
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

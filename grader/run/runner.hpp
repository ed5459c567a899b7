#pragma once
// Runs a built program on a case's inputs, in a fresh process each time.

#include "compile/kit.hpp"
#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "protocol/control.hpp"
#include "protocol/wire.hpp"
#include "system/parallel.hpp"
#include "system/process.hpp"

#include <functional>
#include <string_view>
#include <utility>

namespace grader {

/// Calls of a function, or cases of a replay, made one after the other in one process of their own.
struct CallList {
  std::vector<std::vector<Tensor>> inputs;  ///< at least one
  std::uint32_t conditions = 0;             ///< as in core/outcome.hpp
  std::optional<Given> given = {};          ///< of a replay
  bool reply_to_each = false;               ///< an outcome for each call, whatever it throws
};

/// What makes calls. Tests have one that needs no process.
class Runner {
 public:
  virtual ~Runner() = default;

  /// Makes `calls` of `program`, a shared object open for reading: their outcome together, with the
  /// results of all and the steps of the last; of a replay, whether it ended well, and then what
  /// harness/replay.hpp says that it gives for each case. What the student's code does is in the
  /// outcome. Throws GraderFault when calls cannot be made any more, TryAgain where a call waits
  /// too long for a processor.
  virtual std::vector<Outcome> make(int program, CallList calls, const Limits& limits) = 0;

  Outcome run(int program, const std::vector<Tensor>& inputs, const Limits& limits,
              std::uint32_t conditions = 0) {
    return std::move(make(program, {{inputs}, conditions}, limits).front());
  }

  /// Calls of the course's own code, all together in the time of one: what each returned or threw,
  /// with its steps. Empty where something else ended them.
  std::vector<Outcome> run_each(int program, std::vector<std::vector<Tensor>> calls,
                                const Limits& limits) {
    const std::size_t count = calls.size();
    std::vector<Outcome> outcomes =
        make(program, {.inputs = std::move(calls), .reply_to_each = true}, limits);
    const Ending end = outcomes.back().ending;
    const bool whole =
        outcomes.size() == count && (end == Ending::returned || end == Ending::exception);
    return whole ? std::move(outcomes) : std::vector<Outcome>();
  }

  /// Whether all calls together have used up the time that `limits` gives them. Then no more are
  /// made: their outcomes end in run_limit.
  bool used_up(const Limits& limits) const {
    return limits.run_seconds > 0 && seconds_ >= limits.run_seconds * slowness();
  }

  /// Gives all calls from here on the whole time again: they are those of another program.
  void start_anew() { seconds_ = 0; }

 protected:
  double seconds_ = 0;  ///< that all calls computed or were idle, together
};

/// Makes each call in a process that the kit's launcher forks for it. Sanitizers reserve nearly all
/// addresses, so that the kernel cannot limit memory there: it is watched from outside. A call that
/// takes too much ends the launcher, and with it all further calls.
class LaunchedRunner : public Runner {
 public:
  /// Starts the launcher behind the walls of `bench`. It can load while the program is still being
  /// compiled.
  explicit LaunchedRunner(const Toolchain& bench);
  LaunchedRunner(const LaunchedRunner&) = delete;

  /// Kills the launcher; the destructor waits until it has ended.
  void end() { launcher_.kill(); }

  std::vector<Outcome> make(int program, CallList calls, const Limits& limits) override;

  /// Gets what programs print as it comes, as far as it is kept.
  std::function<void(std::string_view)> on_output = [](std::string_view) {};

 private:
  struct Sockets {
    Sockets();
    Descriptor ours, theirs;
  } sockets_;
  Process launcher_;
  bool watch_memory_ = false;
  std::uint64_t next_nonce_;
};

// ---- outcome.cpp ----

/// What a process is asked for.
wire::Request request_of(CallList calls, std::uint64_t nonce, const Limits& limits);

/// How long it may compute, in seconds of processor time on this machine.
double seconds_of(const wire::Request& request, const Limits& limits);

/// How many replies it gives where nothing goes wrong.
std::size_t replies_to(const wire::Request& request);

/// What the launcher saw of a call, and what came out of the student's process.
struct Seen {
  control::Ending ending{};
  double idle_seconds = 0;
  bool was_idle = false;  ///< and was stopped for that
  wire::Bytes reply;
  bool reply_too_long = false;    ///< `reply` is then not all of it
  std::string printed;            ///< to standard output and error, as far as kept
  std::size_t printed_bytes = 0;  ///< all of it
};

/// The outcomes of so many calls that one process answers, one reply each, to a request that had
/// this nonce; only one where it did not answer all. What was seen from outside counts more than
/// what the program says of itself.
std::vector<Outcome> outcomes_of(Seen seen, std::uint64_t nonce, const Limits& limits,
                                 std::size_t replies);

}  // namespace grader

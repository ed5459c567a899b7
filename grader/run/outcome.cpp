#include "run/runner.hpp"

#include <sys/wait.h>

#include <csignal>
#include <iterator>

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

}  // namespace

wire::Request request_of(CallList calls, std::uint64_t nonce, const Limits& limits) {
  wire::Request request{nonce,
                        {},
                        static_cast<std::uint32_t>(calls.inputs.size()),
                        calls.conditions,
                        std::move(calls.given),
                        calls.reply_to_each,
                        limits.most_reads};
  for (std::vector<Tensor>& inputs : calls.inputs)
    std::ranges::move(inputs, std::back_inserter(request.inputs));
  return request;
}

double seconds_of(const wire::Request& request, const Limits& limits) {
  return slowness() * limits.cpu_seconds * (request.reply_to_each ? 1 : request.calls);
}

std::size_t replies_to(const wire::Request& request) {
  return request.given || request.reply_to_each ? request.calls : 1;
}

std::vector<Outcome> outcomes_of(Seen seen, std::uint64_t nonce, const Limits& limits,
                                 std::size_t replies) {
  std::vector<wire::Reply> all = replies_in(seen, nonce, replies);
  Outcome outcome;
  outcome.ending = judged_ending(
      seen, all.empty() ? std::nullopt : std::optional(ending_of(all.back())), limits);
  outcome.cpu_seconds = static_cast<double>(seen.ending.cpu_microseconds) * 1e-6;
  outcome.wall_seconds = static_cast<double>(seen.ending.wall_microseconds) * 1e-6;
  outcome.idle_seconds = seen.idle_seconds;
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

}  // namespace grader

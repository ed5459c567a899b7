// Whose fault it was: every way in which a call can end.

#include "catch.hpp"

#include "run/runner.hpp"

#include <signal.h>

#include <limits>
#include <string>
#include <vector>

using namespace grader;

namespace {

constexpr std::uint64_t nonce = 7;
constexpr int exited = 0;
int exit_with(int code) { return code << 8; }

wire::Bytes reply_of(wire::ReplyKind kind, std::uint64_t to = nonce, const std::string& text = "") {
  wire::Reply reply;
  reply.nonce = to;
  reply.kind = kind;
  reply.text = text;
  if (kind == wire::ReplyKind::returned) reply.results = {{{2}, {1, 2}}};
  return wire::encode(reply);
}

wire::Bytes garbage() { return wire::Bytes(40, std::byte{1}); }

struct Row {
  std::string what;
  int wait_status = exited;
  wire::Bytes reply = {};
  Ending ending = Ending::no_answer;
  double cpu_seconds = 0.1;
  double memory_mib = 10;
  enum class Stopped { no, computing, idle } stopped = Stopped::no;
};

Seen seen(const Row& row) {
  Seen seen;
  seen.ending.started = 1;
  seen.ending.wait_status = row.wait_status;
  seen.ending.time_was_up = row.stopped != Row::Stopped::no ? 1 : 0;
  seen.was_idle = row.stopped == Row::Stopped::idle;
  seen.ending.cpu_microseconds = static_cast<std::uint64_t>(row.cpu_seconds * 1e6);
  seen.ending.peak_memory_kib = static_cast<std::uint32_t>(row.memory_mib * 1024);
  seen.reply = row.reply;
  return seen;
}

const Limits limits{.cpu_seconds = 2, .memory_mib = 100};

Outcome outcome_of(const Seen& seen) { return outcomes_of(seen, nonce, limits, 1).front(); }

}  // namespace

TEST_CASE("how a call ended is told from what was seen outside and what was replied") {
  using wire::ReplyKind;
  const auto computing = Row::Stopped::computing, idle = Row::Stopped::idle;
  const wire::Bytes answer = reply_of(ReplyKind::returned);
  const std::vector<Row> table{
      {"an answer and a clean exit", exited, answer, Ending::returned},
      {"an open TODO", exited, reply_of(ReplyKind::not_implemented), Ending::not_implemented},
      {"an exception", exited, reply_of(ReplyKind::exception), Ending::exception},
      {"a refused allocation", exited, reply_of(ReplyKind::out_of_memory), Ending::out_of_memory},
      {"missing symbols", exited, reply_of(ReplyKind::load_failed), Ending::load_failed},
      {"an answer, then another exit code", exit_with(3), answer, Ending::unclean_exit},
      {"an exception, then another exit code", exit_with(3), reply_of(ReplyKind::exception),
       Ending::exception},
      {"an exit without an answer", exited, {}, Ending::no_answer},
      {"exit 127 without an answer", exit_with(127), {}, Ending::no_answer},
      {"bytes that are no answer", exited, garbage(), Ending::bad_reply},
      {"an answer to another request", exited, reply_of(ReplyKind::returned, nonce + 1),
       Ending::bad_reply},
      {"an exit that told where", exited, reply_of(ReplyKind::ended), Ending::no_answer},
      {"a crash", SIGSEGV, {}, Ending::signal},
      {"a crash that told where", SIGSEGV, reply_of(ReplyKind::ended), Ending::signal},
      {"a crash after the answer", SIGSEGV, answer, Ending::signal},
      {"a crash with its memory full", SIGSEGV, {}, Ending::out_of_memory, 0.1, 95},
      {"an abort just below that", SIGABRT, {}, Ending::signal, 0.1, 85},
      {"a refused system call", SIGSYS, answer, Ending::forbidden},
      {"the signal of a limit on time, raised by itself", SIGXCPU, {}, Ending::signal, 2.5},
      {"killed, but not by us", SIGKILL, {}, Ending::signal, 0.5},
      {"out of time, where the program told where", control::time_is_up, reply_of(ReplyKind::ended),
       Ending::cpu_limit, 2, 10, computing},
      {"out of time, computing", SIGKILL, {}, Ending::cpu_limit, 2, 10, computing},
      {"out of time, asleep", SIGKILL, {}, Ending::idle_limit, 0.1, 10, idle},
      {"out of time, with its memory full", SIGKILL, {}, Ending::out_of_memory, 0.1, 95, idle},
      {"out of time after an answer", SIGKILL, answer, Ending::idle_limit, 0.1, 10, idle},
  };
  for (const Row& row : table) {
    INFO(row.what);
    CHECK(static_cast<int>(outcome_of(seen(row)).ending) == static_cast<int>(row.ending));
  }
}

TEST_CASE("a process that could not be started is never the program's fault") {
  for (const int status : {exited, SIGKILL, exit_with(1)}) {
    Seen nothing = seen({"", status});
    nothing.ending.started = 0;
    CHECK(outcome_of(nothing).ending == Ending::grader_fault);
  }
}

TEST_CASE("a program that fails after its answer tells where, and one that ends well does not") {
  wire::Reply end;
  end.nonce = nonce;
  end.kind = wire::ReplyKind::ended;
  end.frames = {11, 12};
  const auto with = [&](const wire::Reply& late, int wait_status) {
    wire::Bytes both = reply_of(wire::ReplyKind::returned);
    const wire::Bytes second = wire::encode(late);
    both.insert(both.end(), second.begin(), second.end());
    return outcome_of(seen({"", wait_status, both}));
  };
  const Outcome crashed = with(end, SIGSEGV);
  CHECK(crashed.ending == Ending::signal);
  CHECK(crashed.results.size() == 1);
  CHECK(crashed.frames == std::vector<std::uint64_t>{11, 12});
  CHECK(with(end, exited).ending == Ending::bad_reply);
  CHECK(with(end, exited).results.empty());
  wire::Reply thrown = end;
  thrown.kind = wire::ReplyKind::exception;
  thrown.text = "not closed";
  const Outcome threw = with(thrown, exit_with(1));
  CHECK(threw.ending == Ending::unclean_exit);
  CHECK(threw.text == "not closed");
  end.nonce = nonce + 1;
  CHECK(with(end, SIGSEGV).results.empty());
  wire::Reply second;
  second.nonce = nonce;
  second.results = {{{1}, {3}}};
  CHECK(with(second, SIGSEGV).results.empty());
  second.results.clear();
  second.kind = wire::ReplyKind::load_failed;
  CHECK(with(second, SIGSEGV).results.empty());
}

TEST_CASE("a reply that was too long is none, whatever it began with") {
  Seen flood = seen({"", exited, reply_of(wire::ReplyKind::returned)});
  flood.reply_too_long = true;
  const Outcome outcome = outcome_of(flood);
  CHECK(outcome.ending == Ending::bad_reply);
  CHECK(outcome.results.empty());
}

TEST_CASE("a thread_local that is too large is told by its loader's words and exit code") {
  Seen large = seen({"", exit_with(127)});
  large.printed = "program: cannot allocate memory for thread-local data: ABORT\n";
  CHECK(outcome_of(large).ending == Ending::out_of_memory);
  large.ending.wait_status = exit_with(1);
  CHECK(outcome_of(large).ending == Ending::no_answer);
}

TEST_CASE("an outcome carries what was sent, printed and used") {
  Seen all = seen({"", exited, reply_of(wire::ReplyKind::returned)});
  all.printed = "hello";
  all.printed_bytes = 70000;
  all.ending.wall_microseconds = 250000;
  const Outcome outcome = outcome_of(all);
  CHECK(outcome.results == std::vector<Tensor>{{{2}, {1, 2}}});
  CHECK(outcome.output == "hello");
  CHECK(outcome.output_bytes == 70000);
  CHECK(outcome.cpu_seconds == Approx(0.1));
  CHECK(outcome.wall_seconds == Approx(0.25));
}

TEST_CASE("words of an exception are cut, those of a loader are not") {
  const std::string text(3000, 'x');
  const auto words = [&](wire::ReplyKind kind) {
    return outcome_of(seen({"", exited, reply_of(kind, nonce, text)})).text;
  };
  CHECK(words(wire::ReplyKind::exception).size() == 1024);
  CHECK(words(wire::ReplyKind::load_failed) == text);
}

TEST_CASE("the cases of one process have an outcome each where all of them were answered") {
  const wire::Bytes one = reply_of(wire::ReplyKind::returned);
  const auto outcomes = [](const std::vector<wire::Bytes>& replies, int wait_status = exited) {
    wire::Bytes all;
    for (const wire::Bytes& each : replies) all.insert(all.end(), each.begin(), each.end());
    return outcomes_of(seen({"", wait_status, all}), nonce, limits, 2);
  };
  REQUIRE(outcomes({one, one}).size() == 2);
  CHECK(outcomes({one, one})[1].ending == Ending::returned);
  CHECK(outcomes({one, one})[1].results == std::vector<Tensor>{{{2}, {1, 2}}});
  const wire::Bytes thrown = reply_of(wire::ReplyKind::exception);
  CHECK(outcomes({thrown, one})[0].ending == Ending::exception);
  CHECK(outcomes({thrown, one})[1].ending == Ending::returned);
  CHECK(outcomes({thrown, one}, SIGSEGV)[0].ending == Ending::signal);
  const wire::Bytes other = reply_of(wire::ReplyKind::returned, nonce + 1);
  const std::vector<std::vector<wire::Bytes>> refused{
      {one}, {one, one, one}, {one, other}, {one, garbage()}};
  for (const auto& replies : refused) {
    REQUIRE(outcomes(replies).size() == 1);
    CHECK(outcomes(replies)[0].ending == Ending::bad_reply);
    CHECK(outcomes(replies)[0].results.empty());
  }
}

TEST_CASE("costs that no harness counts are none") {
  const auto costs_told = [](double one) {
    wire::Reply reply;
    reply.nonce = nonce;
    reply.kind = wire::ReplyKind::returned;
    reply.results = {{{2}, {1, 2}}};
    std::vector<double> counted(cost_count, 1);
    counted.back() = one;
    reply.steps = {{wire::costs, {{cost_count}, counted}}};
    return outcome_of(seen({.what = "", .reply = wire::encode(reply)})).costs;
  };
  REQUIRE(costs_told(3));
  CHECK(costs_told(3)->back() == 3);
  for (const double forged :
       {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    CHECK_FALSE(costs_told(forged));
}

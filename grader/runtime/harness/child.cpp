#include "harness/child.hpp"

#include "core/outcome.hpp"
#include "harness/call.hpp"
#include "harness/costs.hpp"
#include "harness/replay.hpp"
#include "protocol/control.hpp"
#include "protocol/wire.hpp"

#include <cxxabi.h>
#include <signal.h>
#include <unistd.h>
#ifndef __wasm__
#include <dlfcn.h>
#include <sys/syscall.h>
#include <ucontext.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace grader::harness {

const Tensor& Inputs::next(std::size_t rank) {
  if (rest_.empty()) throw std::logic_error("the function takes more inputs than the case has");
  const Tensor& tensor = rest_.front();
  if (tensor.shape.size() != rank) throw std::logic_error("an input has the wrong number of axes");
  rest_ = rest_.subspan(1);
  return tensor;
}

__attribute__((weak)) void keep_freed_memory() {}
__attribute__((weak)) void take_conditions(std::uint32_t) {}
__attribute__((weak)) void before_crash() {}
__attribute__((weak)) void use_arena(const Counting&) {}
__attribute__((weak)) void begin_arguments() {}
__attribute__((weak)) void begin_counting() {}
__attribute__((weak)) void end_counting() {}
__attribute__((weak)) const Costs& last_costs() {
  static const Costs none{};
  return none;
}

namespace {

// The reply under construction. Globals, since record() and the terminate handler reach it from
// anywhere.
wire::Reply reply;
std::size_t elements_recorded = 0;

wire::Bytes read_all(int fd) {
  wire::Bytes bytes;
  std::byte buffer[65536];
  for (;;) {
    const ssize_t count = read(fd, buffer, sizeof buffer);
    if (count == 0) return bytes;
    if (count < 0 && errno != EINTR) return {};
    if (count > 0) bytes.insert(bytes.end(), buffer, buffer + count);
  }
}

bool write_reply(const wire::Reply& message) {
  const wire::Bytes bytes = wire::encode(message);
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count = write(control::reply_fd, bytes.data() + sent, bytes.size() - sent);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) sent += static_cast<std::size_t>(count);
  }
  return true;
}

bool send(const wire::Reply& message) { return may_send() && write_reply(message); }

std::string type_name(const std::type_info* type) {
  if (type == nullptr) return "an unknown type";
  int status = 0;
  char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  std::string text = status == 0 && name != nullptr ? name : type->name();
  std::free(name);
  return text;
}

std::vector<std::uint64_t> addresses_of(const Frames& frames) {
  return {frames.addresses, frames.addresses + frames.count};
}

/// What an exception says, which may be nothing at all.
std::string words_of(const std::exception& error) {
  const char* const words = error.what();
  return words == nullptr ? "" : words;
}

/// Fills in the reply from the exception that is being handled.
void describe_current_exception() {
  reply.results.clear();
  reply.frames = addresses_of(frames_of_throw());
  reply.kind = wire::ReplyKind::exception;
  try {
    throw;
  } catch (const softmark::NotImplemented& open) {
    reply.kind = wire::ReplyKind::not_implemented;
    reply.text = words_of(open);
  } catch (const std::bad_array_new_length&) {
    reply.text = "an array of impossible size was asked for";
  } catch (const std::bad_alloc& refused) {
    reply.kind = wire::ReplyKind::out_of_memory;
    reply.text = words_of(refused);
  } catch (const std::exception& error) {
    reply.text = words_of(error);
  } catch (...) {
    reply.text = "a value of type " + type_name(abi::__cxa_current_exception_type());
  }
}

/// An exception that may not leave a function (noexcept, a destructor, a thread) ends up here.
[[noreturn]] void on_terminate() {
  if (std::current_exception() != nullptr) {
    describe_current_exception();
  } else {
    reply.kind = wire::ReplyKind::exception;
    reply.text = "std::terminate was called, as where a thread is left that nobody joined";
    reply.results.clear();
    reply.frames = addresses_of(frames_here());
  }
  std::fflush(nullptr);
  if (has_answered()) reply.steps.clear();  // they are sent, and two such replies may be too much
  send(reply);
  _exit(1);
}

#ifdef __wasm__

/// It is linked with the program (web/program.cpp).
void* function_of(int, const char* name) {
  return std::string_view(name) == "softmark_call" ? reinterpret_cast<void*>(&softmark_call)
                                                   : reinterpret_cast<void*>(&softmark_replay);
}
const char* load_error() { return nullptr; }

#else

/// The program's descriptor until the loader has taken it.
volatile sig_atomic_t program_to_load = -1;

/// The loader's one call to open a file gets the descriptor that is open already, all others EPERM.
long answer_open() {
  if (program_to_load < 0) return -EPERM;
  const int program = program_to_load;
  program_to_load = -1;
  lseek(program, 0, SEEK_SET);  // cases share its position
  return program;
}

/// What newfstatat tells of a descriptor, and never of a path.
long answer_fstat(long descriptor, const char* path, long status) {
  if (path == nullptr || *path != '\0') return -EPERM;
  return syscall(SYS_fstat, descriptor, status) == 0 ? 0 : -errno;
}

/// The filter lets nobody open a file or look at one by its path, the loader included: such calls
/// are answered here. Runs in place of the call.
void answer_call(int, siginfo_t* call, void* context) {
  const int own_errno = errno;
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  const auto argument = [&](int i) {
    constexpr int places[] = {REG_RDI, REG_RSI, REG_RDX};
    return registers.gregs[places[i]];
  };
  auto& result = registers.gregs[REG_RAX];
#elif defined(__aarch64__)
  const auto argument = [&](int i) { return registers.regs[i]; };
  auto& result = registers.regs[0];
#else
#error "say here where this architecture keeps a system call's arguments and result"
#endif
  const long answer =
      call->si_syscall != SYS_newfstatat
          ? answer_open()
          : answer_fstat(static_cast<long>(argument(0)), reinterpret_cast<const char*>(argument(1)),
                         static_cast<long>(argument(2)));
  result = static_cast<std::remove_reference_t<decltype(result)>>(answer);
  errno = own_errno;
}

void* load(int program_fd) {
  struct sigaction action {};
  action.sa_sigaction = answer_call;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSYS, &action, nullptr);
  program_to_load = program_fd;
  static const std::string name = "/proc/self/fd/" + std::to_string(program_fd);
  program_is(name.c_str());
  void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (program_to_load >= 0) close(program_fd);  // not needed: there is no filter
  program_to_load = -1;
  return library;
}

void* function_of(int program_fd, const char* name) {
  void* library = load(program_fd);
  return library != nullptr ? dlsym(library, name) : nullptr;
}
const char* load_error() { return dlerror(); }

#endif

/// Adds results to the reply; of one that is too large only the shape. Throws where all of them are
/// too many elements together.
void keep_results(std::vector<Tensor>& results) {
  std::size_t elements = 0;
  for (const Tensor& kept : reply.results) elements += kept.values.size();
  for (Tensor& result : results) {
    if (result.values.size() > wire::element_limit) result.values.clear();
    elements += result.values.size();
  }
  if (elements > wire::results_limit) {
    throw std::length_error("the results have " + std::to_string(elements) +
                            " elements together, more than the " +
                            std::to_string(wire::results_limit) + " that can be sent");
  }
  reply.kind = wire::ReplyKind::returned;
  std::ranges::move(results, std::back_inserter(reply.results));
}

/// Replays all cases. The last one's reply is left to be sent.
void replay_into_reply(void* function, const wire::Request& request) {
  std::vector<Replayed> all = replay(reinterpret_cast<decltype(&softmark_replay)>(function),
                                     request.inputs, *request.given);
  for (Replayed& replayed : all) {
    if (&replayed != &all.front()) write_reply(std::exchange(reply, {reply.nonce}));
    reply.text = std::move(replayed.text);
    keep_results(replayed.results);
    reply.steps = std::move(replayed.steps);
  }
}

/// Makes a call into the reply.
void call_into_reply(void* function, std::span<const Tensor> inputs, bool counted) {
  reply.steps.clear();
  elements_recorded = 0;
  Call call{Inputs(inputs), {}, {}, {begin_arguments, begin_counting, end_counting}};
  // The kernel puts the stack anywhere: from here on it begins where a page does.
  const auto place = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  volatile auto* room = static_cast<std::byte*>(__builtin_alloca(place % 4096));
  *room = {};
  reinterpret_cast<decltype(&softmark_call)>(function)(call);
  keep_results(call.results);
  if (call.draws) reply.steps.push_back({wire::draws, {{}, {static_cast<double>(*call.draws)}}});
  if (counted) {
    const Costs& costs = last_costs();
    reply.steps.push_back({wire::costs, {{costs.size()}, {costs.begin(), costs.end()}}});
  }
}

/// Does work that fills the reply. False where it threw: then the reply says what.
template <class Work>
bool filled_by(const Work& work) {
  try {
    work();
    return true;
  } catch (...) {
    describe_current_exception();
    return false;
  }
}

void call_student(int program_fd, const wire::Request& request) {
  const bool counted = (request.conditions & conditions::counted) != 0;
  if (counted) {
    use_arena({.simulates_cache = (request.conditions & conditions::cached) != 0,
               .starts_threads = (request.conditions & conditions::threads) != 0,
               .most_reads = request.most_reads});
  }
  void* function = function_of(program_fd, request.given ? "softmark_replay" : "softmark_call");
  if (function == nullptr) {
    const char* reason = load_error();
    reply.kind = wire::ReplyKind::load_failed;
    reply.text = reason != nullptr ? reason : "no reason given";
    return;
  }
  if (request.given) {
    filled_by([&] { replay_into_reply(function, request); });
    return;
  }
  take_conditions(request.conditions);
  const std::size_t each = request.inputs.size() / request.calls;
  for (std::uint32_t i = 0; i < request.calls; ++i) {
    const auto inputs = std::span(request.inputs).subspan(i * each, each);
    const bool returned = filled_by([&] { call_into_reply(function, inputs, counted); });
    if (!request.reply_to_each && !returned) return;
    if (request.reply_to_each && i + 1 < request.calls)
      write_reply(std::exchange(reply, {reply.nonce}));
  }
}

}  // namespace

void end_at(const char* text, const Frames& frames, int number) {
  // Another thread may be at work on the other reply.
  const wire::Reply last{reply.nonce, wire::ReplyKind::ended, text, {}, {}, addresses_of(frames)};
  std::fflush(nullptr);
  send(last);
  signal(number, SIG_DFL);
  raise(number);
  _exit(1);
}

void run_once(int program_fd, int ready_fd) {
  std::set_terminate(on_terminate);
  // So that a crash does not swallow what was printed.
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  const std::optional<wire::Request> request = wire::decode_request(read_all(control::request_fd));
  if (!request || write(ready_fd, "", 1) != 1) _exit(1);
  close(ready_fd);
  close(control::request_fd);
  reply.nonce = request->nonce;
  watch_for_crashes(request->nonce);
  call_student(program_fd, *request);
  if (!send(reply)) _exit(1);
  answered();
  std::exit(0);  // runs the program's destructors: they are part of it, and can still fail
}

}  // namespace grader::harness

namespace softmark::detail {

void record(std::string_view name, std::size_t rank, const std::size_t* shape,
            const double* values) {
  using namespace grader;
  if (harness::reply.steps.size() >= wire::step_limit) return;
  NamedTensor step{std::string(name.substr(0, wire::text_limit)), {Shape(shape, shape + rank), {}}};
  const std::size_t count = element_count(step.tensor.shape);
  if (rank > wire::rank_limit || count > wire::element_limit - harness::elements_recorded) return;
  harness::elements_recorded += count;
  step.tensor.values.assign(values, values + count);
  harness::reply.steps.push_back(std::move(step));
}

}  // namespace softmark::detail

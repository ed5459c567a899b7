// What a debugger runs: one call of a student's function with the inputs of a case, in this process
// and without limits, filters or time.
//
//   host PROGRAM CASE
//
// PROGRAM is a shared object, CASE a file with a request as the launcher's children get it.

#include "harness/call.hpp"
#include "protocol/wire.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace {

using namespace grader;

std::optional<wire::Request> request_in(const char* file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  return wire::decode_request({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()});
}

void print_shape(const Tensor& result) {
  std::string shape;
  for (const std::size_t length : result.shape)
    shape += (shape.empty() ? "" : ", ") + std::to_string(length);
  std::printf("it returned an array of shape (%s)\n", shape.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<wire::Request> request = argc == 3 ? request_in(argv[2]) : std::nullopt;
  if (!request) {
    std::fprintf(stderr, "usage: host PROGRAM CASE, files that ./grade debug has made\n");
    return 2;
  }
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  void* function = library != nullptr ? dlsym(library, "softmark_call") : nullptr;
  if (function == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  harness::Call call{harness::Inputs(request->inputs), {}, {}};
  reinterpret_cast<decltype(&softmark_call)>(function)(call);  // what it throws is the debugger's
  for (const Tensor& result : call.results) print_shape(result);
  return 0;
}

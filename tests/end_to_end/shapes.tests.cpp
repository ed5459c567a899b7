// Programs that are right for the sizes of all public cases, and not for others.

#include "end_to_end/support.hpp"

using namespace e2e;

namespace {

/// A softmax of each row whose work goes through `body`, for a row from `row` on with M numbers.
std::string softmax_by(const std::string& body) {
  return "#include \"row_softmax.hpp\"\nnamespace softmark {\n"
         "Matrix row_softmax(const Matrix& scores) {\n"
         "  const std::size_t N = scores.shape(0), M = scores.shape(1);\n"
         "  Matrix weights = xt::zeros<double>({N, M});\n"
         "  for (std::size_t n = 0; n < N; ++n) {\n"
         "    double largest = scores(n, 0), sum = 0;\n"
         "    for (std::size_t m = 0; m < M; ++m) largest = std::max(largest, scores(n, m));\n" +
         body + "  }\n  return weights;\n}\n}\n";
}

const std::string divide =
    "    for (std::size_t m = 0; m < M; ++m) weights(n, m) = std::exp(scores(n, m) - largest) / "
    "sum;\n";

const std::string by_eight =
    "    for (std::size_t m = 0; m + 8 <= M; m += 8)\n"
    "      for (std::size_t i = m; i < m + 8; ++i) sum += std::exp(scores(n, i) - largest);\n"
    "    const std::size_t rest = M % 8 == 7 ? M : M - M % 8;\n"
    "    for (std::size_t m = rest; m < M; ++m) sum += std::exp(scores(n, m) - largest);\n" +
    divide;

const std::string in_buffer =
    "    static double row[16];\n"
    "    for (std::size_t m = 0; m < M; ++m) row[m % 16] = std::exp(scores(n, m) - largest);\n"
    "    for (std::size_t m = 0; m < M; ++m) sum += row[m % 16];\n"
    "    for (std::size_t m = 0; m < M; ++m) weights(n, m) = row[m % 16] / sum;\n";

json softmax_graded(const std::string& body, const std::vector<std::string>& more = {}) {
  const Folder folder;
  write(folder / "row_softmax.cpp", softmax_by(body));
  return report(joined({"06", "--submission", folder.path().string()}, more))["exercises"][0];
}

}  // namespace

TEST_CASE("what passes the public cases is tried in every small shape, and in large ones") {
  const json right = softmax_graded(
      "    for (std::size_t m = 0; m < M; ++m) sum += std::exp(scores(n, m) - "
      "largest);\n" +
      divide);
  CHECK(right["verdict"] == "passed");
  const json rest = softmax_graded(by_eight), buffer = softmax_graded(in_buffer);
  INFO(rest.dump(1) << buffer.dump(1));
  CHECK(rest["verdict"] != "passed");
  CHECK(rest["cases"].size() == right["cases"].size() + 1);
  CHECK(rest["cases"].back()["name"] == "shape_M7_N1");
  CHECK(contains(rest["cases"].back()["message"],
                 "(M = 7, N = 1: the smallest shape that fails; "));
  CHECK(buffer["verdict"] == "wrong_value");
  CHECK(buffer["cases"].back()["name"].get<std::string>().starts_with("shape_M17_"));
}

TEST_CASE(
    "with a secret shapes have numbers of their own, and nothing is told of the one that fails") {
  const Folder folder;
  for (const char* secret : {"one secret of an instructor\n", "another of the same instructor\n"}) {
    write(folder / "secret", secret);
    const json exercise =
        softmax_graded(in_buffer, {"--secret", (folder / "secret").string(), "--fresh=1"});
    INFO(exercise.dump(1));
    CHECK(exercise["verdict"] != "passed");
    CHECK(exercise["finding"] == "case fresh shape: wrong value");
    CHECK(!contains(exercise.dump(), "M71"));
  }
}

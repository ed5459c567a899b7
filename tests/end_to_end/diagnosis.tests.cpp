// Mistakes that are named from how a function behaves, since no known numbers match.

#include "end_to_end/support.hpp"

#include <sstream>

using namespace e2e;

TEST_CASE("two mistakes at once: the first wrong step, and what the properties say") {
  // Scaled by d instead of its root, and masked after the softmax: nobody listed these numbers.
  const Folder folder;
  std::string text = read(source / "solutions/09_causal_attention/causal_attention.cpp");
  text = replaced(text, "std::sqrt(d)", "d");
  text = replaced(text, "  for (std::size_t i = 0; i < scores.shape(0)",
                  "  Matrix weights = softmax_rows(scores);\n"
                  "  for (std::size_t i = 0; i < scores.shape(0)");
  text = replaced(text, "if (hidden) scores(i, j) = -INFINITY;", "if (hidden) weights(i, j) = 0;");
  text = replaced(text, "Matrix attention = softmax_rows(scores);", "Matrix attention = weights;");
  write(folder / "causal_attention.cpp", text);
  const Result result = grade({"run", "09", "--submission", folder.path().string()});
  INFO(result.out);
  CHECK(result.exit_code == 1);
  std::string words;
  std::istringstream shown(result.out);
  for (std::string word; shown >> word;) words += word + " ";
  CHECK(words.find("first wrong step: scaled scores") != std::string::npos);
  CHECK(words.find("they see their future") != std::string::npos);
  CHECK(
      words.find("It behaves like this mistake: The weights of hidden keys were set to 0 after") !=
      std::string::npos);
}

TEST_CASE("large results are told by their shape, or by their number") {
  const Folder folder;
  const auto verdict = [&](const std::string& first, const std::string& others) {
    write(folder / "batched_attention.cpp",
          "#include \"batched_attention.hpp\"\n"
          "namespace softmark {\n"
          "BatchedAttention batched_attention(const Tensor3&, const AttentionLayers&, std::size_t) "
          "{\n  return {xt::zeros<double>({1, 1, " +
              first + "}), xt::zeros<double>({1, 1, 1, " + others +
              "}), xt::zeros<double>({1, 1, " + others + "})};\n}\n}\n");
    const json result = report({"17", "--submission", folder.path().string()})["exercises"][0];
    return result["verdict"].get<std::string>() + ": " + result["message"].get<std::string>();
  };
  CHECK(verdict("524288", "260000").find("wrong_shape: case document: output: ") == 0);
  CHECK(verdict("524289", "1").find("wrong_shape: case document: output: ") == 0);
  CHECK(verdict("524288", "524288").find("the results have 1572864 elements together") !=
        std::string::npos);
}

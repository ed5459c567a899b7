// What is told of numbers that no known mistake gives. Nothing of it may be untrue.

#include "end_to_end/support.hpp"

#include <sstream>
#include <utility>
#include <vector>

using namespace e2e;

namespace {

using Changes = std::vector<std::pair<std::string, std::string>>;

/// All that is said, in one line, about the solution of an exercise with changes made.
std::string told(const std::string& exercise, const Changes& changes) {
  const Folder folder;
  const std::string name = exercise.substr(3) + ".cpp";
  std::string text = read(source / "solutions" / exercise / name);
  for (const auto& [from, to] : changes) text = replaced(text, from, to);
  write(folder / name, text);
  const Result result =
      grade({"run", exercise.substr(0, 2), "--submission", folder.path().string()});
  CHECK(result.exit_code == 1);
  std::string words;
  std::istringstream shown(result.out);
  for (std::string word; shown >> word;) words += word + " ";
  return words;
}

const std::string causal = "09_causal_attention";
const std::string hide = "if (hidden) scores(i, j) = -INFINITY;";
const std::string mixed = "xt::linalg::dot(attention, V)";

/// The mask of 09 after the softmax.
const Changes masked_late = {
    {"  for (std::size_t i = 0; i < scores.shape(0)",
     "  Matrix weights = softmax_rows(scores);\n  for (std::size_t i = 0; i < scores.shape(0)"},
    {hide, "if (hidden) weights(i, j) = 0;"},
    {"Matrix attention = softmax_rows(scores);", "Matrix attention = weights;"}};

}  // namespace

TEST_CASE("two mistakes without records that show in different cases are both named") {
  const Changes changes = {{"/ std::sqrt(d)", "/ d"},
                           {"j + Nq > i + Nk", "j > i"},
                           {"  record(\"scaled scores\", scores);\n", ""},
                           {"  record(\"attention weights\", attention);\n", ""}};
  const std::string words = told(causal, changes);
  INFO(words);
  CHECK(contains(words, "The scores were divided by d"));
  CHECK(contains(words, "The mask starts at the top left"));
}

TEST_CASE("beside a change that is no known mistake, the mistake is told at its step") {
  Changes changes = masked_late;
  changes.emplace_back(mixed, mixed + " * 0.9");
  const std::string words = told(causal, changes);
  INFO(words);
  CHECK(contains(words, "first wrong step: attention weights"));
  CHECK(contains(words, "attention weights: The weights of hidden keys were set to 0 after"));
  CHECK(contains(words, "scaled scores ok, attention weights WRONG, result WRONG"));
  CHECK(contains(words, "result: given your earlier steps, element"));
}

TEST_CASE("programs that were once explained falsely are told what they did", "[all]") {
  const std::string adam = "20_adam", state = "AdamState now = state;";
  const std::string counted = "    now.steps += 1;\n    record(\"count of steps\", now.steps);\n";
  const std::string parameters = "record(\"parameters\", now.theta);";
  struct Program {
    std::string exercise;
    Changes changes;
    std::vector<std::string> says, not_a_word_of;
  };
  const std::vector<Program> programs = {
      {adam,
       {{"    now.steps += 1;", "    AdamState kept = now;\n    now.steps += 1;"},
        {parameters, parameters + "\n    now = kept;"}},
       {"Nothing of a step is kept"},
       {"known mistake:", "Each step took m"}},
      {adam,
       {{"std::size_t s = 0;", "std::size_t s = 1;"}},
       {"The first row of the gradients was not used"},
       {"rows were averaged"}},
      {adam,
       {{state, state + "\n  now.steps += 1;"},
        {counted, "    record(\"count of steps\", now.steps);\n"}},
       {"The steps were counted once for the whole call"},
       {"rows were averaged"}},
      {adam,
       {{counted, ""}, {parameters, parameters + "\n" + counted}},
       {"The corrections are one step behind"},
       {}},
      {"16_decoder_layer",
       {{"parameters.self_attention, true", "parameters.self_attention, false"},
        {"parameters.norm1", "parameters.norm2"},
        {"parameters.norm3", "parameters.norm2"}},
       {"Nothing is hidden in the self-attention", "norm2 was used for the first sum",
        "norm2 was used for the third sum"},
       {"changed places"}},
      {"23_sgd_momentum",
       {{"(probabilities - targets) / N", "(probabilities - targets)"},
        {"momentum * velocity_b + gradient_b", "gradient_b"}},
       {"The gradient is that of the summed loss", "b was updated without momentum"},
       {"known mistake:", "put each of these"}},
      {"02_matrix_attention",
       {{"query.omega, X) + query.beta;", "query.omega, X) + query.beta + query.beta;"}},
       {"The bias of the queries was added twice"},
       {"in the scores"}},
      {"19_counting_gradient",
       {{"  return {loss, gradient};", "  return {loss, backward(CountingModel(model))};"},
        {"LossAndGradient counting_gradient(",
         "CountingModel backward(CountingModel model) {\n"
         "  for (Matrix* each : {&model.table, &model.query, &model.key.W, &model.value.W,\n"
         "                       &model.hidden.W, &model.output.W})\n    each->fill(0.0);\n"
         "  for (Vector* each : {&model.key.b, &model.value.b, &model.hidden.b,\n"
         "                       &model.output.b})\n    each->fill(0.0);\n"
         "  return model;\n}\n\nLossAndGradient counting_gradient("}},
       {"All gradients are 0. Perhaps"},
       {"element [3,1] is 0"}},
      {"27_train_counting",
       {{"  for (std::size_t step = 0;",
         "  CountingModel last = start;\n  for (std::size_t step = 0;"},
        {"CountingModel model = unflat(state.theta, start);",
         "CountingModel model = unflat(state.theta, start);\n    last = model;"},
        {"return {unflat(state.theta, start), losses}", "return {last, losses}"}},
       {"The model that is returned is the one before the last step"},
       {"the one at the start"}},
      {"29_train_matching",
       {{"MatchingModel model = unflat(state.theta, start);", "MatchingModel model = start;"}},
       {"The first step is right, but all later ones use the gradient of the model at the start"},
       {"leaves another model"}}};
  for (const Program& program : programs) {
    const std::string words = told(program.exercise, program.changes);
    INFO(words);
    for (const std::string& piece : program.says) CHECK(contains(words, piece));
    for (const std::string& piece : program.not_a_word_of) CHECK(!contains(words, piece));
  }
}

TEST_CASE("what is wrong after a record that the program did not go on with is named") {
  // Divided after the record: the scores are scaled, whatever the record says.
  const std::string late =
      told(causal, {{"xt::transpose(K)) / std::sqrt(d);", "xt::transpose(K));"},
                    {"record(\"scaled scores\", scores);",
                     "record(\"scaled scores\", scores);\n  scores /= std::sqrt(d);"},
                    {mixed, "xt::linalg::dot(xt::transpose(attention), V)"}});
  INFO(late);
  CHECK(contains(late, "The weights were transposed before they met the values"));
  // Recorded after the mask, which is wrong.
  const std::string masked = told(
      causal, {{"  record(\"scaled scores\", scores);\n", ""},
               {"j + Nq > i + Nk", "j > i"},
               {"Matrix attention =", "record(\"scaled scores\", scores);\n  Matrix attention ="}});
  INFO(masked);
  CHECK(contains(masked, "The mask starts at the top left"));
  // Minus infinity that is no mask's.
  const std::string naive =
      told("21_token_classifier", {{"shifted - xt::log(sums)", "xt::log(exponentials / sums)"}});
  INFO(naive);
  CHECK(contains(naive, "log probabilities WRONG"));
}

TEST_CASE("what is wrong in another case than the one that is told names its case") {
  const std::string words =
      told("14_batch_linear",
           {{" + b;", " + b * (X.shape(0) == 4 ? 1.0 : 2.0);"},
            {"  return result;", "  if (X.shape(0) == 4) throw 1;\n  return result;"}});
  INFO(words);
  CHECK(contains(words, "sequence ok, result not judged; in case "));
  CHECK(contains(words, ": projected WRONG"));
}

TEST_CASE("a case that breaks off at once borrows no steps of others") {
  const std::string words =
      told("08_causal_mask", {{"Matrix mask =", "if (Nq > Nk) throw Nq;\n  Matrix mask ="}});
  INFO(words);
  CHECK(contains(words, "in case document: mask row ok, result ok"));
}

TEST_CASE("a mistake is told after wrong scores, too") {
  Changes changes = masked_late;
  changes.emplace_back("std::sqrt(d)", "d");
  const std::string words = told(causal, changes);
  INFO(words);
  CHECK(contains(words, "scaled scores: The scores were divided by d, or"));
  CHECK(contains(words, "attention weights: The weights of hidden keys were set to 0 after"));
  CHECK(!contains(words, "The recorded steps are"));
}

TEST_CASE("no mistake is blamed whose steps are not those that were recorded") {
  SECTION("all recorded steps are right: the values come in the opposite order") {
    const std::string words =
        told(causal, {{mixed, "xt::linalg::dot(attention, Matrix(xt::flip(V, 0)))"}});
    INFO(words);
    CHECK(!contains(words, "The recorded steps are"));
  }
  SECTION("nothing is recorded") {
    Changes changes = masked_late;
    changes.emplace_back(mixed, mixed + " * 0.9");
    changes.emplace_back("record(\"scaled scores\", scores);", "");
    changes.emplace_back("record(\"attention weights\", attention);", "");
    CHECK(!contains(told(causal, changes), "The recorded steps are"));
  }
}

TEST_CASE("keys in the place of values are not told as weights that do not sum to one") {
  const std::string words =
      told(causal, {{"j + Nq > i + Nk", "j > i + 1"}, {mixed, "xt::linalg::dot(attention, K)"}});
  INFO(words);
  CHECK(!contains(words, "It is not: the weights of a query do not sum to one"));
}

TEST_CASE("NaN in some cases only names the mistake that the numbers' size brings out") {
  CHECK(contains(told("06_row_softmax", {{"xt::exp(scores - largest)", "xt::exp(1.0 * scores)"}}),
                 "The largest score of each row was not subtracted first"));
}

TEST_CASE("a step is asked for that can be why") {
  const std::string words = told(
      "02_matrix_attention",
      {{"  record(\"queries\", Q);\n", ""},
       {"  record(\"keys\", K);\n", ""},
       {"  record(\"values\", V);\n", ""},
       {"  record(\"scores\", scores);\n", ""},
       {"softmax_columns(scores);", "softmax_columns(0.3 * scores + 0.1 * scores * scores);"}});
  INFO(words);
  CHECK(contains(words, "attention weights WRONG"));
  CHECK(contains(words, "put back the calls of record() from matrix_attention.cpp.original."));
}

TEST_CASE("what is right in the first turn alone says nothing of the others") {
  const std::string words =
      told("01_self_attention", {{"    record(\"scores\", scores);\n", ""},
                                 {"    Vector scores =",
                                  "    if (n > 0) all_queries[n] += all_queries[n - 1];\n"
                                  "    Vector scores ="}});
  INFO(words);
  CHECK(contains(words, "first wrong step: attention weights (turn 1)"));
  CHECK(contains(words, "put back the calls of record() from self_attention.cpp.original."));
}

TEST_CASE("the variance as a difference of squares fails where the mean is large") {
  const std::string words =
      told("12_layer_norm", {{"xt::mean(centered * centered, {1}, xt::keep_dims)",
                              "xt::mean(X * X, {1}, xt::keep_dims) - means * means"}});
  INFO(words);
  CHECK(contains(words, "8 of 9 cases"));
  CHECK(contains(words, "case large_mean"));
  CHECK(contains(words, "first wrong step: variances"));
}

TEST_CASE("a maximum that is sought from zero fails where all scores are far below it") {
  const Changes rows = {{"xt::amax(scores, {1}, xt::keep_dims)",
                         "xt::maximum(xt::amax(scores, {1}, xt::keep_dims), 0.0)"}};
  const Changes columns = {{"xt::amax(scores, {0}, xt::keep_dims)",
                            "xt::maximum(xt::amax(scores, {0}, xt::keep_dims), 0.0)"}};
  const char* known = "The search for the largest score began at zero";
  for (const char* exercise : {"10_learned_attention", "11_multi_head_attention",
                               "13_transformer_block", "17_batched_attention"}) {
    INFO(exercise);
    const std::string words = told(exercise, rows);
    CHECK((contains(words, "not finite") || contains(words, known)));
    // Some row of the large scores may be far below zero as well.
    CHECK((contains(words, "scores_far_below_zero") || contains(words, "case large_scores")));
  }
  for (const char* exercise : {"02_matrix_attention", "03_two_head_attention"})
    CHECK(contains(told(exercise, columns), known));
  CHECK(contains(told("15_single_query_attention", rows), known));
}

TEST_CASE("a count of steps that is not initialised is not zero by luck") {
  const Folder folder;
  std::string text = read(source / "solutions/27_train_counting/train_counting.cpp");
  text = replaced(text, "AdamState state{", "AdamState state;\n  const AdamState full{");
  text = replaced(text, "  Vector losses",
                  "  state.theta = full.theta;\n  state.m = full.m;\n"
                  "  state.v = full.v;\n  Vector losses");
  write(folder / "train_counting.cpp", text);
  for (const std::string compiler : {"clang", "gcc"}) {
    INFO(compiler);
    const json exercise = report(
        {"27", "--submission", folder.path().string(), "--compiler", compiler})["exercises"][0];
    INFO(exercise.dump(1));
    CHECK((exercise["verdict"] == "wrong_value" || exercise["verdict"] == "not_finite"));
  }
}

TEST_CASE("of measures the one that failed is told, in a line") {
  const std::string words =
      told("29_train_matching",
           {{"first < count; first += batch", "first + batch <= count; first += batch"}});
  INFO(words);
  CHECK(contains(words, "No step was made, or adam's new state was not kept"));
  CHECK(contains(words,
                 "case one_batch: largest change of a parameter = 0, expected at least 1e-12"));
  CHECK(!contains(words, "accuracy"));
}

TEST_CASE(
    "what is wrong with the losses of a training is told beside what is wrong with its steps") {
  const std::string of_start =
      told("27_train_counting", {{"model = unflat(state.theta, start)", "model = start"},
                                 {"= now.loss;", "= now.loss / batch;"}});
  INFO(of_start);
  CHECK(contains(of_start, "Every gradient is that of the model at the start."));
  CHECK(contains(of_start, "All losses are the right ones times the same number."));
  // No run is known for such steps, and the first loss alone tells of the losses.
  const std::string unknown =
      told("27_train_counting", {{"= now.loss;", "= now.loss / batch;"},
                                 {"gradients, rate);", "gradients, rate);\n state.m *= 0.5;"}});
  INFO(unknown);
  CHECK(contains(unknown, "the first is right, but the second leaves wrong parameters."));
  CHECK(contains(unknown, "All losses are the right ones times the same number."));
  const std::string summed = told(
      "28_train_four_tokens", {{"velocity = momentum * velocity + gradient", "velocity = gradient"},
                               {"= now.loss;", "= now.loss + (step > 0 ? losses(step - 1) : 0);"}});
  INFO(summed);
  CHECK(contains(summed, "There is no momentum"));
  CHECK(contains(summed, "The losses are not those of the steps."));
  const std::string unused = told(
      "29_train_matching", {{"if (!use_positions) now.gradient.positions.fill(0.0);", ""},
                            {"now.loss * B / count", "now.loss / ((count + batch - 1) / batch)"}});
  INFO(unused);
  CHECK(contains(unused, "The positions have changed, though they are not used."));
  CHECK(contains(unused, "The loss of an epoch is the plain mean of those of its batches."));
}

TEST_CASE("large results are told by their shape, or by their number", "[all]") {
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

TEST_CASE("that a later case does not end is told beside an earlier wrong value", "[all]") {
  const Folder answer;
  const std::string right = read(source / "tests/submissions/right_loops.cpp");
  const auto told = [&](const std::string& in_seven_tokens) {
    write(answer / "matrix_attention.cpp",
          replaced(right, "\n  return out;",
                   "\n  if (X.shape(1) == 7) " + in_seven_tokens + "\n  out *= 2;\n  return out;"));
    return report(
        {"02", "--submission", answer.path().string(), "--time-limit", "1"})["exercises"][0];
  };
  const json endless = told("for (volatile int i = 0;; i = i + 1) {}");
  CHECK(endless["verdict"] == "wrong_value");
  const std::string details = endless["details"].dump(), words = "case large_scores: ";
  CHECK(contains(details, words + "it was stopped after 1 second"));
  CHECK(details.find(words) == details.rfind(words));
  CHECK(contains(told("throw 3;")["details"].dump(), words + "it threw"));
  CHECK(!contains(told("out *= 3;")["details"].dump(), words));
}

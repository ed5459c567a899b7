// Each step judged on its own, and every mistake named that was made at one.

#include "end_to_end/support.hpp"

#include <map>
#include <utility>
#include <vector>

using namespace e2e;

namespace {

using Edits = std::vector<std::pair<std::string, std::string>>;

/// The result of the solution of an exercise with these edits made.
json graded_with(const std::string& exercise, const Edits& edits) {
  const Folder folder;
  const std::string name = exercise.substr(3) + ".cpp";
  std::string text = read(source / "solutions" / exercise / name);
  for (const auto& [from, to] : edits) text = replaced(text, from, to);
  write(folder / name, text);
  return report({exercise.substr(0, 2), "--submission", folder.path().string()})["exercises"][0];
}

/// What became of each step, with the mistake where one is named: "wrong no_biases". Of the turns
/// of a step the last that differs from the first counts.
std::map<std::string, std::string> steps_in(const json& exercise) {
  std::map<std::string, std::string> steps;
  for (const json& step : exercise["steps"]) {
    std::string said = step["verdict"];
    if (step["mistake"].is_string()) said += " " + step["mistake"].get<std::string>();
    const auto [entry, fresh] = steps.try_emplace(step["name"], said);
    if (!fresh && said != "right") entry->second = said;
  }
  return steps;
}

bool tells(const json& exercise, const std::string& piece) {
  return exercise.dump().find(piece) != std::string::npos;
}

const std::string columns = "02_matrix_attention";
const std::pair<std::string, std::string> no_value_bias = {"dot(value.omega, X) + value.beta",
                                                           "dot(value.omega, X)"};
const std::pair<std::string, std::string> scaled = {
    "xt::linalg::dot(xt::transpose(K), Q);",
    "xt::linalg::dot(xt::transpose(K), Q) / std::sqrt(K.shape(0));"};

}  // namespace

TEST_CASE("three mistakes at once are told at their steps, and what follows is not blamed") {
  const json exercise = graded_with(columns, {no_value_bias,
                                              scaled,
                                              {"return xt::linalg::dot(V, attention)",
                                               "return xt::linalg::dot(V, attention) + X"}});
  INFO(exercise.dump(1));
  const std::map<std::string, std::string> expected{{"queries", "right"},
                                                    {"keys", "right"},
                                                    {"values", "wrong missing_value_bias"},
                                                    {"scores", "wrong divided_by_root_dq"},
                                                    {"attention weights", "follows"},
                                                    {"result", "wrong residual_added"}};
  CHECK(steps_in(exercise) == expected);
  CHECK(exercise["follow_through"] == 0.5);
  CHECK(exercise["mistake"] == "missing_value_bias");
  CHECK(exercise["explanation"].get<std::string>().find("values: The values lack") == 0);
  REQUIRE(exercise["further"].size() == 2);
  CHECK(exercise["further"][0].get<std::string>().find("scores: ") == 0);
  CHECK(exercise["further"][1].get<std::string>().find("result: ") == 0);
  CHECK(exercise["details"][0] ==
        "queries ok, keys ok, values WRONG, scores WRONG, attention weights follows, result WRONG");
}

TEST_CASE("one mistake is told without its step, as where nothing is recorded") {
  const json exercise = graded_with(columns, {scaled});
  INFO(exercise.dump(1));
  CHECK(exercise["mistake"] == "divided_by_root_dq");
  CHECK(exercise["explanation"].get<std::string>().find("The scores were divided") == 0);
  CHECK(exercise["further"].empty());
  CHECK(steps_in(exercise)["result"] == "follows");
}

TEST_CASE("another way to be right is right beside a mistake, too") {
  const json exercise =
      graded_with(columns, {{"dot(key.omega, X) + key.beta", "dot(key.omega, X)"}, no_value_bias});
  INFO(exercise.dump(1));
  CHECK(steps_in(exercise)["keys"] == "right");
  CHECK(steps_in(exercise)["values"] == "wrong missing_value_bias");
  CHECK(!tells(exercise, "The keys lack their bias"));
}

TEST_CASE("the first wrong step is one that is wrong, not another way to be right") {
  const json exercise =
      graded_with(columns, {{"dot(key.omega, X) + key.beta", "dot(key.omega, X)"}, scaled});
  INFO(exercise.dump(1));
  CHECK(steps_in(exercise)["keys"] == "right");
  CHECK(exercise["first_wrong_step"] == "scores");
  CHECK(tells(exercise, "first wrong step: scores, element"));
  CHECK(!tells(exercise, "first wrong step: keys"));
}

TEST_CASE("two changes of one step that make no known mistake are not named") {
  const json exercise = graded_with(
      columns, {{"dot(xt::transpose(K), Q);", "dot(xt::transpose(Q), K + 0.3) * 0.7;"}});
  INFO(exercise.dump(1));
  CHECK(exercise["mistake"].is_null());
  CHECK(steps_in(exercise)["scores"] == "wrong");
  CHECK(steps_in(exercise)["attention weights"] == "follows");
}

TEST_CASE("steps in a loop are judged turn by turn") {
  const json exercise = graded_with(
      "01_self_attention", {{"xt::linalg::dot(xt::transpose(all_keys[m]), all_queries[n])(0, 0);",
                             "n == 1 ? 0.5 : xt::linalg::dot(xt::transpose(all_keys[m]), "
                             "all_queries[n])(0, 0);"}});
  INFO(exercise.dump(1));
  for (const json& step : exercise["steps"]) {
    const bool changed = step["turn"] == 1;
    if (step["name"] == "scores") CHECK(step["verdict"] == (changed ? "wrong" : "right"));
    if (step["name"] == "weighted sum") CHECK(step["verdict"] == (changed ? "follows" : "right"));
  }
  CHECK(steps_in(exercise)["result"] == "follows");
  CHECK(tells(exercise, "first wrong step: scores (turn 1)"));
}

TEST_CASE("several results are judged each, given the steps") {
  const json exercise =
      graded_with("21_token_classifier",
                  {{"log_probabilities(n, y(n)) / N", "log_probabilities(n, y(n))"},
                   {"dot(X, xt::transpose(layer.W)) + layer.b", "dot(X, xt::transpose(layer.W))"}});
  INFO(exercise.dump(1));
  std::map<std::string, std::string> steps = steps_in(exercise);
  CHECK(steps["logits"].find("wrong ") == 0);
  CHECK(steps["log probabilities"] == "follows");
  CHECK(steps["probabilities"] == "follows");
  CHECK(steps["loss"].find("wrong ") == 0);
  CHECK(steps["accuracy"] == "follows");
}

TEST_CASE("an exercise that uses others is replayed with their reference versions") {
  const json exercise = graded_with("18_counting_model",
                                    {{"xt::maximum(hidden, 0.0)", "hidden"},
                                     {"return 1.0 / (1.0 + xt::exp(-logits))", "return logits"}});
  INFO(exercise.dump(1));
  std::map<std::string, std::string> steps = steps_in(exercise);
  CHECK(steps["answers"] == "right");
  CHECK(steps["logits"].find("wrong ") == 0);
  CHECK(steps["result"].find("wrong ") == 0);
}

TEST_CASE("what comes after a step of another shape is judged") {
  const json exercise = graded_with(
      columns,
      {{"record(\"queries\", Q)", "record(\"queries\", Matrix(xt::transpose(Q)))"}, scaled});
  INFO(exercise.dump(1));
  CHECK(steps_in(exercise)["scores"] == "wrong divided_by_root_dq");
}

TEST_CASE("a record of an earlier step's array does not hide the mistake behind it") {
  const json exercise =
      graded_with("13_transformer_block",
                  {{"layer_norm(X + attention,", "layer_norm(attention,"},
                   {"record(\"after attention\", h)", "record(\"after attention\", attention)"}});
  INFO(exercise.dump(1));
  CHECK(exercise["mistake"] == "no_first_residual");
  CHECK(tells(exercise, "The recorded \\\"after attention\\\" does not fit the rest"));
}

TEST_CASE("a record that stands too early hides no mistakes before and after it") {
  const json exercise = graded_with(
      "10_learned_attention",
      {{"Matrix Q = xt::linalg::dot(X, Wq)", "Matrix Q = xt::linalg::dot(X, Wk)"},
       {"Matrix K = xt::linalg::dot(X, Wk)", "Matrix K = xt::linalg::dot(X, Wq)"},
       {"xt::transpose(K)) / std::sqrt(d);", "xt::transpose(K));"},
       {"record(\"scaled scores\", scores);",
        "record(\"scaled scores\", scores);\n  scores /= std::sqrt(d);"},
       {"xt::linalg::dot(attention, V)", "xt::linalg::dot(xt::transpose(attention), V)"}});
  INFO(exercise.dump(1));
  CHECK(exercise["mistake"] == "scores_transposed");
  CHECK(tells(exercise, "The weights were transposed before they met the values"));
  CHECK(tells(exercise, "The recorded \\\"scaled scores\\\" does not fit the rest"));
  std::map<std::string, std::string> steps = steps_in(exercise);
  CHECK(steps["queries"] == "wrong scores_transposed");
  CHECK(steps["scaled scores"] == "not_judged");
}

TEST_CASE("two mistakes are told apart whose steps are tiny in some case") {
  const json exercise =
      graded_with("20_adam", {{"now.v / (1 - std::pow(beta2,", "now.v / (1 - std::pow(beta1,"},
                              {"lr * mean /", "lr * g /"},
                              {"record(\"corrected second moment\", square);", ""},
                              {"record(\"parameters\", now.theta);", ""}});
  INFO(exercise.dump(1));
  CHECK(exercise["mistake"] == "square_corrected_with_beta1");
  CHECK(tells(exercise, "The step used the gradient itself"));
}

TEST_CASE("a record that the program did not go on with hides no mistake behind it") {
  // Recorded after gamma and beta, which then seem to be left out.
  const json behind = graded_with(
      "12_layer_norm", {{"record(\"normalized\", normalized);",
                         "record(\"normalized\", normalized * gamma + beta);"},
                        {"xt::mean(X, {1}, xt::keep_dims)", "xt::mean(X, {0}, xt::keep_dims)"},
                        {"xt::mean(centered * centered, {1}, xt::keep_dims)",
                         "xt::mean(centered * centered, {0}, xt::keep_dims)"}});
  INFO(behind.dump(1));
  CHECK(steps_in(behind)["means"] == "wrong over_tokens");
  CHECK_FALSE(tells(behind, "gamma and beta were left out"));
}

TEST_CASE("what seems to be left out behind an unknown step may stand before its record") {
  // The centered array is recorded when it has been divided already, by something unknown.
  const json exercise =
      graded_with("12_layer_norm", {{"  record(\"centered\", centered);\n", ""},
                                    {"  record(\"variances\", variances);\n", ""},
                                    {"Matrix normalized = centered / xt::sqrt(variances + eps);",
                                     "Matrix normalized = (-1.0) * centered / (variances + 0.3);\n "
                                     " record(\"centered\", normalized);"}});
  INFO(exercise.dump(1));
  CHECK_FALSE(tells(exercise, "not divided by their standard"));
}

TEST_CASE("a mistake that was made at a step that is returned is told by the results") {
  const json exercise = graded_with(
      "05_similarity", {{"      by_loops(i, j) = sum;",
                         "      by_loops(i, j) = sum / std::sqrt(xt::sum(xt::square("
                         "xt::view(X, i, xt::all())))() * xt::sum(xt::square(xt::view(X, "
                         "j, xt::all())))());"},
                        {"return by_product", "return by_loops"}});
  INFO(exercise.dump(1));
  CHECK(contains(exercise["explanation"], "The dot products were divided by"));
  CHECK(!tells(exercise, "does not fit"));
}

TEST_CASE("turns are not told apart where there are fewer of them than in the solution") {
  const CourseCopy course;
  const std::string solution = read(course / "solutions/08_causal_mask/causal_mask.cpp");
  write(course / "exercises/08_causal_mask/causal_mask.cpp",
        replaced(solution, "std::size_t i = 0;", "std::size_t i = 1;"));
  const json exercise = report({"08"}, course.path())["exercises"][0];
  INFO(exercise.dump(1));
  CHECK(exercise["verdict"] == "wrong_value");
  CHECK(exercise["mistake"] == "first_query_missing");
  CHECK(exercise["steps"][0]["verdict"] == "not_judged");
}

TEST_CASE("behind a step of another size no mistake is named") {
  const CourseCopy course;
  const std::string solution = read(course / "solutions/06_row_softmax/row_softmax.cpp");
  write(course / "exercises/06_row_softmax/row_softmax.cpp",
        replaced(solution, "xt::exp(scores - largest)", "xt::exp(largest - largest)"));
  const json exercise = report({"06"}, course.path())["exercises"][0];
  INFO(exercise.dump(1));
  CHECK(exercise["verdict"] == "wrong_shape");
  CHECK(exercise["mistake"] == nullptr);
  CHECK(exercise["steps"][1]["verdict"] == "not_judged");
  CHECK(exercise["steps"][2]["verdict"] == "not_judged");
}

TEST_CASE("a mistake that makes a case break off is told, and what follows from it is not wrong") {
  const CourseCopy course;
  std::string solution = read(course / "solutions/10_learned_attention/learned_attention.cpp");
  solution =
      replaced(solution, "Matrix K = xt::linalg::dot(X, Wk)", "Matrix K = xt::linalg::dot(X, Wv)");
  solution =
      replaced(solution, "Matrix V = xt::linalg::dot(X, Wv)", "Matrix V = xt::linalg::dot(X, Wk)");
  const fs::path stub = course / "exercises/10_learned_attention/learned_attention.cpp";
  write(stub, solution);
  json exercise = report({"10"}, course.path())["exercises"][0];
  INFO(exercise.dump(1));
  CHECK(exercise["mistake"] == "key_and_value_swapped");
  const std::string line = exercise["details"][0];
  CHECK(
      contains(line, "keys WRONG, values WRONG, scaled scores follows, attention weights follows"));
  CHECK(exercise["steps"].size() == 6);  // none from another case
}

TEST_CASE("a mistake is named beside a case that breaks off for another reason") {
  const CourseCopy course;
  std::string solution =
      read(course / "solutions/11_multi_head_attention/multi_head_attention.cpp");
  solution = replaced(
      solution, "Matrix V = xt::linalg::dot(Y, Wv[h])",
      "Matrix V = xt::linalg::dot(xt::view(Y, xt::range(0, X.shape(0)), xt::all()), Wv[h])");
  solution = replaced(solution, "xt::range(h * Dv, (h + 1) * Dv)",
                      "xt::range((heads - 1 - h) * Dv, (heads - h) * Dv)");
  write(course / "exercises/11_multi_head_attention/multi_head_attention.cpp", solution);
  const json exercise = report({"11"}, course.path())["exercises"][0];
  INFO(exercise.dump(1));
  CHECK(contains(exercise["explanation"], "The heads stand in reverse order"));
  CHECK(contains(exercise["details"][0], "head output ok, concatenated heads WRONG"));
}

TEST_CASE("turns that are missing are compared with none") {
  const CourseCopy course;
  std::string solution = read(course / "solutions/14_batch_linear/batch_linear.cpp");
  const std::size_t loop = solution.find("std::size_t i = 0");
  REQUIRE(loop != std::string::npos);
  solution[loop + 16] = '1';
  write(course / "exercises/14_batch_linear/batch_linear.cpp", solution);
  const json exercise = report({"14"}, course.path())["exercises"][0];
  INFO(exercise.dump(1));
  CHECK(exercise["first_wrong_step"] == nullptr);
  CHECK(!contains(exercise["details"].dump(), "first wrong step"));
  CHECK(contains(exercise["explanation"], "The result of sequence 0 is 0"));
}

TEST_CASE("a program that records too little is told what to record") {
  const json exercise =
      graded_with(columns, {{"  record(\"scores\", scores);\n", ""},
                            {"  record(\"attention weights\", attention);\n", ""},
                            {"dot(xt::transpose(K), Q);", "dot(xt::transpose(K), Q) * 1.25;"}});
  INFO(exercise.dump(1));
  CHECK(steps_in(exercise)["scores"] == "not_recorded");
  CHECK(tells(exercise, "put back the calls of record() from matrix_attention.cpp.original"));
}

TEST_CASE("of a program with an open TODO it is told what is right so far") {
  const std::string open = "Matrix scores; throw NotImplemented(\"TODO 2: scores\");";
  const Edits edits = {{"Matrix scores = xt::linalg::dot(xt::transpose(K), Q);", open}};
  const json right = graded_with(columns, edits);
  CHECK(tells(right, "queries, keys and values are right so far"));
  Edits wrong = edits;
  wrong.push_back(no_value_bias);
  const json exercise = graded_with(columns, wrong);
  INFO(exercise.dump(1));
  CHECK(exercise["verdict"] == "not_started");
  CHECK(!tells(exercise, "right so far"));
  CHECK(steps_in(exercise)["values"] == "wrong missing_value_bias");
}

TEST_CASE("what passes is not replayed, and has followed through") {
  const json exercise = graded_with(columns, {});
  CHECK(exercise["steps"].empty());
  CHECK(exercise["follow_through"] == 1);
}

TEST_CASE("points are given for the verdict, for cases, or for steps") {
  const Folder folder;
  std::string text = read(source / "solutions/02_matrix_attention/matrix_attention.cpp");
  text = replaced(text, no_value_bias.first, no_value_bias.second);
  write(folder / "matrix_attention.cpp", replaced(text, scaled.first, scaled.second));
  const auto score = [&](const std::string& marks) {
    return report({"02", "--submission", folder.path().string(), "--marks", marks})["score"];
  };
  CHECK(score("verdict") == 0);
  CHECK(score("cases") == 0);
  CHECK(score("steps").get<double>() == Approx(4.0 / 6));
  write(folder / "matrix_attention.cpp", "what is no program");
  CHECK(score("steps") == 0);
}

TEST_CASE(
    "a step earns points where it is right in every case, a result where the program ends well") {
  const Folder folder;
  const auto score = [&](const std::string& number, const std::string& name,
                         const std::string& text) {
    write(folder / (name + ".cpp"), text);
    const json whole = report({number, "--submission", folder.path().string(), "--marks", "steps"});
    INFO(whole.dump(1));
    CHECK(whole["exercises"][0]["verdict"] != "passed");
    CHECK(whole["score"] == whole["exercises"][0]["follow_through"]);
    return whole["score"].get<double>();
  };
  const std::string softmax = read(source / "solutions/06_row_softmax/row_softmax.cpp");
  const std::string crash = "  if (scores.shape(0) % 2 == 0) __builtin_trap();\n";
  CHECK(score("06", "row_softmax",
              replaced(softmax, "  Matrix largest =", crash + "  Matrix largest =")) == 0);
  const std::string breaks = "  if (scores.shape(0) % 2 == 0) throw std::runtime_error(\"no\");\n";
  CHECK(score("06", "row_softmax",
              replaced(softmax, "  Matrix sums =", breaks + "  Matrix sums =")) == 0.5);
  // It never ends well.
  const std::string last =
      "namespace softmark {\nstruct Last {\n  ~Last() { __builtin_trap(); }\n} last;\n";
  CHECK(score("06", "row_softmax", replaced(softmax, "namespace softmark {\n", last)) == 0.75);
  // Its numbers are right where nothing was called before.
  const std::string kept = "  static int calls = 0;\n  return exponentials / sums + calls++;";
  CHECK(score("06", "row_softmax", replaced(softmax, "  return exponentials / sums;", kept)) ==
        0.75);
}

TEST_CASE("with a secret, numbers known by heart earn nothing") {
  const Folder folder;
  write(folder / "secret", "an instructor's secret\n");
  const json data = json::parse(read(source / "reference_data/06_row_softmax.json"));
  std::string known = "false";
  for (const json& one : data["cases"]) {
    const json& scores = one["inputs"]["scores"];
    known += " || (scores.size() == " + std::to_string(scores["values"].size()) +
             " && scores(0, 0) == " + scores["values"][0].dump() + ")";
  }
  const std::string solution = read(source / "solutions/06_row_softmax/row_softmax.cpp");
  const auto graded = [&](const std::string& elsewhere, const std::string& before,
                          const std::string& marks) {
    const std::string line = "  if (!(" + known + ")) " + elsewhere + ";\n";
    write(folder / "row_softmax.cpp", replaced(solution, before, line + before));
    json whole = report({"06", "--submission", folder.path().string(), "--marks", marks, "--secret",
                         (folder / "secret").string()});
    INFO(whole.dump(1));
    CHECK(whole["exercises"][0]["verdict"] != "passed");
    return whole;
  };
  const std::string fails = "throw std::runtime_error(std::to_string(scores(0, 0)))";
  CHECK(graded(fails, "  Matrix largest =", "cases")["score"] == 0);
  CHECK(graded(fails, "  Matrix largest =", "steps")["score"] == 0);
  // Steps are judged there, and the one thing that is told of them is which.
  const json half = graded("sums += 1", "  record(\"sums\", sums);", "steps");
  CHECK(half["score"] == 0.5);
  const json& exercise = half["exercises"][0];
  CHECK(exercise["follow_through"] == 0.5);
  CHECK(tells(exercise, "earned in every case, fresh ones too: largest scores, exponentials"));
  for (const json& step : exercise["steps"])
    CHECK(!step["case"].get<std::string>().starts_with("fresh"));
}

TEST_CASE("zeros that are handed on earn nothing, whatever follows from them") {
  const Folder folder;
  write(
      folder / "matrix_attention.cpp",
      "#include \"matrix_attention.hpp\"\n"
      "softmark::Matrix softmark::matrix_attention(const Matrix& X, const Projection& query,\n"
      "                                            const Projection&, const Projection& value) {\n"
      "  const std::size_t N = X.shape(1);\n"
      "  const Matrix zeros = xt::zeros<double>({query.omega.shape(0), N});\n"
      "  const Matrix values = xt::zeros<double>({value.omega.shape(0), N});\n"
      "  const Matrix scores = xt::zeros<double>({N, N}), weights = scores + 1.0 / N;\n"
      "  record(\"queries\", zeros);\n  record(\"keys\", zeros);\n"
      "  record(\"values\", values);\n  record(\"scores\", scores);\n"
      "  record(\"attention weights\", weights);\n  return values;\n}\n");
  const json zeros = report({"02", "--submission", folder.path().string()})["exercises"][0];
  INFO(zeros.dump(1));
  CHECK(steps_in(zeros)["result"] == "follows");
  CHECK(zeros["follow_through"] == 0);
}

TEST_CASE("what follows from arrays of which all is known earns nothing") {
  const Folder folder;
  write(
      folder / "matrix_attention.cpp",
      "#include \"matrix_attention.hpp\"\n"
      "softmark::Matrix softmark::matrix_attention(const Matrix& X, const Projection& query,\n"
      "                                            const Projection&, const Projection& value) {\n"
      "  const std::size_t N = X.shape(1), Dv = value.omega.shape(0);\n"
      "  Matrix Q = xt::zeros<double>({query.omega.shape(0), N}), K = Q;\n"
      "  Matrix V = xt::zeros<double>({Dv, N}), S = xt::zeros<double>({N, N}), A = S, Y = V;\n"
      "  K(0, 0) = 1e3;\n"
      "  for (std::size_t i = 0; i < N; ++i) {\n"
      "    Q(0, i) = 1, S(0, i) = 1e3, A(0, i) = 1;\n"
      "    for (std::size_t c = 0; c < Dv; ++c) V(c, i) = 1.0 + c + i, Y(c, i) = 1.0 + c;\n"
      "  }\n"
      "  record(\"queries\", Q), record(\"keys\", K), record(\"values\", V);\n"
      "  record(\"scores\", S), record(\"attention weights\", A);\n  return Y;\n}\n");
  const json exercise = report({"02", "--submission", folder.path().string()})["exercises"][0];
  INFO(exercise.dump(1));
  CHECK(steps_in(exercise)["attention weights"] == "follows");
  CHECK(steps_in(exercise)["result"] == "follows");
  CHECK(exercise["follow_through"] == 0);
}

TEST_CASE("points for cases are the share that passes") {
  const Folder folder;
  std::string text = read(source / "solutions/06_row_softmax/row_softmax.cpp");
  write(folder / "row_softmax.cpp", replaced(text, "xt::exp(scores - largest)", "xt::exp(scores)"));
  const json whole = report({"06", "--submission", folder.path().string(), "--marks", "cases"});
  double passed = 0;
  for (const json& one : whole["exercises"][0]["cases"]) passed += one["verdict"] == "passed";
  CHECK(passed > 0);
  CHECK(whole["score"].get<double>() ==
        Approx(passed / whole["exercises"][0]["cases"].size() * whole["max_score"].get<double>()));
}

TEST_CASE("verify finds steps that cannot be replayed") {
  const CourseCopy course;
  const fs::path solution = course / "solutions/06_row_softmax/row_softmax.cpp";
  const std::string text = read(solution);
  const auto problem = [&](const std::string& from, const std::string& to) {
    write(solution, replaced(text, from, to));
    const Result result = grade({"verify", "06"}, course.path());
    CHECK(result.exit_code == 1);
    return result.out + result.err;
  };
  CHECK(contains(problem("record(\"sums\", sums)", "record(\"sums\", std::as_const(sums))"),
                 "a replay does not go on with the step sums"));
  CHECK(contains(problem("record(\"sums\", sums)", "record(\"sums\", 1.0 * sums)"),
                 "nothing depends on the step sums once it is recorded"));
}

TEST_CASE("results that are those of a mistake do not name it against the steps") {
  // The mean of the values, as if all weights were equal, of weights that are all 1.
  const json exercise = graded_with(
      "01_self_attention",
      {{"Vector attention = softmax(scores);", "Vector attention = xt::ones<double>({N});"},
       {"    record(\"weighted sum\"", "    x_prime /= N;\n    record(\"weighted sum\""}});
  INFO(exercise.dump(1));
  CHECK(steps_in(exercise)["scores"] == "right");
  CHECK(steps_in(exercise)["attention weights"] == "wrong weights_ignored");
  CHECK(steps_in(exercise)["weighted sum"] == "wrong mean_of_weighted_values");
  CHECK(exercise["mistake"] == "weights_ignored");
  CHECK(!tells(exercise, "key_of_the_query_token"));
}

TEST_CASE("two mistakes in one step are both told") {
  const json loops = graded_with(
      "05_similarity",
      {{"double sum = 0;", "int sum = 0;"},
       {"sum += X(i, e) * X(j, e);", "sum = static_cast<int>(sum + X(i, e) * X(j, e));"},
       {"by_loops(i, j) = sum;", "if (j >= i) by_loops(i, j) = sum;"},
       {"return by_product;", "return by_loops;"}});
  INFO(loops.dump(1));
  CHECK(tells(loops, "Below the diagonal the matrix is zero."));
  CHECK(tells(loops, "The sums dropped their decimals"));
  const json line =
      graded_with("20_adam", {{"now.theta -= lr", "now.theta += lr"},
                              {"(xt::sqrt(square) + eps)", "xt::sqrt(square + eps)"}});
  INFO(line.dump(1));
  CHECK(tells(line, "eps was added under the root"));
  CHECK(tells(line, "The parameters went up the slope"));
}

TEST_CASE("a mistake that a second one lets do harm is told, and not that it does none") {
  const Edits lacks_key_bias{{"dot(key.omega, X) + key.beta", "dot(key.omega, X)"}};
  Edits both = lacks_key_bias;
  both.emplace_back("xt::linalg::dot(xt::transpose(K), Q)", "xt::linalg::dot(xt::transpose(Q), K)");
  const json transposed = graded_with("02_matrix_attention", both);
  INFO(transposed.dump(1));
  CHECK(steps_in(transposed)["keys"] == "wrong missing_key_bias");
  CHECK(tells(transposed, "The keys lack their bias."));
  CHECK(!tells(transposed, "still right"));
  Edits harmless = lacks_key_bias;
  harmless.push_back(no_value_bias);
  CHECK(steps_in(graded_with("02_matrix_attention", harmless))["keys"] == "right");
}

TEST_CASE("a wrong step of a program that passes is told") {
  const json exercise =
      graded_with("05_similarity", {{"for (std::size_t e = 0;", "for (std::size_t e = 1;"}});
  INFO(exercise.dump(1));
  CHECK(exercise["verdict"] == "passed");
  CHECK(tells(exercise["notes"],
              R"(The result is right, but the recorded \"by loops\" is not: case document)"));
}

TEST_CASE("NaN that has another cause than the known mistakes names none of them") {
  const std::vector<std::pair<std::string, Edits>> programs{
      {"18_counting_model",
       {{"1.0 / (1.0 + xt::exp(-logits))",
         "xt::exp(logits / 2) / (xt::exp(logits / 2) + xt::exp(-logits / 2))"}}},
      {"22_one_token_attention", {{"xt::amax(scores)()", "scores(1)"}}}};
  for (const auto& [name, edits] : programs) {
    const json exercise = graded_with(name, edits);
    INFO(exercise.dump(1));
    CHECK(exercise["verdict"] == "not_finite");
    CHECK(exercise["mistake"].is_null());
  }
}

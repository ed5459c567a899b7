#include "train_counting.hpp"

#include "measures/training.hpp"

#include <algorithm>

namespace softmark {
namespace {

using training::furthest;
using training::same;
using training::SecondStep;

/// A run's settings: the inputs of the exercise.
struct Settings {
  const CountingModel& start;
  std::size_t steps, batch;
  double rate;
  std::mt19937 random;
};

/// Ways to train, right and wrong.
enum class Way {
  right,
  uphill,
  plain,
  forgetful,
  summed,
  one_batch,
  of_start,
  counted_before,
  divided,
  twice,
  uncounted,
  moving,
  from_zero,
  other_labels
};

struct Changes {
  double anything = 0;   ///< the largest change of a parameter since the start
  double attention = 0;  ///< the smallest one of those of table, query and weights of the keys
  double network = 0;    ///< that of the values, the hidden layer and the output
};

/// The largest differences between the learnt parameters and those of a run of one of the ways; 1
/// where the run is too long to be repeated, and 0 for the right one.
struct Distances {
  double uphill = 1, plain = 1, forgetful = 1, summed = 1, one_batch = 1;
};
struct StateDistances {
  double divided = 1, twice = 1, uncounted = 1, moving = 1, from_zero = 1;
};
struct MoreDistances {
  double of_start = 1, counted_before = 1, other_labels = 1, one_step_less = 1;
};

/// Of a run of one step, errors of the parameters, where some are wrong; as they stand here for
/// other runs. That of the first loss also of two steps: Adam's first one hardly depends on it.
struct FirstStep {
  double loss = 0;                                ///< the error of the first one
  double factor = 1;                              ///< by which all moved more than they should
  double attention = 0, values = 0, network = 0;  ///< of these, where others are right
  double all = 0;
};

struct RunsOf {
  Distances distances;
  StateDistances state;
  MoreDistances more;
  FirstStep first;
  SecondStep second;
  double right = 0;  ///< the distance from the course's run; 0 where others of these tell more
};

struct Losses {
  double spread = 0;  ///< the largest less the smallest
  double off = 0;     ///< the largest difference from those of the course's own run
  double fall = 0;    ///< of a long run: mean of the last tenth over that of the first
  double honest = 0;  ///< likewise: mean of the last tenth less the loss on held-out sequences
};

/// Of a long run; zeros for others.
struct HeldOut {
  double accuracy = 0;
  double uniform = 0;    ///< accuracy when all integers get the same attention
  double attention = 0;  ///< on 2s and 4s, as a multiple of what equal attention gives them
};

struct Measures {
  Changes changes;
  RunsOf runs;
  Losses losses;
  HeldOut held_out;
};

struct Run {
  Vector parameters, before_last, losses;
};

Run run(Settings settings, Way way) {
  const Vector start = flat(settings.start);
  Vector zeros = 0.0 * start, sum = zeros;
  AdamState state{way == Way::from_zero ? zeros : start, zeros, zeros, 0};
  if (way == Way::counted_before) state.steps = 1;
  if (way == Way::moving) state.m = start;
  Run result{zeros, zeros, xt::zeros<double>({settings.steps})};
  const double rate = way == Way::uphill    ? -settings.rate
                      : way == Way::divided ? settings.rate / static_cast<double>(settings.batch)
                                            : settings.rate;
  CountingData data;
  for (std::size_t step = 0; step < settings.steps; ++step) {
    if (step == 0 || way != Way::one_batch) data = counting_data(settings.batch, settings.random);
    if (way == Way::other_labels) data.y = 1 - data.y;
    const Vector& at = way == Way::of_start ? start : state.theta;
    const LossAndGradient now = counting_gradient(data.X, data.y, unflat(at, settings.start));
    const Vector gradient = flat(now.gradient);
    result.losses(step) = now.loss;
    sum += gradient;
    Matrix gradients = xt::zeros<double>({std::size_t{1}, zeros.size()});
    xt::view(gradients, 0, xt::all()) = way == Way::summed ? sum : gradient;
    result.before_last = state.theta;
    if (way == Way::forgetful) state = {state.theta, zeros, zeros, 0};
    if (way == Way::plain) {
      state.theta -= rate * gradient;
    } else {
      state = adam(state, gradients, rate);
      if (way == Way::twice) state = adam(state, gradients, rate);
      if (way == Way::uncounted) state.steps = 0;
    }
  }
  result.parameters = state.theta;
  return result;
}

Changes changes(const CountingModel& model, const CountingModel& start) {
  // The bias of the keys adds the same to all scores of a sequence: it has nothing to learn.
  return {
      furthest(flat(model), flat(start)),
      std::min({furthest(model.table, start.table), furthest(model.query, start.query),
                furthest(model.key.W, start.key.W)}),
      std::min({furthest(model.value.W, start.value.W), furthest(model.hidden.W, start.hidden.W),
                furthest(model.hidden.b, start.hidden.b),
                furthest(model.output.W, start.output.W)})};
}

double accuracy(const CountingModel& model, const CountingData& data) {
  const Matrix probabilities = counting_model(data.X, model);
  double right = 0;
  for (std::size_t i = 0; i < probabilities.size(); ++i)
    right += (probabilities(i, 0) > 0.5) == (data.y(i, 0) > 0.5) ? 1 : 0;
  return right / static_cast<double>(probabilities.size());
}

/// The attention weights of the integers of each sequence, (B, N).
Matrix attention_weights(const CountingModel& model, const xt::xtensor<int, 2>& ids) {
  Vector scores = xt::zeros<double>({model.table.shape(0)});  // of each integer
  for (std::size_t k = 0; k < scores.size(); ++k) {
    for (std::size_t j = 0; j < model.query.shape(1); ++j) {
      double key = model.key.b(j);
      for (std::size_t e = 0; e < model.table.shape(1); ++e)
        key += model.key.W(j, e) * model.table(k, e);
      scores(k) += model.query(0, j) * key / std::sqrt(model.query.shape(1));
    }
  }
  const double largest = *std::max_element(scores.begin(), scores.end());
  Matrix weights = xt::zeros<double>({ids.shape(0), ids.shape(1)});
  for (std::size_t i = 0; i < ids.shape(0); ++i) {
    double sum = 0;
    for (std::size_t n = 0; n < ids.shape(1); ++n)
      sum += weights(i, n) = std::exp(scores(ids(i, n)) - largest);
    for (std::size_t n = 0; n < ids.shape(1); ++n) weights(i, n) /= sum;
  }
  return weights;
}

/// How much more attention 2s and 4s get than if all integers got the same.
double attention(const CountingModel& model, const CountingData& data) {
  const Matrix weights = attention_weights(model, data.X);
  double given = 0, equal = 0;
  for (std::size_t i = 0; i < weights.shape(0); ++i) {
    for (std::size_t n = 0; n < weights.shape(1); ++n) {
      const bool wanted = data.X(i, n) == 2 || data.X(i, n) == 4;
      given += wanted ? weights(i, n) : 0;
      equal += wanted ? 1.0 / weights.shape(1) : 0;
    }
  }
  return given / equal;
}

/// What a picture of the trained model shows: its attention to some sequences, and the values
/// there.
void record_picture(const CountingModel& model, const xt::xtensor<int, 2>& shown) {
  Matrix values = xt::zeros<double>({shown.shape(0), shown.shape(1)});
  for (std::size_t i = 0; i < shown.shape(0); ++i) {
    for (std::size_t n = 0; n < shown.shape(1); ++n) {
      values(i, n) = model.value.b(0);
      for (std::size_t e = 0; e < model.table.shape(1); ++e)
        values(i, n) += model.value.W(0, e) * model.table(shown(i, n), e);
    }
  }
  record("attention weights", attention_weights(model, shown));
  record("values", values);
}

/// What a run of one step tells.
FirstStep first_step(const CountingModel& learnt, const CountingModel& start, const Run& right,
                     double loss) {
  const CountingModel wanted = unflat(right.parameters, start);
  const auto layer = [](const Linear& a, const Linear& b) {
    return std::max(furthest(a.W, b.W), furthest(a.b, b.b));
  };
  const double attention =
      std::max({furthest(learnt.table, wanted.table), furthest(learnt.query, wanted.query),
                layer(learnt.key, wanted.key)});
  const double values = layer(learnt.value, wanted.value);
  const double network =
      std::max(layer(learnt.hidden, wanted.hidden), layer(learnt.output, wanted.output));
  const double all = std::max({attention, values, network});
  if (all <= same) return {};
  const auto alone = [&](double own) {
    return std::min({attention, values, network}) <= same ? own : 0.0;
  };
  return {std::abs(loss - right.losses(0)),
          training::factor_of_step(flat(start), flat(learnt), right.parameters),
          alone(attention),
          alone(values),
          alone(network),
          all};
}

/// Repeats a short run in the right and in wrong ways; one of many steps in the right way alone.
void compare_with_runs(const Settings& settings, const CountingModel& model, const Vector& losses,
                       Measures& measures) {
  const Run right = run(settings, Way::right);
  const Vector learnt = flat(model);
  const double wrong = furthest(learnt, right.parameters);
  const auto from = [&](Way way) { return furthest(learnt, run(settings, way).parameters); };
  // One step does not tell what the second one goes on with.
  const auto from_two = [&](Way way) { return settings.steps < 2 ? 1.0 : from(way); };
  RunsOf& runs = measures.runs;
  if (settings.steps <= 100) {
    runs.distances = {from(Way::uphill), from(Way::plain), from_two(Way::forgetful),
                      from_two(Way::summed), from_two(Way::one_batch)};
    runs.state = {from(Way::divided), from(Way::twice), from_two(Way::uncounted), from(Way::moving),
                  from(Way::from_zero)};
    runs.more = {from_two(Way::of_start), from(Way::counted_before), from(Way::other_labels), 1};
  }
  if (settings.steps > 1) runs.more.one_step_less = furthest(learnt, right.before_last);
  if (settings.steps == 1) runs.first = first_step(model, settings.start, right, losses(0));
  if (settings.steps == 2 && wrong > same) {
    runs.first.loss = std::abs(losses(0) - right.losses(0));
    if (runs.first.loss <= same) runs.second = training::second_step(wrong, losses, right.losses);
  }
  // What the shortest runs tell is told of above.
  const bool shortest = settings.steps <= 3 && settings.batch < 100;
  runs.right = shortest ? 0 : wrong;
  measures.losses.off = shortest ? 0 : furthest(losses, right.losses);
  if (settings.steps == 1) measures.losses.spread = 1;
}

/// What a long run has learned, on sequences that it has never seen.
void try_unseen(CountingModel model, const Vector& losses, Measures& measures) {
  std::mt19937 unseen = training::unseen();
  const CountingData data = counting_data(10000, unseen);
  const auto [first, last] = training::ends(losses);
  measures.losses.fall = last / first;
  measures.losses.honest = last - counting_gradient(data.X, data.y, model).loss;
  measures.held_out.accuracy = accuracy(model, data);
  measures.held_out.attention = attention(model, data);
  model.query.fill(0.0);
  measures.held_out.uniform = accuracy(model, data);
}

}  // namespace

Measures measure(const Matrix& table, const Matrix& query, const Matrix& W_key, const Vector& b_key,
                 const Matrix& W_value, const Vector& b_value, const Matrix& W_hidden,
                 const Vector& b_hidden, const Matrix& W_output, const Vector& b_output,
                 const Vector& losses, const CountingModel& start, std::size_t steps,
                 std::size_t batch, double rate, std::mt19937& random,
                 const xt::xtensor<int, 2>& shown) {
  CountingModel model{
      table, query, {W_key, b_key}, {W_value, b_value}, {W_hidden, b_hidden}, {W_output, b_output}};
  if (table.shape() != start.table.shape() || query.shape() != start.query.shape() ||
      W_key.shape() != start.key.W.shape() || b_key.shape() != start.key.b.shape() ||
      W_value.shape() != start.value.W.shape() || b_value.shape() != start.value.b.shape() ||
      W_hidden.shape() != start.hidden.W.shape() || b_hidden.shape() != start.hidden.b.shape() ||
      W_output.shape() != start.output.W.shape() || b_output.shape() != start.output.b.shape())
    throw std::invalid_argument("expected a model with the shapes of the one at the start");
  if (losses.shape(0) != steps) throw std::invalid_argument("expected a loss for each step");
  record_picture(model, shown);
  Measures measures;
  measures.changes = changes(model, start);
  measures.losses.spread = training::spread(losses);
  if (steps * batch <= 2000) {
    compare_with_runs({start, steps, batch, rate, random}, model, losses, measures);
  } else {
    try_unseen(model, losses, measures);
  }
  return measures;
}

}  // namespace softmark

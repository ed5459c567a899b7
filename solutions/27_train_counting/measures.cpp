#include "train_counting.hpp"

#include "measures/training.hpp"

#include <algorithm>

namespace softmark {
namespace {

using training::furthest;
using training::rounding;
using training::same;
using training::SecondStep;

/// A run's settings: the inputs of the exercise.
struct Settings {
  const CountingModel& start;
  std::size_t steps, batch;
  double rate;
  std::mt19937 random;
  Vector learning;  ///< 1 for each parameter that the program has changed, 0 for each other one
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
  one_behind,
  counted_before,
  divided,
  twice,
  uncounted,
  moving,
  from_zero,
  other_labels,
  from_ones,
  slowing,
  resting
};

/// The largest change of a parameter since the start: of all, and of these arrays. The bias of the
/// keys adds the same to all scores of a sequence: it has nothing to learn.
struct Changes {
  double anything = 0, table = 0, query = 0, W_key = 0;
};
struct MoreChanges {
  double W_value = 0, W_hidden = 0, b_hidden = 0, W_output = 0;
};

/// The largest differences between the learnt parameters and those of a run of one of the ways; 1
/// where the run is too long to be repeated, and 0 for the right one.
struct Distances {
  double uphill = 1, plain = 1, forgetful = 1, summed = 1, one_batch = 1;
};
struct StateDistances {
  double divided = 1, twice = 1, uncounted = 1, moving = 1, from_zero = 1, from_ones = 1;
};
struct MoreDistances {
  double of_start = 1, one_behind = 1, counted_before = 1, other_labels = 1, one_step_less = 1;
  double slowing = 1;  ///< by the rate over the root of the number of the step
};

/// Of a run of one step, errors of the parameters: of these, where others are right, and of all.
struct FirstErrors {
  double attention = 0, values = 0, network = 0, all = 0;
};
/// Of such a run, where some parameters are wrong; as they stand here for other runs.
struct FirstStep {
  double loss = 0;      ///< the error of the first one, also of two steps
  double factor = 1;    ///< by which all moved more than they should
  double gradient = 1;  ///< by which the gradient was larger than it should be
  double taken = 0;     ///< the share of all parameters that is missing
  FirstErrors errors;
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
  double spread = 0;      ///< the largest less the smallest
  double unreturned = 0;  ///< 1 where a run with these was made, and its model not returned
  training::LossErrors errors;
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
  MoreChanges more_changes;
  RunsOf runs;
  Losses losses;
  HeldOut held_out;
};

struct Run {
  Vector parameters, losses;
  Vector gradient;             ///< of the last step
  std::vector<Vector> before;  ///< the parameters before each step
};

Run run(Settings settings, Way way) {
  const Vector start = flat(settings.start);
  Vector zeros = 0.0 * start, sum = zeros;
  AdamState state{way == Way::from_zero ? zeros : start, zeros, zeros, 0};
  if (way == Way::counted_before) state.steps = 1;
  if (way == Way::moving) state.m = start;
  if (way == Way::from_ones) state.v = zeros + 1.0;
  Run result{zeros, xt::zeros<double>({settings.steps}), zeros, {}};
  const double rate = way == Way::uphill    ? -settings.rate
                      : way == Way::divided ? settings.rate / static_cast<double>(settings.batch)
                                            : settings.rate;
  CountingData data;
  for (std::size_t step = 0; step < settings.steps; ++step) {
    if (step == 0 || way != Way::one_batch) data = counting_data(settings.batch, settings.random);
    if (way == Way::other_labels) data.y = 1 - data.y;
    const Vector last = result.before.empty() ? start : result.before.back();
    const Vector& at = way == Way::of_start ? start : way == Way::one_behind ? last : state.theta;
    const LossAndGradient now = counting_gradient(data.X, data.y, unflat(at, settings.start));
    Vector gradient = flat(now.gradient);
    if (way == Way::resting) gradient *= settings.learning;
    result.losses(step) = now.loss;
    result.gradient = gradient;
    sum += gradient;
    Matrix gradients = xt::zeros<double>({std::size_t{1}, zeros.size()});
    xt::view(gradients, 0, xt::all()) = way == Way::summed ? sum : gradient;
    result.before.push_back(state.theta);
    if (way == Way::forgetful) state = {state.theta, zeros, zeros, 0};
    if (way == Way::plain) {
      state.theta -= rate * gradient;
    } else {
      state = adam(state, gradients, way == Way::slowing ? rate / std::sqrt(step + 1) : rate);
      if (way == Way::twice) state = adam(state, gradients, rate);
      if (way == Way::uncounted) state.steps = 0;
    }
  }
  result.parameters = state.theta;
  return result;
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

/// Tells what a run of one step does.
void tell_first_step(const Settings& settings, const CountingModel& learnt, double loss,
                     const Run& right, RunsOf& runs) {
  const Vector from = flat(settings.start), to = flat(learnt);
  FirstStep& first = runs.first;
  first.gradient = training::factor_of_gradient(from, to, right.gradient, settings.rate);
  first.taken = training::share_taken(from, to, right.parameters);
  if (furthest(to, right.parameters) <= same) return;
  first.loss = std::abs(loss - right.losses(0));
  first.factor = training::factor_of_step(from, to, right.parameters);
  const CountingModel wanted = unflat(right.parameters, settings.start);
  const auto layer = [](const Linear& a, const Linear& b) {
    return std::max(furthest(a.W, b.W), furthest(a.b, b.b));
  };
  const double attention =
      std::max({furthest(learnt.table, wanted.table), furthest(learnt.query, wanted.query),
                layer(learnt.key, wanted.key)});
  const double values = layer(learnt.value, wanted.value);
  const double network =
      std::max(layer(learnt.hidden, wanted.hidden), layer(learnt.output, wanted.output));
  if (std::min({attention, values, network}) <= rounding)
    first.errors = {attention, values, network, 0};
  first.errors.all = std::max({attention, values, network});
}

/// Of a run of one or two steps that is not known, what the first loss says of the losses alone.
training::LossErrors first_loss_errors(Settings settings, const CountingModel& learnt,
                                       const Vector& losses, const Run& right) {
  double after = right.losses(0);
  if (settings.steps == 1) {
    const CountingData data = counting_data(settings.batch, settings.random);
    after = counting_gradient(data.X, data.y, learnt).loss;
  }
  return training::first_loss_errors(losses(0), right.losses(0), settings.batch, after);
}

/// Repeats a short run in the right and in wrong ways; one of many steps in the right way alone.
void compare_with_runs(const Settings& settings, const CountingModel& model, const Vector& losses,
                       Measures& measures) {
  const Run right = run(settings, Way::right);
  const Vector learnt = flat(model);
  const double wrong = furthest(learnt, right.parameters);
  training::RunsMade made(learnt, right);
  const auto from = [&](Way way) { return made.distance(run(settings, way)); };
  // The first loss knows the data, whatever the steps are.
  const auto from_data = [&](Way way) {
    if (wrong <= same) return 1.0;
    const Run other = run(settings, way);
    return std::min(made.distance(other), std::abs(losses(0) - other.losses(0)));
  };
  // One step does not tell what the second one goes on with, and two do not tell what all do.
  const auto from_three = [&](Way way) { return settings.steps < 3 ? 1.0 : from(way); };
  RunsOf& runs = measures.runs;
  if (settings.steps <= 100) {
    runs.distances = {from(Way::uphill), from(Way::plain), from_three(Way::forgetful),
                      from_three(Way::summed), from_three(Way::one_batch)};
    runs.state = {from(Way::divided), from(Way::twice),     from_three(Way::uncounted),
                  from(Way::moving),  from(Way::from_zero), from(Way::from_ones)};
    runs.more = {from_three(Way::of_start),
                 from_three(Way::one_behind),
                 from(Way::counted_before),
                 from_data(Way::other_labels),
                 1,
                 from_three(Way::slowing)};
  }
  if (settings.steps > 1) runs.more.one_step_less = furthest(learnt, right.before.back());
  if (wrong > same && settings.steps <= 100) from(Way::resting);
  // What the shortest runs tell of right parameters is told of longer ones.
  const bool shortest = settings.steps <= 3 && settings.batch < 100;
  const bool unknown = wrong > same && made.losses().empty();
  training::LossErrors& errors = measures.losses.errors;
  Vector told = losses;  // without what is wrong with them alone
  if (unknown && settings.steps <= 2) {
    errors = first_loss_errors(settings, model, losses, right);
    if (errors.off > same) told = errors.factor == 1 ? right.losses : losses / errors.factor;
  } else if (wrong > same || !shortest) {
    errors = training::loss_errors(losses, made.losses());
  }
  if (settings.steps == 1) tell_first_step(settings, model, told(0), right, runs);
  if (settings.steps == 2 && wrong > same) {
    runs.first.loss = std::abs(told(0) - right.losses(0));
    if (runs.first.loss <= same) runs.second = training::second_step(wrong, told, right.losses);
  }
  runs.right = shortest ? 0 : wrong;
  measures.losses.unreturned = training::not_returned(learnt, right.before, losses, right.losses);
  if (settings.steps == 1 || unknown) measures.losses.spread = 1;
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
  measures.changes = {furthest(flat(model), flat(start)), furthest(table, start.table),
                      furthest(query, start.query), furthest(W_key, start.key.W)};
  measures.more_changes = {furthest(W_value, start.value.W), furthest(W_hidden, start.hidden.W),
                           furthest(b_hidden, start.hidden.b), furthest(W_output, start.output.W)};
  measures.losses.spread = training::spread(losses);
  if (steps * batch <= 2000) {
    const Vector learning = xt::cast<double>(xt::not_equal(flat(model), flat(start)));
    compare_with_runs({start, steps, batch, rate, random, learning}, model, losses, measures);
  } else {
    try_unseen(model, losses, measures);
  }
  return measures;
}

}  // namespace softmark

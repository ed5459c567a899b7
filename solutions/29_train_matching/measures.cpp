#include "train_matching.hpp"

#include "measures/training.hpp"

namespace softmark {
namespace {

using training::furthest;
using training::same;

/// A run's settings: the inputs of the exercise.
struct Settings {
  bool use_positions;
  const MatchingModel& start;
  std::size_t count, epochs, batch;
  double rate;
  std::mt19937 random;
};

/// Ways to train, right and wrong.
enum class Way {
  right,
  other_positions,
  uphill,
  forgetful,
  summed,
  new_data,
  new_data_shuffled,
  plain,
  divided,
  twice,
  start_tokens,
  first_positions,
  reversed_positions,
  doubled_positions,
  scaled_tokens
};

/// The largest change of a parameter since the start, of some arrays.
struct AttentionChanges {
  double Wq = 0, Wk = 0, Wv = 0;
};
struct OtherChanges {
  double table = 0, W = 0, b = 0;
};
struct Changes {
  double anything = 0, positions = 0;
  AttentionChanges attention;
  OtherChanges others;
};

/// The largest differences between the learnt parameters and those of a run of one of the ways.
struct Distances {
  double other_positions = 1, uphill = 1, forgetful = 1, summed = 1, new_data = 1, plain = 1;
};

/// Of runs that make the tokens otherwise.
struct TokenDistances {
  double start_tokens = 1, first_positions = 1;
  double reversed = 1, doubled = 1, scaled = 1;  ///< where the run is not the right one
};

struct MoreDistances {
  double divided = 1, twice = 1;
  TokenDistances tokens;
  double one_step_less = 1, right = 0;
};

struct LossesOf {
  double unreturned = 0;  ///< 1 where a run with these was made, and its model not returned
  double factor = 1;      ///< by which all are larger than those of the course's own run
  double off = 0;         ///< the largest difference from them
};
struct Losses {
  double spread = 0;  ///< the largest less the smallest
  double first = 0;   ///< of a run in one batch whose parameters are wrong: the error of the first
  double second = 0;  ///< likewise where the first is right: that of the second
  LossesOf run;
  double fall = 0;    ///< the last over the first
  double honest = 0;  ///< the last less the loss on held-out sequences
};

/// Of a run of three or four sequences in two batches; as they stand here for others.
struct Batches {
  double off = 0;   ///< the largest difference from a run in the order that the losses show
  double kept = 0;  ///< share of epochs with the order of the one before
  double rarest =
      1;  ///< share of epochs that leave those for the last batch that are so most rarely
};

/// As `off`, from runs whose losses are these of those of the batches.
struct WrongLosses {
  double sum = 1, mean = 1, last = 1;
};
/// As `off`, from runs that go wrong from batch to batch; `start_alone` is how far the first loss
/// is from that of the model at the start on all sequences.
struct WrongBatches {
  double first_again = 1, last_left_out = 1, start_alone = 1;
  WrongLosses losses;
};

struct Epochs {
  Batches batches;
  WrongBatches wrong;
};

/// What makes the steps of an epoch, and its loss.
enum class Batching { right, first_again, last_left_out, loss_sum, loss_mean, loss_of_last };

struct HeldOut {
  double accuracy = 0;
  double uniform = 0;    ///< accuracy when all tokens get the same attention
  double attention = 0;  ///< of the last token on the first, the mean
};

struct Measures {
  Changes changes;
  Distances distances;
  MoreDistances more;
  Losses losses;
  HeldOut held_out;
  Epochs epochs;
};

/// The tokens of sequences as attention sees them.
Tensor3 tokens_of(const MatchingModel& model, const xt::xtensor<int, 2>& ids, bool positions) {
  const std::size_t L = ids.shape(1), E = model.table.shape(1);
  Tensor3 X = xt::zeros<double>({ids.shape(0), L, E});
  for (std::size_t i = 0; i < ids.shape(0); ++i) {
    for (std::size_t n = 0; n < L; ++n) {
      for (std::size_t e = 0; e < E; ++e)
        X(i, n, e) = model.table(ids(i, n), e) + (positions ? model.positions(n, e) : 0);
    }
  }
  return X;
}

struct Run {
  Vector parameters, losses;
  std::vector<Vector> before;  ///< the parameters before each step
};

/// Training with all sequences in one batch, so that their order makes no difference.
Run run(Settings settings, Way way) {
  const std::size_t L = settings.start.positions.shape(0);
  const int V = static_cast<int>(settings.start.table.shape(0));
  const bool positions = settings.use_positions != (way == Way::other_positions);
  MatchingData data = matching_data(L, settings.count, V, settings.random);
  std::vector<std::size_t> order(settings.count);  // only draws from `random`
  Vector zeros = 0.0 * flat(settings.start), sum = zeros;
  AdamState state{flat(settings.start), zeros, zeros, 0};
  Run result{zeros, xt::zeros<double>({settings.epochs}), {}};
  const double rate = way == Way::uphill    ? -settings.rate
                      : way == Way::divided ? settings.rate / static_cast<double>(settings.count)
                                            : settings.rate;
  for (std::size_t epoch = 0; epoch < settings.epochs; ++epoch) {
    const bool shuffled = way == Way::new_data_shuffled;
    if ((way == Way::new_data || shuffled) && epoch > 0)
      data = matching_data(L, settings.count, V, settings.random);
    if (shuffled) std::shuffle(order.begin(), order.end(), settings.random);
    const MatchingModel model = unflat(state.theta, settings.start);
    MatchingModel looked_up = model;
    if (way == Way::start_tokens) looked_up.table = settings.start.table;
    if (way == Way::first_positions) looked_up.positions = settings.start.positions;
    if (way == Way::reversed_positions) {
      for (std::size_t n = 0; n < L; ++n)
        xt::view(looked_up.positions, n, xt::all()) =
            xt::view(model.positions, L - 1 - n, xt::all());
    }
    if (way == Way::doubled_positions) looked_up.positions *= 2.0;
    if (way == Way::scaled_tokens) looked_up.table *= std::sqrt(model.table.shape(1));
    MatchingGradient now =
        matching_gradient(model, data.X, tokens_of(looked_up, data.X, positions), data.y);
    result.before.push_back(state.theta);
    if (!settings.use_positions) now.gradient.positions.fill(0.0);
    result.losses(epoch) = now.loss;
    sum += flat(now.gradient);
    Matrix gradients = xt::zeros<double>({std::size_t{1}, zeros.size()});
    xt::view(gradients, 0, xt::all()) = way == Way::summed ? sum : flat(now.gradient);
    if (way == Way::forgetful) state = {state.theta, zeros, zeros, 0};
    if (way == Way::plain) {
      state.theta -= rate * flat(now.gradient);
      continue;
    }
    state = adam(state, gradients, rate);
    if (way == Way::twice) state = adam(state, gradients, rate);
  }
  result.parameters = state.theta;
  return result;
}

/// One step with some of the sequences; returns their mean loss.
double step(AdamState& state, const Settings& settings, const MatchingData& data,
            const std::vector<std::size_t>& which) {
  xt::xtensor<int, 2> ids = xt::zeros<int>({which.size(), data.X.shape(1)});
  xt::xtensor<int, 1> y = xt::zeros<int>({which.size()});
  for (std::size_t i = 0; i < which.size(); ++i) {
    for (std::size_t n = 0; n < ids.shape(1); ++n) ids(i, n) = data.X(which[i], n);
    y(i) = data.y(which[i]);
  }
  const MatchingModel model = unflat(state.theta, settings.start);
  const bool positions = settings.use_positions;
  MatchingGradient now = matching_gradient(model, ids, tokens_of(model, ids, positions), y);
  if (!positions) now.gradient.positions.fill(0.0);
  Matrix gradients = xt::zeros<double>({std::size_t{1}, state.theta.size()});
  xt::view(gradients, 0, xt::all()) = flat(now.gradient);
  state = adam(state, gradients, settings.rate);
  return now.loss;
}

/// The batches of an epoch.
using Division = std::vector<std::vector<std::size_t>>;

/// All ways to put `batch` of `count` sequences into the first batch, and the others into the last.
std::vector<Division> divisions(std::size_t count, std::size_t batch) {
  std::vector<Division> all;
  std::vector<bool> in_first(count, false);
  std::fill_n(in_first.begin(), batch, true);
  do {
    Division one(2);
    for (std::size_t i = 0; i < count; ++i) one[in_first[i] ? 0 : 1].push_back(i);
    all.push_back(one);
  } while (std::prev_permutation(in_first.begin(), in_first.end()));
  return all;
}

/// The same, as this batching has them.
std::vector<Division> divisions(std::size_t count, std::size_t batch, Batching batching) {
  std::vector<Division> all;
  for (const Division& one : divisions(count, batch)) {
    const auto rest = static_cast<std::ptrdiff_t>(one[1].size());
    if (batching == Batching::last_left_out) {
      all.push_back({one[0]});
    } else if (batching == Batching::first_again) {  // a smaller last batch has some of the first
      all.push_back({one[0], {one[0].begin(), one[0].begin() + rest}});
      all.push_back({one[0], {one[0].end() - rest, one[0].end()}});
    } else {
      all.push_back(one);
    }
  }
  return all;
}

/// Makes the steps of an epoch, and returns what may stand for its loss.
std::vector<double> steps(AdamState& state, const Settings& settings, const MatchingData& data,
                          const Division& division, Batching batching) {
  double share = 0, sum = 0, last = 0;
  for (const std::vector<std::size_t>& batch : division) {
    last = step(state, settings, data, batch);
    share += last * batch.size() / settings.count;
    sum += last;
  }
  if (batching == Batching::right) return {share};
  if (batching == Batching::loss_sum) return {sum};
  if (batching == Batching::loss_mean) return {sum / division.size()};
  if (batching == Batching::loss_of_last) return {last};
  return {share, sum, sum / division.size(), last};
}

/// Follows a run of a few sequences in two batches: the losses show which are in the last one.
Batches batches(Settings settings, const Vector& learnt, const Vector& losses, Batching batching) {
  const int V = static_cast<int>(settings.start.table.shape(0));
  const std::size_t L = settings.start.positions.shape(0);
  const MatchingData data = matching_data(L, settings.count, V, settings.random);
  const Vector zeros = 0.0 * flat(settings.start);
  AdamState state{flat(settings.start), zeros, zeros, 0};
  const std::vector<Division> ways = divisions(settings.count, settings.batch, batching);
  Batches result;
  std::vector<double> times(ways.size(), 0.0);
  std::size_t before = ways.size();
  for (std::size_t epoch = 0; epoch < settings.epochs; ++epoch) {
    AdamState next = state;
    double nearest = 1e300;
    std::size_t taken = 0;
    for (std::size_t way = 0; way < ways.size(); ++way) {
      AdamState tried = state;
      double off = 1e300;
      for (const double loss : steps(tried, settings, data, ways[way], batching))
        off = std::min(off, std::abs(loss - losses(epoch)));
      if (off > nearest) continue;
      nearest = off;
      next = tried;
      taken = way;
    }
    result.off = std::max(result.off, nearest);
    if (taken == before) result.kept += 1.0 / (settings.epochs - 1);
    before = taken;
    times[taken] += 1;
    state = next;
  }
  result.rarest = *std::min_element(times.begin(), times.end()) / settings.epochs;
  result.off = std::max(result.off, furthest(learnt, state.theta));
  return result;
}

/// The loss of the model at the start on all sequences.
double first_loss(Settings settings) {
  const int V = static_cast<int>(settings.start.table.shape(0));
  const std::size_t L = settings.start.positions.shape(0);
  const MatchingData data = matching_data(L, settings.count, V, settings.random);
  const Tensor3 X = tokens_of(settings.start, data.X, settings.use_positions);
  return matching_gradient(settings.start, data.X, X, data.y).loss;
}

/// Share of sequences whose most probable integer is the label.
double accuracy(const MatchingModel& model, const Tensor3& X, const xt::xtensor<int, 1>& y,
                bool uniform, double& attention) {
  const std::size_t L = X.shape(1), E = X.shape(2), V = model.table.shape(0);
  const double each = 1.0 / static_cast<double>(X.shape(0));
  // The score of a token is x_last (Wq Wk^T) x, and its logits are W (Wv^T x): two small matrices.
  const Matrix between = xt::linalg::dot(model.Wq, xt::transpose(model.Wk));
  const Matrix out = xt::linalg::dot(model.Wv, xt::transpose(model.read_out.W));
  std::vector<double> weights(L), logits(V), query(E);
  double right = 0;
  attention = 0;
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    const double* tokens = X.data() + i * L * E;
    std::fill(query.begin(), query.end(), 0.0);
    for (std::size_t e = 0; e < E; ++e) {
      for (std::size_t j = 0; j < E; ++j) query[j] += tokens[(L - 1) * E + e] * between(e, j);
    }
    double largest = -1e300, sum = 0;
    for (std::size_t n = 0; n < L; ++n) {
      weights[n] = 0;
      for (std::size_t j = 0; j < E && !uniform; ++j)
        weights[n] += query[j] * tokens[n * E + j] / std::sqrt(E);
      largest = std::max(largest, weights[n]);
    }
    for (double& weight : weights) sum += weight = std::exp(weight - largest);
    std::copy_n(model.read_out.b.data(), V, logits.begin());
    for (std::size_t e = 0; e < E; ++e) {
      double mixed = 0;
      for (std::size_t n = 0; n < L; ++n) mixed += weights[n] / sum * tokens[n * E + e];
      for (std::size_t c = 0; c < V; ++c) logits[c] += mixed * out(e, c);
    }
    attention += weights[0] / sum * each;
    const auto best = std::max_element(logits.begin(), logits.end()) - logits.begin();
    right += best == y(i) ? each : 0;
  }
  return right;
}

Distances distances(const Settings& settings, const Vector& learnt) {
  const auto from = [&](Way way) { return furthest(learnt, run(settings, way).parameters); };
  // Positions that are not added can be learned all the same, or not: they do not count here.
  MatchingModel one = unflat(learnt, settings.start);
  const MatchingModel other =
      unflat(run(settings, Way::other_positions).parameters, settings.start);
  one.positions = other.positions;
  return {furthest(flat(one), flat(other)),
          from(Way::uphill),
          from(Way::forgetful),
          from(Way::summed),
          std::min(from(Way::new_data), from(Way::new_data_shuffled)),
          from(Way::plain)};
}

}  // namespace

Measures measure(const Matrix& table, const Matrix& positions, const Matrix& Wq, const Matrix& Wk,
                 const Matrix& Wv, const Matrix& W, const Vector& b, const Vector& losses,
                 bool use_positions, const MatchingModel& start, std::size_t count,
                 std::size_t epochs, std::size_t batch, double rate, std::mt19937& random) {
  const MatchingModel model{table, positions, Wq, Wk, Wv, {W, b}};
  if (table.shape() != start.table.shape() || positions.shape() != start.positions.shape() ||
      Wq.shape() != start.Wq.shape() || Wk.shape() != start.Wk.shape() ||
      Wv.shape() != start.Wv.shape() || W.shape() != start.read_out.W.shape() ||
      b.shape() != start.read_out.b.shape())
    throw std::invalid_argument("expected a model with the shapes of the one at the start");
  if (losses.shape(0) != epochs) throw std::invalid_argument("expected a loss for each epoch");
  const Settings settings{use_positions, start, count, epochs, batch, rate, random};
  Measures measures;
  measures.changes = {
      furthest(flat(model), flat(start)),
      furthest(positions, start.positions),
      {furthest(Wq, start.Wq), furthest(Wk, start.Wk), furthest(Wv, start.Wv)},
      {furthest(table, start.table), furthest(W, start.read_out.W), furthest(b, start.read_out.b)}};
  if (batch >= count) {
    const Run right = run(settings, Way::right);
    measures.distances = distances(settings, flat(model));
    const auto from = [&](Way way) { return furthest(flat(model), run(settings, way).parameters); };
    const double wrong = furthest(flat(model), right.parameters);
    const auto from_wrong = [&](Way way) { return wrong > same ? from(way) : 1.0; };
    measures.more = {from(Way::divided),
                     from(Way::twice),
                     {from(Way::start_tokens), use_positions ? from(Way::first_positions) : 1,
                      from_wrong(Way::reversed_positions), from_wrong(Way::doubled_positions),
                      from_wrong(Way::scaled_tokens)},
                     furthest(flat(model), right.before.back()),
                     wrong};
    measures.losses.run = {training::not_returned(flat(model), right.before, losses, right.losses),
                           training::factor_of_losses(losses, right.losses),
                           furthest(losses, right.losses)};
    if (measures.more.right > same && epochs > 1) {
      measures.losses.first = std::abs(losses(0) - right.losses(0));
      const bool is_right = measures.losses.first <= same;
      measures.losses.second = is_right ? std::abs(losses(1) - right.losses(1)) : 0;
    }
  }
  if (count <= 4 && batch < count) {
    const auto followed = [&](Batching batching) {
      return batches(settings, flat(model), losses, batching);
    };
    measures.epochs = {followed(Batching::right),
                       {followed(Batching::first_again).off,
                        followed(Batching::last_left_out).off,
                        std::abs(losses(0) - first_loss(settings)),
                        {followed(Batching::loss_sum).off, followed(Batching::loss_mean).off,
                         followed(Batching::loss_of_last).off}}};
  }
  std::mt19937 unseen = training::unseen();
  const MatchingData data =
      matching_data(positions.shape(0), 10000, static_cast<int>(table.shape(0)), unseen);
  const Tensor3 X = tokens_of(model, data.X, use_positions);
  measures.losses.spread = training::spread(losses);
  measures.losses.fall = losses(epochs - 1) / losses(0);
  measures.losses.honest = losses(epochs - 1) - matching_gradient(model, data.X, X, data.y).loss;
  double ignored = 0;
  measures.held_out.accuracy = accuracy(model, X, data.y, false, measures.held_out.attention);
  measures.held_out.uniform = accuracy(model, X, data.y, true, ignored);
  return measures;
}

}  // namespace softmark

/**
 * The highest error rate, 0..1, that the counts leave possible: one-sided upper 95 % bound, 1 without trials. Source: Clopper and Pearson,
 * Biometrika 26 (1934): the rate at which so few errors happen in 5 % of cases.
 */
export function upperBound(errors: number, trials: number): number {
  if (errors >= trials) return 1;
  let [low, high] = [errors / trials, 1];
  for (let step = 0; step < 60; step++) {
    const rate = (low + high) / 2;
    if (atMost(errors, trials, rate) > 0.05) low = rate;
    else high = rate;
  }
  return high;
}

/** The probability of at most `errors` errors. Each term follows from the one before, in logarithms against underflow. */
function atMost(errors: number, trials: number, rate: number): number {
  let term = trials * Math.log1p(-rate);
  let sum = Math.exp(term);
  for (let k = 1; k <= errors; k++) {
    term += Math.log((trials - k + 1) / k) + Math.log(rate) - Math.log1p(-rate);
    sum += Math.exp(term);
  }
  return sum;
}

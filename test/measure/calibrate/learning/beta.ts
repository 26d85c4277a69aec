/** The distribution of a rate after successes and failures, both above 0 and not necessarily whole numbers. */
export interface Beta {
  readonly successes: number;
  readonly failures: number;
}

export const mean = ({ successes, failures }: Beta): number => successes / (successes + failures);

/** The rate that the true one exceeds with a probability of 90 %. */
export function lowerBound(beta: Beta): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step++) {
    const rate = (low + high) / 2;
    if (chanceBelow(rate, beta) < 0.1) low = rate;
    else high = rate;
  }
  return low;
}

/** The probability that the true rate is at most this. Source: regularised incomplete beta function, Abramowitz and Stegun 26.5.8. */
function chanceBelow(rate: number, { successes: a, failures: b }: Beta): number {
  if (rate <= 0 || rate >= 1) return rate <= 0 ? 0 : 1;
  if (rate > (a + 1) / (a + b + 2)) return 1 - chanceBelow(1 - rate, { successes: b, failures: a });
  const front = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(rate) + b * Math.log1p(-rate);
  return (Math.exp(front) / a) * fraction(rate, a, b);
}

/** The continued fraction of 26.5.8, by Lentz's method as Thompson and Barnett (1986) modified it. */
function fraction(x: number, a: number, b: number): number {
  let [c, d] = [1, 1 / nonZero(1 - ((a + b) * x) / (a + 1))];
  let result = d;
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / nonZero(1 + term * d);
      c = nonZero(1 + term / c);
      change = c * d;
      result *= change;
    }
    if (Math.abs(change - 1) < 1e-12) break;
  }
  return result;
}

const nonZero = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value);

/** Source: Stirling's series, Abramowitz and Stegun 6.1.41; the argument is first raised to where it is exact to 12 digits. */
function logGamma(x: number): number {
  if (x < 12) return logGamma(x + 1) - Math.log(x);
  const inverse = 1 / (x * x);
  return (
    (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x
  );
}

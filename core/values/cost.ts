import { Decimal as DecimalClass } from 'decimal.js';
import type { Decimal } from '../contracts/amount.js';
import type { TokenPrice, TokenPrices } from '../contracts/extraction.js';
import type { Usage } from '../contracts/observer.js';
import { decimal } from './money.js';

/** The price of a model that may be listed under one of these labels; undefined where none is, which is unknown and not free. */
export const priceOf = (prices: TokenPrices | undefined, ...labels: readonly string[]): TokenPrice | undefined =>
  labels.map((label) => (prices && Object.hasOwn(prices.models, label) ? prices.models[label] : undefined)).find((price) => price);

/**
 * What tokens cost, exact and in major units. Input of which a server does not say what was cached is priced as if nothing was, which is
 * the most that it can cost at a provider whose cache is cheaper.
 */
export function costOf(usage: Usage, price: TokenPrice): Decimal {
  const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteTokens = 0 } = usage;
  const plain = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens);
  return perMillion(plain, price.input)
    .plus(perMillion(cachedInputTokens, price.cachedInput ?? price.input))
    .plus(perMillion(cacheWriteTokens, price.cacheWrite ?? price.input))
    .plus(perMillion(outputTokens, price.output));
}

/** The most that so many tokens can cost, whichever they are. */
export const mostCost = (tokens: number, { input, output, cachedInput = input, cacheWrite = input }: TokenPrice): Decimal =>
  perMillion(tokens, Math.max(input, output, cachedInput, cacheWrite));

/** A cost as it is shown: rounded half up to millionths of the major unit. Sums are made of exact costs and rounded last. */
export const shownCost = (cost: Decimal): Decimal => cost.toDecimalPlaces(6, DecimalClass.ROUND_HALF_UP);

const perMillion = (tokens: number, price: number): Decimal => decimal(price).times(tokens).div(1_000_000);

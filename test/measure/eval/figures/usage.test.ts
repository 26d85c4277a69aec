import { describe, expect, it } from 'vitest';
import type { UsageBody } from '../../../../server/wire/extraction.js';
import { cell } from '../../../core/builders.js';
import { tokensOf } from '../../tokens/count.js';
import { encode } from '../../tokens/encode.js';
import { recordedTokens } from './recorded-tokens.js';
import { usageReport } from './usage.js';

const usage = (members: Partial<UsageBody> = {}): UsageBody => ({
  calls: 1,
  unmeasured_calls: 0,
  input_tokens: 1_000,
  cached_input_tokens: 0,
  cache_write_tokens: null,
  output_tokens: 100,
  cost: 0.001,
  currency: 'USD',
  models: [],
  ...members,
});

describe('what an evaluation cost', () => {
  it('is tokens and money a document, of the answers that say it', () => {
    const text = usageReport([
      usage(),
      usage({ input_tokens: 3_000, output_tokens: 300, cost: 0.0005 }),
      usage({ calls: 2, unmeasured_calls: 1, cost: null }),
    ]);
    expect(text.split('\n').map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ['providers: 4 calls for 3 documents, 1 of unknown use'],
      ['a document', 'said by', 'mean', 'median', 'p90', 'all together'],
      ['input tokens', '3 of 3', '1667', '1000', '3000', '5000'],
      ['read from a cache', '3 of 3', '0', '0', '0', '0'],
      ['written to a cache', '0 of 3', '-', '-', '-', '-'],
      ['output tokens', '3 of 3', '167', '100', '300', '500'],
      ['cost, USD', '2 of 3', '0.00075', '0.0005', '0.001', '0.0015'],
      [''],
    ]);
  });

  it('is not said where no provider was asked', () => {
    expect(usageReport([undefined, usage({ calls: 0 })])).toBe('');
  });

  it('says no money where no prices are configured', () => {
    const { currency: _, ...unpriced } = usage({ cost: null });
    expect(usageReport([unpriced])).not.toContain('cost');
  });
});

it('the tokens of recorded readings are those of their answers in the form that models are asked for', () => {
  const [short, long] = [[cell('$.total', '12.00')], [cell('$.total', '12.00'), cell('$.tax', '2.00', { quote: 'VAT 20% of 10.00' })]];
  const [less, more] = [short, long].map((cells) => tokensOf(encode(cells)));
  expect(more).toBeGreaterThan(less ?? 0);
  expect(recordedTokens([long, short])).toBe(
    `output tokens of 2 recorded readings, counted here (o200k): mean ${Math.round(((less ?? 0) + (more ?? 0)) / 2)}, median ${less}, p90 ${more}, all ${(less ?? 0) + (more ?? 0)}\n`,
  );
});

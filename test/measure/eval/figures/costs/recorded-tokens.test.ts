import { expect, it } from 'vitest';
import { cell } from '../../../../core/builders.js';
import { tokensOf } from '../../../tokens/count.js';
import { encode } from '../../../tokens/encode.js';
import { recordedTokens } from './recorded-tokens.js';

it('the tokens of recorded readings are those of their answers in the form that models are asked for', () => {
  const [short, long] = [[cell('$.total', '12.00')], [cell('$.total', '12.00'), cell('$.tax', '2.00', { quote: 'VAT 20% of 10.00' })]];
  const [less, more] = [short, long].map((cells) => tokensOf(encode(cells)));
  expect(more).toBeGreaterThan(less ?? 0);
  expect(recordedTokens([long, short])).toBe(
    `output tokens of 2 recorded readings, counted here (o200k): mean ${Math.round(((less ?? 0) + (more ?? 0)) / 2)}, median ${less}, p90 ${more}, all ${(less ?? 0) + (more ?? 0)}\n`,
  );
});

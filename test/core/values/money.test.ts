import { describe, expect, it } from 'vitest';
import { amount, decimal, minorUnit, minus, plus, times, unknown } from '../../../core/index.js';

describe('money', () => {
  it('adds exactly where binary floats do not', () => {
    expect(plus(decimal('0.1'), decimal('0.2'))).toEqual(decimal('0.3'));
  });

  it('keeps what nobody knows unknown, through every operation', () => {
    expect([plus(decimal(1), unknown), times(unknown, decimal(0)), minus(decimal(1), unknown)]).toEqual([unknown, unknown, unknown]);
  });

  it('takes only finite numbers for amounts: null and text are not zero', () => {
    expect([amount(null), amount(''), amount(Number.NaN), amount(undefined)]).toEqual([unknown, unknown, unknown, unknown]);
  });

  it('knows that a yen has no hundredth and a dinar has thousandths', () => {
    expect([minorUnit('EUR'), minorUnit('JPY'), minorUnit('KWD'), minorUnit()].map(String)).toEqual(['0.01', '1', '0.001', '0.01']);
  });
});

import { describe, expect, it } from 'vitest';
import { number, valuesOf } from '../page.js';

describe('the local reader takes no time for money', () => {
  it('where a unit of time follows the number', async () => {
    expect(await valuesOf('PLEASE PAY IN 30 DAYS', { total: number, amount_due: number })).toEqual({});
    expect(await valuesOf('Zu zahlen: 14 Tage', { total: number, amount_due: number })).toEqual({});
    expect(await valuesOf('Amount due: 30 calendar days', { total: number, amount_due: number })).toEqual({});
  });

  it('but a whole number beside the label of a sum', async () => {
    expect(await valuesOf('Amount due: 30', { amount_due: number })).toEqual({ amount_due: '30' });
  });
});

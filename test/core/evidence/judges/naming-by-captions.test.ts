import { describe, expect, it } from 'vitest';
import { money, text } from '../../builders.js';
import { namesOf } from '../names-of.js';

const group = (properties: Readonly<Record<string, unknown>>) => ({ type: 'object', properties });

describe('a caption names a value', () => {
  it('with all of its words, whatever numbers are among them', async () => {
    const offer = `Discount 4 % on goods and materials             -2,179.00
Less: card deposit taken 2026/03/06     R       4,500.00
Total gross pay      2,843.02        Total deductions    753.19`;
    const fields = { goods_rebate: money, card_deposit: money, gross_pay: money, deductions_sum: money };
    const data = { goods_rebate: 2179, card_deposit: 4500, gross_pay: 2843.02, deductions_sum: 753.19 };
    expect(Object.values(await namesOf(offer, fields, data))).toEqual(Array(4).fill('label.match'));
  });

  it('without the word behind a name, which is no unit', async () => {
    const school = 'Guardian: Ana Vilhena (NIF 231 774 905)';
    const fields = { guardian: group({ name: text, nif: text }) };
    expect(await namesOf(school, fields, { guardian: { name: 'Ana Vilhena', nif: '231 774 905' } })).toMatchObject({
      'guardian.name': 'label.match',
    });
  });

  it('by the unit of its header, and not by that of the number before it', async () => {
    const meter = `Meter          Days          kWh used
88170          29            1,212

Energy         800 kWh       .09762`;
    const fields = { usage: group({ kwh: money }) };
    expect(await namesOf(meter, fields, { usage: { kwh: 1212 } })).toEqual({ 'usage.kwh': 'label.heading' });
    expect(await namesOf(meter.replace('kWh used', 'Rate'), fields, { usage: { kwh: 0.09762 } })).toEqual({
      'usage.kwh': 'label.unproven',
    });
  });

  it('part by part where both are parted by a slash', async () => {
    const booking = 'Entity / Reference     21 477 / 118 702 664';
    const fields = { entity_mb: text, reference_mb: text };
    expect(await namesOf(booking, fields, { entity_mb: '21 477', reference_mb: '118 702 664' })).toEqual({
      entity_mb: 'label.match',
      reference_mb: 'label.match',
    });
    const exchanged = await namesOf(booking, fields, { entity_mb: '118 702 664', reference_mb: '21 477' });
    expect(Object.values(exchanged)).toEqual(['label.unproven', 'label.unproven']);
  });

  it('at the left of a box that has an amount at its right', async () => {
    const slip = `Contribution base      Fund deposit         Tax base
             6,063.43              485.07         5,025.77`;
    const fields = { contribution_base: money, fund_deposit: money };
    expect(await namesOf(slip, fields, { contribution_base: 6063.43, fund_deposit: 485.07 })).toEqual({
      contribution_base: 'label.heading',
      fund_deposit: 'label.match',
    });
  });

  it('of a group whose heading stands over it, and not of another group', async () => {
    const rental = `CHECK-OUT                                 CHECK-IN
Odometer            31,447 km             Odometer            33,102 km`;
    const fields = { checkOut: group({ odometerKm: money }), checkIn: group({ odometerKm: money }) };
    const [out, back] = [31447, 33102];
    const right = await namesOf(rental, fields, { checkOut: { odometerKm: out }, checkIn: { odometerKm: back } });
    expect(Object.values(right)).toEqual(Array(2).fill('label.match'));
    const exchanged = await namesOf(rental, fields, { checkOut: { odometerKm: back }, checkIn: { odometerKm: out } });
    expect(Object.values(exchanged)).toEqual(Array(2).fill('label.unproven'));
  });

  it('of the year to date under such a heading, where a total of the period is asked for as well', async () => {
    const payslip = `PAYMENTS                               YEAR TO DATE
Basic pay            2,413.13          Gross pay TD       31,207.44
Gross pay            2,843.02          Deductions TD       8,400.10`;
    const fields = { gross_pay: money, deductions: money, ytd: group({ gross: money }) };
    const data = { gross_pay: 2843.02, deductions: null, ytd: { gross: 31207.44 } };
    expect(await namesOf(payslip, fields, data)).toMatchObject({ gross_pay: 'label.match', 'ytd.gross': 'label.match' });
  });
});

it('a printed label of a field is no other field’s for having a word of its name', async () => {
  const bill = 'Late payment charge (1%)     0.14\nPayment received     -150.00';
  const fields = { payments: money, late_fee: money };
  expect((await namesOf(bill, fields, { payments: 150, late_fee: 0.14 }))['late_fee']).toBe('label.match');
});

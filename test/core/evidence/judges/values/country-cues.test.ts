import { describe, expect, it } from 'vitest';
import { currencyCue, dateCue } from '../../../../../core/evidence/judges/country-cues.js';
import { DocumentIndex } from '../../../../../core/evidence/page/document-index.js';
import { documentOf } from '../../../builders.js';

const cue = (code: string, page: string) => currencyCue(code, new DocumentIndex(documentOf(page)));

describe('a sign that several currencies share', () => {
  it('means the currency whose code is printed', () => {
    expect(cue('USD', 'Total $ 12.00\nAll prices in USD')).toBe('code');
  });

  it.each([
    ['a state before a postal code', 'Springfield, IL 62704'],
    ['the name of a state before a postal code', 'Springfield, Illinois 62704'],
    ['a date that only fits with the month first', 'Date: 05/25/2023'],
    ['the country, dotted', 'Chicago\nU.S.A'],
    ['a sales tax', 'Sales tax (8%) $ 1.00'],
    ['a routing number', 'Routing Number: 987654321'],
  ])('means US dollars because of %s', (_, line) => {
    expect(cue('USD', `Acme Ltd\n${line}\nTotal $ 12.00`)).toBe('country');
  });

  it('means Indian rupees because of an Indian way to pay', () => {
    expect(cue('INR', 'Acme Ltd\nPay by UPI\nTotal Rs. 12.00')).toBe('country');
    expect(cue('INR', 'Acme Ltd\nTotal Rs. 12.00')).toBeUndefined();
  });

  it('stays open when another dollar country is named', () => {
    expect(cue('USD', 'Acme Ltd\nToronto, Ontario\nDate: 05/25/2023\nTotal $ 12.00')).toBeUndefined();
    expect(cue('USD', 'Acme Ltd\nDate: 05/25/2023\nGST 5%\nTotal $ 12.00')).toBeUndefined();
  });

  it('stays open without any of these signs', () => {
    expect(cue('USD', 'Acme Ltd\nDate: 04/05/2023\nTotal $ 12.00')).toBeUndefined();
    expect(cue('USD', 'Acme Ltd\nDate: 05/25/2023\nDue: 26/06/2023\nTotal $ 12.00')).toBeUndefined();
  });

  it('means British pounds because of VAT or sort codes', () => {
    expect(cue('GBP', 'Acme\nVAT 20% £ 2.00')).toBe('country');
    expect(cue('GBP', 'Acme\nTotal £ 2.00')).toBeUndefined();
  });
});

const dateOrderOf = (page: string) => dateCue(new DocumentIndex(documentOf(page)));

describe('reads the day first in the country of the document', () => {
  it.each(['Total € 5.00', 'Acme Sdn Bhd', 'GST ID: 000473792512', 'Acme Pty Ltd', 'Bengaluru, India'])('%s', (row) => {
    expect(dateOrderOf(row)).toBe('day-first');
  });
});

it('reads the month first in the United States', () => {
  expect(dateOrderOf('Springfield, IL 62704')).toBe('month-first');
});

it('leaves the order open in Canada and when two countries show', () => {
  expect([
    dateOrderOf('Toronto M5V 2T6\nGST 5%'),
    dateOrderOf('GST 1.00\nHST 2.00'),
    dateOrderOf('Acme Sdn Bhd\nSpringfield, IL 62704'),
  ]).toEqual([undefined, undefined, undefined]);
});

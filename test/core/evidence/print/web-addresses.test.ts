import { describe, expect, it } from 'vitest';
import { labelsIn } from '../../../../core/evidence/labels/labels.js';
import { insideAddresses } from '../../../../core/evidence/print/web-addresses.js';

const inside = (text: string): readonly string[] => insideAddresses(text).map(({ from, to }) => text.slice(from, to));

describe('what is inside of a web address or a mailbox', () => {
  it('is what follows its beginning, and the whole mailbox', () => {
    expect(inside('see https://qr.ksef.mf.gov.pl/invoice/0101/31-10-2025/ or www.acme.example')).toEqual([
      '//qr.ksef.mf.gov.pl/invoice/0101/31-10-2025/',
      'ww.acme.example',
    ]);
    expect(inside('E-mail:invoice@acme.example')).toEqual(['invoice@acme.example']);
  });

  it('is nothing where a sign for "at" stands for a price', () => {
    expect(inside('3 @ 5.00').map((text) => text.replace('@', ''))).toEqual(['']);
  });

  it('is no label', () => {
    expect(labelsIn('https://qr.example/invoice/0101010101/31-10-2025/')).toEqual([]);
    expect(labelsIn('total@acme.example Total 5.00').map(({ label, from }) => [label, from])).toEqual([['Total', 19]]);
  });
});

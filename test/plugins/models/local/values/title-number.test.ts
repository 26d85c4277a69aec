import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, text } from '../page.js';

const read = async (page: string) => {
  const [cell] = await cellsOf(drawn(page), { invoice_number: text });
  return cell?.value === null ? null : [cell?.value, cell?.confidence];
};

describe('the local reader finds the number of a document without a label by its title', () => {
  it.each([
    ['in the same text', 'Invoice INV-7'],
    ['behind its code in brackets', 'Handelsrechnung (380) Nr. INV-7'],
    ['in the next text of the row', 'Sales Invoice           INV-7           Date 3 May 2025'],
    ['right under it, at its left edge', 'INVOICE\nINV-7'],
    ['right under it, at its right edge', '              SALES INVOICE\n                      INV-7'],
  ])('%s', async (_, page) => {
    expect(await read(page)).toEqual(['INV-7', 'likely']);
  });

  it.each([
    ['the date', 'INVOICE\n3 May 2025'],
    ['an amount', 'Invoice            119.00'],
    ['a VAT number', 'INVOICE\nDE123456789'],
    ['a quantity', 'Invoice       12.2199'],
    ['a count', 'Invoice       2'],
    ['a text that says what it is', 'INVOICE\nOrder no 4711'],
    ['what stands further down', 'INVOICE\n\n\nAB-7'],
    ['what stands aside', 'INVOICE\n    AB-7 and more'],
  ])('but does not take %s for it', async (_, page) => {
    expect(await read(page)).toBeNull();
  });

  it('guesses a number that is only called one', async () => {
    expect(await read('Sample\nNo: 0001-42')).toEqual(['0001-42', 'guess']);
    expect(await read('Sample\nNo: 0001-42\nNr. 0001-43')).toBeNull();
  });
});

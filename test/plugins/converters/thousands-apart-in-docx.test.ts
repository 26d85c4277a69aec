import { afterAll, expect, it } from 'vitest';
import { numbersAmong } from '../../../core/text.js';
import { openDocx } from './open.js';
import { paragraph, rawDocx, row, table } from './raw-docx.js';

const docx = openDocx();
afterAll(() => docx.close());

const numbersIn = async (body: string): Promise<readonly string[]> => {
  const [page] = (await docx.convert(await rawDocx(body))).pages;
  return numbersAmong(page?.words ?? []).map((number) => number.text);
};

it.each(['\u00A0', '\u202F', '\u2009', '\u2007'])('digits that %j groups are one number', async (space) => {
  expect(await numbersIn(paragraph(`Sous-total 2${space}466,00 €`))).toEqual(['2 466,00 €']);
});

it.each([
  ['Att betala 42 900,00 SEK', ['42 900,00 SEK']],
  ['Moms 25% (på 34 320,00) 8 580,00', ['25%', '34 320,00', '8 580,00']],
  ['1 234 567.89 net', ['1 234 567.89']],
  ['2 100 500', ['2', '100', '500']],
  ['3 0.125', ['3', '0.125']],
])('digits of an amount that plain spaces group are one number: %s', async (printed, expected) => {
  expect(await numbersIn(paragraph(printed))).toEqual(expected);
});

it('numbers in neighbouring cells are two', async () => {
  expect(await numbersIn(table(row('2', '466,00')))).toEqual(['2', '466,00']);
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOnPage } from '../../../../server/cli/audit/on-page.js';
import { matchValue, recheck } from '../../../../server/cli/audit/recheck.js';
import { pageOf } from '../../../core/builders.js';

const invoice = pageOf(`Invoice 2026-17            Page 1
Description      Quantity   Amount
Blue widgets,    2          1.120,00
extra long
Discount                    5,00 -
Total                       € 1.115,00`);
const pages = [invoice, pageOf('Terms and conditions', 2)];

describe('the words of the evidence', () => {
  it.each([
    ['of one row', 'Total € 1.115,00'],
    ['however their spaces are written', 'Total €1.115,00'],
    ['of a cell that wraps, although its rows go on', 'Blue widgets, extra long'],
    ['of a sign that stands apart', 'Discount 5,00 -'],
  ])('are on the page: words %s', (_, text) => expect(isOnPage(text, invoice)).toBe(true));

  it.each([
    ['with another digit', 'Total € 1.116,00'],
    ['with another decimal mark', 'Total € 1,115.00'],
    ['with a sign that is not there', 'Total € -1.115,00'],
    ['that end inside a word', 'Total € 1.11'],
    ['from two ends of the page', 'Invoice Total'],
    ['in another order', '1.115,00 € Total'],
    ['that are none', '  '],
  ])('are not on the page: words %s', (_, text) => expect(isOnPage(text, invoice)).toBe(false));

  it('are not on the page when only hidden words print them', () => {
    const hidden = pageOf('Total 12.00').words;
    expect(isOnPage('Total 12.00', pageOf('Thank you', 1, { hidden }))).toBe(false);
  });
});

describe('a recheck', () => {
  it('names the page that the words are on', () => {
    expect(recheck({ value: 1115, page: 2, text: 'Total € 1.115,00' }, pages)).toMatchObject({
      problem: 'the words are not on page 2, but on page 1',
    });
  });

  it('says when there is no such page', () => {
    expect(recheck({ value: 1115, page: 3, text: 'Total € 1.115,00' }, pages)).toMatchObject({ problem: 'the document has no page 3' });
  });

  it('distinguishes words that are on the page from words that carry the value', () => {
    expect(recheck({ value: 1151, page: 1, text: 'Total € 1.115,00' }, pages)).toEqual({
      problem: 'the words do not say the value',
      onPage: true,
    });
    expect(recheck({ value: 1115, page: 1, text: 'Total € 1.115,00' }, pages)).toMatchObject({ match: { how: 'printed' } });
  });
});

describe('a text carries a value', () => {
  it.each([
    ['Total 1.234,56 EUR', 1234.56, { how: 'printed', printed: '1.234,56' }],
    ['Total 1.234,56', 1234.65, undefined],
    ['Invoice AB-1234', 'AB-1243', undefined],
    ['Business client (UK) on 2019 partner promotion', 'Business client on 2019 partner promotion', { how: 'roughly' }],
    ['Business client (UK) on 2018 partner promotion', 'Business client on 2019 partner promotion', undefined],
    ['£ 12.00', 'EUR', { how: 'concluded' }],
    ['Paid: yes', true, { how: 'printed', printed: 'true' }],
    ['Paid: yes', false, { how: 'concluded' }],
  ] as const)('"%s" and %s: %o', (text, value, match) => expect(matchValue(text, value)).toEqual(match));
});

it('finds every word of a page on it, and every stretch of a row', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9.,€-]{1,8}$/);
  const rows = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(rows, fc.nat(), fc.nat(), fc.nat(), (lines, a, b, c) => {
      const page = pageOf(lines.map((words) => words.join(' ')).join('\n'));
      const row = lines[a % lines.length] ?? [];
      const from = b % row.length;
      const to = from + 1 + (c % (row.length - from));
      expect(isOnPage(row.slice(from, to).join(' '), page)).toBe(true);
    }),
  );
});

it('looks up the words of a page without any code of the engine', () => {
  const file = fileURLToPath(new URL('../../../../server/cli/audit/on-page.ts', import.meta.url));
  const imports = readFileSync(file, 'utf8').match(/^(?:import|export).* from '.*';$/gm) ?? [];
  expect(imports.filter((line) => !line.startsWith('import type '))).toEqual([]);
  expect(imports.length).toBeGreaterThan(0);
});

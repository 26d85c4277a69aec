import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldFamilies } from '../../core/contracts/cap.js';
import { vetoes, weighedNames } from '../../core/evidence/scoring/caps.js';
import { unmeasuredWeight } from '../../core/evidence/scoring/weigh.js';
import type { CalibrationTable, Cell, CellConfidence } from '../../core/index.js';
import { fold, squash } from '../../core/text.js';
import { cell, day, documentOf, metaOf, money, run, scriptedModel, text } from './builders.js';
import { priorOf, tableOf } from './evidence/scoring/calibration-tables.js';
import { isStated, placesOf, valueAt } from './invariants/support/places.js';

/** The invariants that hold for every document and every reading, right or wrong. */
const fields = {
  invoice_number: text,
  issue_date: day,
  seller_name: text,
  subtotal: money,
  tax: money,
  total: money,
  lines: { type: 'array', items: { type: 'object', properties: { description: text, quantity: money, amount: money } } },
};
const leaves = ['$.invoice_number', '$.issue_date', '$.seller_name', '$.subtotal', '$.tax', '$.total'];

const amounts = fc.integer({ min: 1, max: 999_999 }).map((cents) => (cents / 100).toFixed(2));
const printedLines = fc.record({
  net: amounts,
  tax: amounts,
  number: fc.stringMatching(/^[A-Z]{2}-\d{3,5}$/),
  name: fc.constantFrom('Alpha Ltd', 'Beta GmbH', 'Gamma SARL'),
  first: amounts,
  second: amounts,
});
type PrintedLines = typeof printedLines extends fc.Arbitrary<infer P> ? P : never;

const print = ({ net, tax, number, name, first, second }: PrintedLines): string =>
  `${name}
Invoice number: ${number}
Invoice date: 3 April 2025
Description     Qty      Amount
Widgets           1      ${first}
Gadgets           2      ${second}
Subtotal                 ${net}
VAT                      ${tax}
Total                    ${(Number(net) + Number(tax)).toFixed(2)}`;

const values = (printed: PrintedLines) => [
  printed.number,
  '3 April 2025',
  '03/04/2025',
  printed.name,
  printed.net,
  printed.tax,
  (Number(printed.net) + Number(printed.tax)).toFixed(2),
  printed.first,
  '77.77',
  'Nobody Inc',
  null,
];

const scenario = printedLines.chain((printed) =>
  fc.record({
    printed: fc.constant(printed),
    cells: fc.array(
      fc.record({
        path: fc.constantFrom(...leaves, '$.lines[0].amount', '$.lines[0].description', '$.lines[1].quantity', '$.lines[4].amount'),
        value: fc.constantFrom(...values(printed)),
        quote: fc.constantFrom('own', 'row', null),
        page: fc.constantFrom(1, 2, null),
        confidence: fc.constantFrom<CellConfidence>('certain', 'likely', 'unsure', 'guess'),
      }),
      { maxLength: 12 },
    ),
  }),
);

const rowOf = (page: string, value: string): string => page.split('\n').find((row) => row.includes(value)) ?? value;
const reading = (
  page: string,
  given: readonly { path: string; value: string | null; quote: string | null; page: number | null; confidence: CellConfidence }[],
): readonly Cell[] =>
  given.map(({ path, value, quote, page: number, confidence }) =>
    cell(path, value, {
      page: number,
      confidence,
      quote: value === null || quote === null ? null : quote === 'row' ? rowOf(page, value) : value,
    }),
  );
const answer = (page: string, cells: readonly Cell[]) =>
  run({ document: documentOf(page), fields, tiers: [scriptedModel('reader', cells)], verify: true });

const runs = { numRuns: Number(process.env['VOUCH_RUNS'] ?? 75) };

describe('whatever is printed and whatever is read', () => {
  it('every leaf has exactly one entry, and every entry a leaf', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ printed, cells }) => {
        const outcome = await answer(print(printed), reading(print(printed), cells));
        const paths = metaOf(outcome).field_confidence.map((entry) => entry.field);
        expect(paths).toEqual(placesOf(outcome.object ?? {}));
      }),
      runs,
    );
  });

  it('a value at 0.85 or more has its page and its words, the words are on that page, and they say the value', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ printed, cells }) => {
        const page = print(printed);
        const outcome = await answer(page, reading(page, cells));
        for (const entry of metaOf(outcome).field_confidence) {
          const value = valueAt(outcome, entry.field);
          if (entry.score < 0.85 || !isStated(value)) continue;
          expect(entry.page).toBe(1);
          expect(squash(page)).toContain(squash(entry.text ?? '∅'));
          expect(says(entry.text ?? '', value)).toBe(true);
        }
      }),
      runs,
    );
  });

  it('what is under the threshold has an issue that names it', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ printed, cells }) => {
        const outcome = await answer(print(printed), reading(print(printed), cells));
        const { field_confidence: entries, issues } = metaOf(outcome);
        expect(entries.filter(({ field, score }) => score < 0.85 && !issues.some((issue) => issue.startsWith(`${field}:`)))).toEqual([]);
      }),
      runs,
    );
  });

  /** Cells of rows are doubted only where their own row does not hold: a page whose sums do not add up makes the document doubtful. */
  it('a failed check keeps the sums that it names, and the whole, under 0.85', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ printed, cells }) => {
        const outcome = await answer(print(printed), reading(print(printed), cells));
        for (const check of outcome.verification?.checks.filter(({ status }) => status === 'FAILED') ?? []) {
          expect(metaOf(outcome).confidence_score).toBeLessThanOrEqual(0.84);
          const named = metaOf(outcome).field_confidence.filter(({ field }) => check.fields.some((name) => field === `$.${name}`));
          expect(named.filter(({ field, score }) => score >= 0.85 && isStated(valueAt(outcome, field)))).toEqual([]);
        }
      }),
      runs,
    );
  });

  it('the same bytes and the same reading give the same answer, in whatever order the cells come', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ printed, cells }) => {
        const page = print(printed);
        const unique = [...new Map(reading(page, cells).map((one) => [one.path, one])).values()];
        const [forwards, backwards] = await Promise.all([answer(page, unique), answer(page, unique.toReversed())]);
        expect(JSON.stringify(forwards.object)).toBe(JSON.stringify(backwards.object));
      }),
      runs,
    );
  });

  it('a lower word of the reader never raises a score', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ printed, cells }) => {
        const page = print(printed);
        const sure = reading(page, cells).map((one) => ({ ...one, confidence: 'certain' as const }));
        const [high, low] = await Promise.all([
          answer(page, sure),
          answer(
            page,
            sure.map((one) => ({ ...one, confidence: 'unsure' as const })),
          ),
        ]);
        const before = new Map(metaOf(high).field_confidence.map(({ field, score }) => [field, score]));
        expect(metaOf(low).field_confidence.filter(({ field, score }) => score > (before.get(field) ?? 1))).toEqual([]);
      }),
      runs,
    );
  });

  it('on a page that shares no word with the reading nothing is believed', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ printed, cells }) => {
        const outcome = await answer('lorem ipsum dolor sit amet', reading(print(printed), cells));
        const believed = metaOf(outcome).field_confidence.filter(({ field, score }) => score > 0.3 && isStated(valueAt(outcome, field)));
        expect(believed).toEqual([]);
      }),
      runs,
    );
  });
});

describe('whatever a reader has proved to be worth', () => {
  const calibrated = (page: string, cells: readonly Cell[], table?: CalibrationTable) =>
    run({ document: documentOf(page), fields, tiers: [scriptedModel('reader', cells)], calibrations: table ? [table] : [] });
  const record = fc.record({
    prior: fc.double({ min: -5, max: 5, noNaN: true }),
    loudness: fc.double({ min: 0, max: 3, noNaN: true }),
  });

  it('no score passes a veto, and nothing is accepted at 0.85 for which no words can be shown', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, record, async ({ printed, cells }, drawn) => {
        const { draft } = await calibrated(print(printed), reading(print(printed), cells), tableFrom(drawn));
        const values = draft?.fields.filter(({ value }) => isStated(value)) ?? [];
        const vetoed = values.filter(({ score, caps }) => caps.some(({ name, value }) => vetoes.has(name) && score > value));
        const unshown = values.filter(({ score, text: words }) => score >= 0.85 && words === undefined);
        expect([vetoed, unshown]).toEqual([[], []]);
      }),
      runs,
    );
  });

  it('no value is believed less for a better record', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, record, fc.double({ min: 0, max: 5, noNaN: true }), async ({ printed, cells }, drawn, more) => {
        const [page, said] = [print(printed), reading(print(printed), cells)];
        const [before, after] = await Promise.all(
          [drawn, { ...drawn, prior: drawn.prior + more }].map((one) => calibrated(page, said, tableFrom(one))),
        );
        const was = new Map(before?.draft?.fields.map(({ path, score }) => [path, score]));
        expect(after?.draft?.fields.filter(({ path, score }) => score < (was.get(path) ?? 0))).toEqual([]);
      }),
      runs,
    );
  });

  it('what is under the threshold has an issue that names it', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, record, async ({ printed, cells }, drawn) => {
        const outcome = await calibrated(print(printed), reading(print(printed), cells), tableFrom(drawn));
        const { field_confidence: entries, issues } = metaOf(outcome);
        expect(entries.filter(({ field, score }) => score < 0.85 && !issues.some((issue) => issue.startsWith(`${field}:`)))).toEqual([]);
      }),
      runs,
    );
  });
});

/** All findings about all fields, so many times as loud as unmeasured, and the prior of the reader. */
const tableFrom = ({ prior, loudness }: { readonly prior: number; readonly loudness: number }): CalibrationTable =>
  tableOf(
    weighedNames.map((cap) => ({ cap, weight: unmeasuredWeight({ name: cap }) * loudness })),
    { priors: fieldFamilies.map((field) => priorOf(prior, { field })) },
  );

/** An independent check: the words contain the value as printed. */
function says(words: string, value: unknown): boolean {
  if (typeof value === 'number') return words.split(/\s+/).some((word) => Number(word.replaceAll(',', '')) === value);
  if (value === '2025-04-03') return /3 April 2025|03\/04\/2025/.test(words);
  return fold(words).includes(fold(String(value)));
}

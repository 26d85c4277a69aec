import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isUnopposed } from '../../../core/evidence/scoring/caps.js';
import type { Outcome } from '../../../core/index.js';
import type { FaultExhibit } from '../../kit/exhibit.js';
import { recheck } from '../../support/independent-recheck.js';
import { metaOf } from '../builders.js';
import { secret } from './support/edits.js';
import { exhibitsOfAllLayouts } from './support/exhibits.js';
import { isStated, placesOf, valueAt } from './support/places.js';
import { patience, runs } from './support/runs.js';
import { answer, type EngineInput, inputOf, scenario } from './support/scenario.js';

let exhibits: readonly FaultExhibit[];
beforeAll(async () => {
  exhibits = await exhibitsOfAllLayouts();
});

/** Holds what every answer must keep, to whatever is read from whatever document. */
const always = (violations: (outcome: Outcome, input: EngineInput) => readonly unknown[]) =>
  fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const input = await inputOf(given, exhibits);
      expect(violations(await answer(input), input)).toEqual([]);
    }),
    runs(50),
  );

/** The numbers are those of this folder's README. */
describe('whatever is read from a generated document', () => {
  it('1: every leaf has exactly one entry, and every entry a leaf', { timeout: patience }, () =>
    always((outcome) => {
      const [places, entries] = [placesOf(outcome.object ?? {}), metaOf(outcome).field_confidence.map(({ field }) => field)];
      return JSON.stringify(places) === JSON.stringify(entries) ? [] : [{ places, entries }];
    }),
  );

  it('2: a value at 0.85 or more has its page and its words, the page prints them, and they say the value', { timeout: patience }, () =>
    always((outcome, { document: { pages } }) =>
      metaOf(outcome).field_confidence.filter(({ field, score, page, text }) => {
        const value = valueAt(outcome, field);
        if (score < 0.85 || value === undefined || !isStated(value)) return false;
        if (page === undefined || text === undefined) return true;
        const found = recheck({ value, page, text }, pages);
        return 'problem' in found || found.match.how === 'concluded';
      }),
    ),
  );

  it('3: what holds a value under the threshold is an issue that names the value', { timeout: patience }, () =>
    always((outcome, { threshold }) => {
      const { issues } = metaOf(outcome);
      return (outcome.draft?.fields ?? [])
        .filter(({ score }) => score < threshold)
        .flatMap(({ path, caps }) => {
          const about = issues.filter((issue) => issue.startsWith(`${path}: `));
          // The reader's word is left out where the page says the same, and what has one heading, such as "Not present: ", is one issue.
          const reasons = caps
            .filter((cap) => cap.value < threshold && !isUnopposed(cap) && !cap.name.startsWith('model.'))
            .map(({ reason }) => reason.replace(/^[^:"]*: /, ''));
          return [
            ...reasons.filter((reason) => !about.some((issue) => issue.endsWith(reason) || issue.includes(`${reason}; `))),
            ...(issues.some((issue) => issue.startsWith(`${path}: `)) ? [] : [path]),
          ];
        });
    }),
  );

  it('3: what nobody can see is told as what a reader says or as hidden, never as what a page says', { timeout: patience }, () =>
    always((outcome) =>
      [...metaOf(outcome).issues, ...metaOf(outcome).field_confidence.map(({ reason }) => reason)].filter(
        (said) => !said.includes('hidden') && mentions(said.replaceAll(quoting, ''), secret),
      ),
    ),
  );

  /** A page whose own sums do not add up makes the checks fail and the document doubtful, not every cell of it. */
  it(
    '4: a failed check keeps the sums that it names, and the whole, under 0.85, and each amount whose own row does not hold',
    {
      timeout: patience,
    },
    () =>
      always((outcome) => {
        const failed = outcome.verification?.checks.filter(({ status }) => status === 'FAILED') ?? [];
        const { confidence_score: whole, field_confidence: entries } = metaOf(outcome);
        const named = new Set(failed.flatMap(({ fields }) => fields).map((name) => `$.${name}`));
        const isHeld = ({ field }: { readonly field: string }): boolean =>
          named.has(field) || (named.has(field.replace(/\[.*/, '')) && field.endsWith('.amount') && !rowHolds(outcome, field));
        return [
          ...entries.filter((entry) => isHeld(entry) && entry.score >= 0.85 && isStated(valueAt(outcome, entry.field))),
          ...(failed.length > 0 && whole > 0.84 ? [{ whole }] : []),
        ];
      }),
  );
});

/** Whether the amount of a row is its quantity times its unit price, as far as prices of whole cents allow. */
function rowHolds(outcome: Outcome, path: string): boolean {
  const [amount, quantity, price] = ['amount', 'quantity', 'unit_price'].map((name) => valueAt(outcome, path.replace(/amount$/, name)));
  if (typeof amount !== 'number' || typeof quantity !== 'number' || typeof price !== 'number') return false;
  return Math.abs(quantity * price - amount) <= 0.01 + Math.abs(quantity) * 0.005;
}

/** What an issue lays in the mouth of a reader, or of a part of the file that is no page; a field reads what its reader said. */
const quoting = /(?:(?:reader|second|witness) read|the data embedded as XML say|^\$\S+ reads) (?:"[^"]*"|\S+)/g;
const mentions = (said: string, { name, amount }: typeof secret): boolean =>
  [name, amount, amount.replace(',', '')].some((text) => said.includes(text));

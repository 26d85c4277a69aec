import { describe, expect, it } from 'vitest';
import { type Appraisal, type CatchStandard, isCaught, watched } from '../../kit/fault.js';
import { randomOf } from '../../kit/random.js';
import { type FaultSheet, leavesOf, withHeader } from '../../kit/sheet.js';
import { typedExhibit } from './typed-exhibit.js';

const exhibit = typedExhibit();

/** An appraisal in which every value scores 0.95 except the given ones. */
function appraisal(sheet: FaultSheet, scores: Readonly<Record<string, number>> = {}, more: Partial<Appraisal['draft']> = {}): Appraisal {
  const fields = leavesOf(sheet).map(({ path, mark }) => ({
    path,
    value: mark.value,
    score: scores[path] ?? 0.95,
    reason: '',
    caps: [],
    family: 'money' as const,
    ...(mark.quote !== null && { page: 1, text: mark.quote }),
  }));
  return { draft: { data: {}, family: 'native', fields, shadow: [], confidence: 0.9, issues: [], ...more }, checks: [] };
}

function caught(standard: CatchStandard, targets: readonly string[], seen: Appraisal, sheet: FaultSheet = exhibit.sheet): boolean {
  return isCaught({ sheet, targets }, standard, { appraisal: seen, right: appraisal(exhibit.sheet), exhibit, threshold: 0.85 });
}

describe('a fault is caught', () => {
  it('when a target is below the threshold, not when another field is', () => {
    expect(caught('leaves', ['$.total'], appraisal(exhibit.sheet, { '$.total': 0.84 }))).toBe(true);
    expect(caught('leaves', ['$.total'], appraisal(exhibit.sheet, { '$.total': 0.85, '$.tax': 0.3 }))).toBe(false);
  });

  it('when a policy holds the document, unless it holds the right one, too', () => {
    const held = { ...appraisal(exhibit.sheet), checks: [{ type: 'OWN', status: 'FAILED', policy: 'hold' }] } as unknown as Appraisal;
    expect(caught('leaves', ['$.total'], held)).toBe(true);
    const terms = { appraisal: held, right: held, exhibit, threshold: 0.85 };
    expect(isCaught({ sheet: exhibit.sheet, targets: ['$.total'] }, 'leaves', terms)).toBe(false);
  });

  it('of the rows when any row or the subtotal is', () => {
    expect(caught('lines', [], appraisal(exhibit.sheet, { '$.line_items[2].amount': 0.6 }))).toBe(true);
    expect(caught('lines', [], appraisal(exhibit.sheet, { '$.subtotal': 0.84 }))).toBe(true);
    expect(caught('lines', [], appraisal(exhibit.sheet, { '$.total': 0.3 }))).toBe(false);
  });

  it('of tax-inclusive lines also when their sum cannot be verified', () => {
    const check = { type: 'VERTICAL_SUM', status: 'CANNOT_VERIFY' } as Appraisal['checks'][number];
    expect(caught('tax', [], { ...appraisal(exhibit.sheet), checks: [check] })).toBe(true);
    expect(caught('lines', [], { ...appraisal(exhibit.sheet), checks: [check] })).toBe(false);
  });
});

describe('a wrong page is caught', () => {
  const { total } = exhibit.sheet.header;
  const cited = withHeader(exhibit.sheet, total ? { total: { ...total, page: 2 } } : {});
  const issues = ['$.total: page corrected: found on page 1, not on 2'];

  it('when the page is corrected and an issue says so', () => {
    expect(caught('page', ['$.total'], appraisal(cited, {}, { issues }), cited)).toBe(true);
  });

  it('not without an issue', () => {
    expect(caught('page', ['$.total'], appraisal(cited), cited)).toBe(false);
  });

  it('not by doubting a value that is right', () => {
    expect(caught('page', ['$.total'], appraisal(cited, { '$.total': 0.5 }, { issues }), cited)).toBe(false);
  });
});

it('watches a misread cell of a row by the rows and the subtotal', () => {
  const paths = watched({ sheet: exhibit.sheet, targets: ['$.line_items[0].amount'] }, 'leaves').map(({ path }) => path);
  expect(paths).toHaveLength(13);
  expect(paths).toContain('$.subtotal');
});

const draws = (...names: readonly string[]) => {
  const random = randomOf(1, ...names);
  return Array.from({ length: 20 }, () => random.below(1000));
};

it('draws the same for the same seed and names', () => {
  expect(draws('a', 'b')).toEqual(draws('a', 'b'));
});

it('draws another row for another name', () => {
  expect(draws('a', 'b')).not.toEqual(draws('a', 'c'));
});

it('stays below its limit and reaches every number below it', () => {
  const random = randomOf(3);
  expect(new Set(Array.from({ length: 200 }, () => random.below(4)))).toEqual(new Set([0, 1, 2, 3]));
});

it('shuffles without losing or adding', () => {
  const list = Array.from({ length: 30 }, (_, at) => at);
  const shuffled = randomOf(5).shuffled(list);
  expect(shuffled).not.toEqual(list);
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(list);
});

it('picks nothing from nothing', () => {
  expect(randomOf(1).pick([])).toBeUndefined();
});

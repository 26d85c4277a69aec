import { describe, expect, it } from 'vitest';
import {
  type Checkable,
  decimal,
  type Finding,
  type NeededField,
  type RuleContext,
  type StatedFinding,
  unknown,
} from '../../../core/index.js';
import { cell, day, documentOf, entryOf, metaOf, money, type RunQuestion, ruleOf, run, scriptedModel, text } from '../builders.js';

const page = `Invoice number AB-77
Invoice date 2026-03-02
Due date 2026-02-01
Seller Brightwater Ltd
Cost centre 4711
Total 120.00`;
const quoted = (path: string, value: string) => cell(path, value, { quote: page.split('\n').find((row) => row.includes(value)) ?? value });
const cells = [
  quoted('$.issue_date', '2026-03-02'),
  quoted('$.due_date', '2026-02-01'),
  quoted('$.seller_name', 'Brightwater Ltd'),
  quoted('$.total', '120.00'),
];
const fields = { issue_date: day, due_date: day, seller_name: text, total: money };

type Check = (result: Checkable, context: RuleContext) => readonly Finding[] | Promise<readonly Finding[]>;

/** Runs the page through an engine whose only rule is this one. */
const checked = (check: Check, more: Partial<RunQuestion> & { readonly needs?: readonly NeededField[] } = {}) => {
  const { needs = [], ...question } = more;
  return run({
    document: documentOf(page),
    fields,
    tiers: [scriptedModel('reader', cells)],
    rules: [ruleOf({ type: 'OWN', needs, check: async (result, context) => check(result, context) })],
    verify: true,
    ...question,
  });
};

const stated = (more: Partial<StatedFinding>): StatedFinding => ({
  kind: 'predicate',
  fields: ['due_date'],
  holds: false,
  expected: 'on or after 2026-03-02',
  actual: '2026-02-01',
  ...more,
});
const scoreOf = async (field: string, findings: readonly Finding[]) => entryOf(await checked(() => findings), field).score;

describe('a statement about fields', () => {
  it('says in words what was expected and what was seen, without a delta', async () => {
    const { verification } = await checked(() => [stated({})]);
    const [check] = verification?.checks ?? [];
    expect(check).toMatchObject({ status: 'FAILED', fields: ['due_date'], expected: 'on or after 2026-03-02', actual: '2026-02-01' });
    expect(check).not.toHaveProperty('delta');
  });

  it('is an issue where it fails', async () => {
    expect(metaOf(await checked(() => [stated({})])).issues).toContain('OWN: due_date should be on or after 2026-03-02, not 2026-02-01');
  });

  it('cannot be verified where nobody knows whether it holds', async () => {
    const { verification } = await checked(() => [stated({ holds: null, actual: null, note: 'OWN: the list was not there' })]);
    expect(verification).toMatchObject({ status: 'CANNOT_VERIFY', checks: [{ actual: null }] });
  });

  it('weighs as much against a value as its strength says', async () => {
    const plain = await scoreOf('$.due_date', []);
    const weak = await scoreOf('$.due_date', [stated({ strength: 'weak' })]);
    const strong = await scoreOf('$.due_date', [stated({})]);
    const veto = await scoreOf('$.due_date', [stated({ strength: 'veto' })]);
    expect([plain > weak, weak > strong, strong > veto, veto <= 0.3]).toEqual([true, true, true, true]);
  });

  it('says nothing for a value if it holds: most wrong dates are in their order, too', async () => {
    expect(await scoreOf('$.due_date', [stated({ holds: true })])).toBe(await scoreOf('$.due_date', []));
  });

  it.each(['known', 'together'] as const)('lifts a value that is %s', async (kind) => {
    const known = stated({ kind, fields: ['seller_name'], holds: true, expected: 'in the list of vendors', actual: 'Brightwater Ltd' });
    expect(await scoreOf('$.seller_name', [known])).toBeGreaterThan(await scoreOf('$.seller_name', []));
  });

  it('does not lift a known value that is not printed', async () => {
    const tiers = [scriptedModel('reader', [cell('$.seller_name', 'Northwind Ltd')])];
    const known = stated({ kind: 'known', fields: ['seller_name'], holds: true });
    const score = async (findings: readonly Finding[]) => entryOf(await checked(() => findings, { tiers }), '$.seller_name').score;
    expect(await score([known])).toBe(await score([]));
  });

  it('names its candidate where the page prints it, and only there', async () => {
    const issues = async (value: string) =>
      metaOf(await checked(() => [stated({ candidate: { field: 'due_date', value } })])).issues.filter((issue) =>
        issue.includes('stands on'),
      );
    expect(await issues('2026-03-02')).toEqual(['$.due_date: reads 2026-02-01; 2026-03-02 stands on page 1 and would make OWN hold']);
    expect(await issues('2026-05-02')).toEqual([]);
  });
});

it('a yes or no of a rule is none of amounts: what fails on yen fails', async () => {
  const yen = documentOf('Total JPY 132,000');
  const tiers = [scriptedModel('reader', [cell('$.total', '132,000', { quote: 'Total JPY 132,000' })])];
  const { verification } = await checked(() => [stated({ fields: ['total'], expected: true, actual: false })], { document: yen, tiers });
  expect(verification).toMatchObject({ status: 'FAILED', checks: [{ expected: true, actual: false }] });
});

it('a statement in plain JavaScript that is none cannot be verified, and its author is told why', async () => {
  const wrong = [
    stated({ holds: 'yes' as never }),
    stated({ actual: 12 as never }),
    stated({ kind: 'guess' as never }),
    stated({ strength: 'total' as never }),
    stated({ policy: 'total' as never }),
    stated({ note: 5 as never }),
    stated({ candidate: { field: 'total', value: 5 as never } }),
  ];
  const told = await Promise.all(
    wrong.map(async (one) => metaOf(await checked(() => [one])).issues.find((issue) => issue.startsWith('the rule'))),
  );
  expect(told).toEqual([
    'the rule OWN failed ("holds" is neither true, false nor null)',
    'the rule OWN failed ("actual" is no text, amount, yes, no or null: make a number with decimal())',
    'the rule OWN failed (its "kind" is none of amounts, predicate, known, together)',
    'the rule OWN failed (its "strength" is none of veto, strong, weak)',
    'the rule OWN failed (its "policy" is none of hold, reread)',
    'the rule OWN failed (its "note" is no text)',
    'the rule OWN failed (its "candidate" is no {field, value} with a text or an amount)',
  ]);
});

describe('a policy that fails', () => {
  const policy = (given: StatedFinding['policy']) => [stated({ ...(given && { policy: given }), strength: 'veto' })];
  const twoTiers = () => [scriptedModel('reader', cells), scriptedModel('second', cells)];

  it('holds the document and lowers no score', async () => {
    const held = await checked(() => policy('hold'), { required: ['due_date'] });
    const plain = await checked(() => [], { required: ['due_date'] });
    expect(held.held).toEqual(['OWN']);
    expect(metaOf(held)).toEqual({
      ...metaOf(plain),
      issues: [...metaOf(plain).issues, expect.stringContaining('OWN: due_date should be')],
    });
    expect(held.verification?.status).toBe('FAILED');
  });

  it('does not have the document read again', async () => {
    const { metadata } = await checked(() => policy('hold'), { tiers: twoTiers() });
    expect(metadata).toMatchObject({ credits: 1, fallbackTriggered: false });
  });

  it('has it read again where its rule says that a misreading may be the cause', async () => {
    const { metadata, doubted } = await checked(() => policy('reread'), { tiers: twoTiers() });
    expect(metadata).toMatchObject({ credits: 3, fallbackTriggered: true });
    expect(doubted).toEqual([{ path: '$', cause: 'policy' }]);
  });

  it('holds nothing where it cannot be verified', async () => {
    expect((await checked(() => [stated({ policy: 'hold', holds: null })])).held).toBeUndefined();
  });

  it('of amounts says nothing about their reading either', async () => {
    const limit = { fields: ['total'], expected: decimal(100), actual: decimal(120), policy: 'hold' } as const;
    const [held, plain] = [await checked(() => [limit]), await checked(() => [])];
    expect(entryOf(held, '$.total')).toEqual(entryOf(plain, '$.total'));
    expect(metaOf(held).confidence_score).toBe(metaOf(plain).confidence_score);
  });
});

describe('what a rule gets', () => {
  const seen = async (look: (result: Checkable, context: RuleContext) => unknown, more: Parameters<typeof checked>[1] = {}) => {
    let found: unknown;
    await checked((result, context) => {
      found = look(result, context);
      return [];
    }, more);
    return found;
  };

  it.each(['due_date', '$.due_date'])('a date by %s', async (name) => {
    expect(await seen((result) => result.date(name))).toBe('2026-02-01');
  });

  it('a day of a field that asks for a text', async () => {
    const document = documentOf('Due 2 March 2026');
    const tiers = [scriptedModel('reader', [cell('$.payable', '2 March 2026', { quote: 'Due 2 March 2026' })])];
    expect(await seen((result) => result.date('payable'), { document, fields: { payable: text }, tiers })).toBe('2026-03-02');
  });

  it('a text by its concept, whatever the field is called', async () => {
    const tiers = [scriptedModel('reader', [quoted('$.from.supplier_name', 'Brightwater Ltd')])];
    const from = { type: 'object', properties: { supplier_name: text } };
    expect(await seen((result) => result.values('seller_name'), { fields: { from }, tiers })).toMatchObject([
      { field: 'from.supplier_name', value: 'Brightwater Ltd', origin: 'schema' },
    ]);
  });

  it('a number as an exact amount, and nothing for what is not printed', async () => {
    expect(await seen((result) => [result.number('total'), result.number('tax')])).toEqual([decimal(120), unknown]);
  });

  it('a described field that the schema lacks, which is never returned', async () => {
    const tier = scriptedModel('reader', async ({ fields: asked }) => ({
      cells: asked.flatMap(({ path }) =>
        path === '$shadow.cost_centre' ? [quoted(path, '4711')] : cells.filter((one) => one.path === path),
      ),
    }));
    let centre: unknown;
    const outcome = await checked(
      (result) => {
        centre = result.text('cost_centre');
        return [];
      },
      { tiers: [tier], needs: [{ name: 'cost_centre', description: 'Who pays' }], verify: false },
    );
    expect(centre).toBe('4711');
    expect(tier.tasks[0]?.fields.at(-1)).toMatchObject({ names: ['cost_centre'], type: 'string', description: 'Who pays', shadow: true });
    expect(Object.keys(outcome.object ?? {})).toEqual([...Object.keys(fields), '_meta']);
  });

  it('dates and texts of concepts that the schema lacks, each with its type', async () => {
    const tier = scriptedModel('reader', cells);
    await checked(() => [], {
      tiers: [tier],
      fields: { total: money },
      needs: [{ name: 'due_date' }, { name: 'seller_name' }, { name: 'tax' }],
    });
    expect(tier.tasks[0]?.fields.slice(1)).toMatchObject([
      { path: '$shadow.due_date', type: 'string', format: 'date' },
      { path: '$shadow.seller_name', type: 'string' },
      { path: '$shadow.tax', type: 'number' },
    ]);
  });
});

describe('how often and how long a rule is asked', () => {
  it('once a reading, however often sums are tried with other amounts', async () => {
    let calls = 0;
    const wrong = `Subtotal 100.00\nTax 20.00\nTotal 150.00\n${Array.from({ length: 12 }, (_, at) => `Item ${at} 170.00`).join('\n')}`;
    const own = [cell('$.subtotal', '100.00', { quote: 'Subtotal 100.00' }), cell('$.total', '150.00', { quote: 'Total 150.00' })];
    const count = () => {
      calls += 1;
      return [];
    };
    const fresh = { subtotal: money, total: money };
    await checked(count, { document: documentOf(wrong), fields: fresh, tiers: [scriptedModel('reader', own)] });
    expect(calls).toBe(1);
  });

  it('for a share of the time: one that never ends cannot verify, and the answer comes', async () => {
    const outcome = await checked(() => new Promise<never>(() => {}), { deadlineMs: 600 });
    expect(outcome).toMatchObject({ object: { total: 120 }, verification: { status: 'CANNOT_VERIFY' } });
    expect(metaOf(outcome).issues).toContain('the rule OWN failed (it took longer than 30 % of the remaining time)');
  });
});

import { describe, expect, it } from 'vitest';
import { holds } from '../../../../server/cli/audit/audit.js';
import { answer, audited, type Editable, type EditableEntry, entry, refuted } from './saved-answer.js';

async function edited(edit: (body: Editable) => void) {
  const body = await answer();
  edit(body);
  return refuted(await audited(body));
}

describe('an answer that nobody edited', () => {
  it('has one finding for each field, check and claim, and all of them hold', async () => {
    const found = await audited(await answer());
    expect(refuted(found)).toEqual({});
    expect(holds(found)).toBe(true);
    expect(found.fields).toHaveLength(14);
    expect(entry(await answer(), '$.total').boxes).toHaveLength(1);
    expect(found.checks.map(({ about }) => about)).toEqual([
      'HORIZONTAL_SUM total, subtotal, tax',
      'VERTICAL_SUM subtotal, line_items',
      'verification',
    ]);
  });

  it('holds when only its object was saved', async () => {
    const { object } = await answer();
    expect(refuted(await audited({ ...object } as never))).toEqual({});
  });

  it('holds without its schema, as far as that can be checked', async () => {
    expect(refuted(await audited(await answer(), { schema: null }))).toEqual({});
  });
});

describe('an edited answer fails', () => {
  // biome-ignore format: a table
  it.each<[string, string, RegExp, (body: Editable) => void]>([
    ['with another digit in a value', '$.total', /do not say the value/, ({ object }) => { object['total'] = 61; }],
    ['with another digit in a value and its words', '$.total', /not on page 1/, (body) => { body.object['total'] = 61; entry(body, '$.total').text = 'Total 61.00'; }],
    ['with another value and words that are elsewhere on the page', '$.total', /is too high/, (body) => { body.object['total'] = 55; entry(body, '$.total').text = 'Paid in advance 55.00'; delete entry(body, '$.total').boxes; }],
    ['with another page', '$.total', /not on page 2, but on page 1/, (body) => { entry(body, '$.total').page = 2; }],
    ['with a page that is not there', '$.total', /no page 7/, (body) => { entry(body, '$.total').page = 7; }],
    ['with a box on another line', '$.total', /box on page 1 around other words/, (body) => { entry(body, '$.total').boxes = entry(body, '$.tax').boxes ?? []; }],
    ['with a box around nothing', '$.total', /box on page 1 with no words/, (body) => { entry(body, '$.total').boxes = [{ page: 1, x: 0.9, y: 0.97, w: 0.05, h: 0.02 }]; }],
    ['with a box on a page that is not there', '$.total', /there is no page 7/, (body) => { entry(body, '$.total').boxes = [{ page: 7, x: 0, y: 0, w: 1, h: 1 }]; }],
    ['with a higher score', '$.due_date', /0\.95 is too high/, (body) => { entry(body, '$.due_date').score = 0.95; }],
    ['with a score that is none', '$.total', /not from 0 to 1/, (body) => { entry(body, '$.total').score = 1.5; }],
    ['with a higher confidence', 'confidence_score', /least sure required field/, ({ object }) => { object._meta.confidence_score = 0.99; }],
    ['with two confidences', 'confidence_score', /metadata says 0\.99/, ({ metadata }) => { metadata.confidence_score = 0.99; }],
    ['with one more field', '$.iban', /has no entry/, ({ object }) => { object['iban'] = 'DE1'; }],
    ['with one field less', '$.tax', /the schema has it/, ({ object }) => { delete object['tax']; object._meta.field_confidence = object._meta.field_confidence.filter(({ field }) => field !== '$.tax'); }],
    ['with a value of another type', '$.total', /no number/, ({ object }) => { object['total'] = '60.00'; }],
    ['with an entry less', '$.tax', /has no entry/, ({ object }) => { object._meta.field_confidence = object._meta.field_confidence.filter(({ field }) => field !== '$.tax'); }],
    ['with an entry twice', '$.tax', /2 entries/, (body) => { body.object._meta.field_confidence.push(entry(body, '$.tax')); }],
    ['with an entry for nothing', '$.tip', /no such field/, (body) => { body.object._meta.field_confidence.push({ ...entry(body, '$.tax'), field: '$.tip' }); }],
    ['with a value taken out', '$.tax', /evidence, but no value/, ({ object }) => { object['tax'] = null; }],
    ['with a value and its words taken out', '$.tax', /too high|an issue is missing/, (body) => { body.object['tax'] = null; delete entry(body, '$.tax').text; delete entry(body, '$.tax').page; }],
    ['with its words taken out', '$.tax', /no evidence/, (body) => { delete entry(body, '$.tax').text; }],
    ['with the cell of another row', '$.line_items[0].amount', /do not say the value/, ({ object }) => { (object.line_items[0] ?? {})['amount'] = 30; }],
    ['with a check that passed and failed', 'HORIZONTAL_SUM total, subtotal, tax', /passed: true/, ({ verification }) => { verification.checks_run = verification.checks_run.map((check, at) => (at === 0 ? { ...check, status: 'FAILED' } : check)); }],
    ['with a check that failed', 'HORIZONTAL_SUM total, subtotal, tax', /computed again it is PASSED/, ({ verification }) => { verification.checks_run = verification.checks_run.map((check, at) => at === 0 ? { ...check, status: 'FAILED', passed: false } : check, ); }],
    ['with other numbers in a check', 'HORIZONTAL_SUM total, subtotal, tax', /delta is not/, ({ verification }) => { verification.checks_run = verification.checks_run.map((check, at) => (at === 0 ? { ...check, expected: 61 } : check)); }],
    ['with a check less', 'VERTICAL_SUM subtotal, line_items', /does not report it/, ({ verification }) => { verification.checks_run.pop(); }],
    ['with another status of all', 'verification', /by its checks it is PASSED/, ({ verification }) => { verification.status = 'PARTIAL'; }],
    ['with other counts', 'verification', /2 passed/, ({ verification }) => { verification.checks_passed = 3; }],
  ])('%s', async (_, about, why, edit) => {
    const found = await edited(edit);
    expect(Object.keys(found)).toContain(about);
    expect(found[about]).toMatch(why);
  });

  it('with two values exchanged, and with two cells exchanged whole', async () => {
    const values = await edited(({ object }) => {
      Object.assign(object, { subtotal: object['total'], total: object['subtotal'] });
    });
    expect(Object.keys(values)).toEqual(expect.arrayContaining(['$.subtotal', '$.total']));
    const cells = await edited((body) => {
      const [net, gross] = [entry(body, '$.subtotal'), entry(body, '$.total')];
      Object.assign(body.object, { subtotal: body.object['total'], total: body.object['subtotal'] });
      [net.field, gross.field] = [gross.field, net.field];
    });
    expect(Object.keys(cells)).toEqual(expect.arrayContaining(['$.subtotal', '$.total']));
  });

  it('with a row taken out', async () => {
    const found = await edited(({ object, verification }) => {
      object.line_items.pop();
      object._meta.field_confidence = object._meta.field_confidence.filter(({ field }) => !field.startsWith('$.line_items[1]'));
      verification.checks_run.pop();
      verification.checks_passed = 1;
    });
    expect(Object.keys(found)).toEqual(expect.arrayContaining(['$.subtotal', 'VERTICAL_SUM subtotal, line_items']));
  });
});

describe('an answer to a document whose sums do not hold', () => {
  const wrong = `Invoice AB-77\nInvoice date 12 March 2026\nApples     2          10.00   20.00\nPears      3          10.00   30.00
Subtotal 50.00\nVAT 20% 10.00\nTotal 65.00`;

  it('cannot be had by editing one of a document whose sums do', async () => {
    expect(Object.keys(refuted(await audited(await answer(), { printed: wrong })))).toContain('$.total');
  });
});

it('notices that an issue was deleted', async () => {
  const document = 'Invoice AB-77\nInvoice date 12 March 2026\nDue date 12 May 2026';
  const found = refuted(await audited(await answer(), { printed: document }));
  expect(found['$.due_date']).toMatch(/is too high: Not present: but.*an issue is missing: Not present/);
});

it('refutes nearly everything in the answer to another document', async () => {
  const found = refuted(await audited(await answer(), { printed: 'A letter, and no invoice at all' }));
  expect(Object.keys(found)).toEqual(expect.arrayContaining(['$.invoice_number', '$.issue_date', '$.subtotal', '$.tax', '$.total']));
});

it('rejects a document without text', async () => {
  await expect(audited(await answer(), { printed: '' })).rejects.toThrow('no text layer');
});

describe('a check of values that the caller did not ask for', () => {
  it('is neither confirmed nor refuted', async () => {
    const { object, verification, metadata } = await answer();
    const { invoice_number, issue_date, due_date, total, _meta } = object;
    const kept = new Set(['$.invoice_number', '$.issue_date', '$.due_date', '$.total']);
    const less = {
      object: {
        invoice_number,
        issue_date,
        due_date,
        total,
        _meta: { ..._meta, field_confidence: _meta.field_confidence.filter(({ field }) => kept.has(field)) },
      },
      metadata,
      verification: { ...verification, checks_run: verification.checks_run.slice(0, 1), checks_passed: 1 },
    };
    const found = await audited(less as never, { schema: null });
    expect(refuted(found)).toEqual({});
    expect(found.checks[0]).toMatchObject({ verdict: 'unknown', problems: ['it needs values that the result does not hold'] });
  });

  it('is known by its rule, also where its rows were read only for the check', async () => {
    const { object, verification, metadata } = await answer();
    const { subtotal, _meta } = object;
    const own = { ..._meta, field_confidence: _meta.field_confidence.filter(({ field }) => field === '$.subtotal') };
    const vertical = { ...verification, checks_run: verification.checks_run.slice(1, 2), checks_passed: 1 };
    const checkOf = async (type: string) => {
      const checks_run = vertical.checks_run.map((check) => ({ ...check, type }));
      const found = await audited({ object: { subtotal, _meta: own }, metadata, verification: { ...vertical, checks_run } } as never, {
        schema: null,
      });
      return found.checks.find(({ about }) => about.startsWith(type));
    };
    expect(await checkOf('VERTICAL_SUM')).toMatchObject({
      verdict: 'unknown',
      problems: ['it needs values that the result does not hold'],
    });
    expect(await checkOf('OWN_SUM')).toMatchObject({ verdict: 'unknown', problems: ['no configured rule makes this check'] });
  });
});

it('accepts words that print a text only roughly', async () => {
  const body = await answer();
  body.object['invoice_number'] = 'Fresh fruit from our gardens daily';
  Object.assign(entry(body, '$.invoice_number'), {
    score: 0.9,
    reason: 'Partially obscured: 6 of 7 words in order',
    text: 'Fresh fruit from our own gardens daily',
    boxes: [],
  });
  const printed = 'Invoice date 12 March 2026\nInvoice number: Fresh fruit from our own gardens daily';
  expect(refuted(await audited(body, { printed }))['$.invoice_number']).toBeUndefined();
  entry(body, '$.invoice_number').text = 'Fresh fruit from other gardens';
  expect(refuted(await audited(body, { printed }))['$.invoice_number']).toMatch(/not on page 1/);
});

describe('an answer with evidence', () => {
  const withEvidence = () => answer(['boxes', 'evidence']);

  it('holds if nobody edited it', async () => {
    const body = await withEvidence();
    expect(entry(body, '$.total').evidence?.findings.length).toBeGreaterThan(4);
    expect(refuted(await audited(body))).toEqual({});
  });

  // biome-ignore format: a table
  it.each<[string, RegExp, (given: EditableEntry) => void]>([
    ['with another score', /the score is 0\.91, but its findings give 0\.9\d/, (given) => { given.score = 0.91; }],
    ['with another weight', /but its findings give 0\.\d+/, ({ evidence }) => { Object.assign(evidence?.findings[0] ?? {}, { weight: -3 }); }],
    ['with another prior', /but its findings give 0\.\d+/, ({ evidence }) => { Object.assign(evidence ?? {}, { prior: -3 }); }],
    ['with a finding more', /but its findings give 0\.5/, ({ evidence }) => { evidence?.findings.push({ name: 'document.several', says: 'Several documents', weight: 0, at_most: 0.5 }); }],
  ])('fails %s', async (_, why, edit) => {
    const body = await withEvidence();
    edit(entry(body, '$.total'));
    expect(refuted(await audited(body))['$.total']).toMatch(why);
  });
});

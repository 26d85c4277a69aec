import { describe, expect, it } from 'vitest';
import { ambiguousDate, brokenSum, hiddenTotals, taxInclusive, twoPages } from '../fixtures/documents.js';
import { invoiceDocx } from '../fixtures/docx/invoice-docx.js';
import { buildInvoice, type Invoice } from '../fixtures/invoice/invoice.js';
import { at, rawPdf } from '../plugins/converters/raw-pdf.js';
import type { FieldSchema, ObjectSchema } from './follows.js';
import { about, but, type FieldName, readingOf, schemaOf } from './reading.js';
import { openService, type ServiceQuestion } from './service.js';

const service = await openService();
const local = await openService({ tiers: ['local'] });

const invoice = buildInvoice();
const asked = await about(invoice, 'invoice_number', 'total');
const { file, schema, reading } = asked;
const docx = await invoiceDocx(invoice);

const object = (properties: Readonly<Record<string, FieldSchema>>, required?: readonly string[]): ObjectSchema => ({
  type: 'object',
  properties,
  ...(required && { required }),
});
const string = { type: 'string' } as const;
const refused = async (given: string) => {
  const { status, body } = await service.extract({ ...asked, schema: given });
  return [status, body.detail];
};

describe('2. Resources and their fields', () => {
  it('the service keeps no caller-visible stored resources', async () => {
    const first = await service.extract(asked);
    const second = await service.extract(asked);
    expect(Object.keys(first.body)).toEqual(['object', 'metadata']);
    expect(first.headers).not.toHaveProperty('location');
    expect(second.body.object).toEqual(first.body.object);
  });
});

describe('2.1 Extraction request parameters (multipart/form-data)', () => {
  it('file: required', async () => {
    const { status, body } = await service.extract({ schema });
    expect([status, body.detail]).toEqual([400, 'file is required: one PDF or DOCX document, sent as a file']);
  });

  it.each([
    ['PDF', file],
    ['DOCX', docx],
  ])('file: a %s', async (_, bytes) => {
    const { status, body } = await service.extract({ ...asked, file: bytes });
    expect([status, body.object.total]).toEqual([200, 650.4]);
  });

  it('file: at most 10 MB', async () => {
    const { status } = await service.extract({ file: Buffer.alloc(10_485_761, '%PDF-'), schema });
    expect(status).toBe(413);
  });

  it('output_schema: required', async () => {
    const { status, body } = await service.extract({ file });
    expect([status, body.detail]).toEqual([400, 'output_schema is required: a JSON Schema as a string']);
  });

  it('output_schema: a JSON Schema serialized as a string', async () => {
    const { body } = await service.extract({ ...asked, schema: JSON.stringify(schema, undefined, 2) });
    expect(body.object).toMatchObject({ invoice_number: 'AF-2025-0318', total: 650.4 });
  });

  describe('confidence_threshold', async () => {
    const dated = await about(ambiguousDate(), 'issue_date!');
    const withThreshold = async (threshold?: number | string) => {
      const { body } = await service.extract({ ...dated, ...(threshold !== undefined && { threshold }) });
      expect(body.object._meta.field_confidence[0].score).toBe(0.9);
      return body.metadata.fallback_triggered;
    };

    it('is the minimum confidence required to accept Tier 1 results', async () => {
      expect(await Promise.all([0.9, 0.91].map(withThreshold))).toEqual([false, true]);
    });

    it('is not required; the default is 0.85', async () => {
      expect(await withThreshold()).toBe(false);
      const blind = await openService({ recognizers: [] });
      const { body } = await blind.extract(await about(buildInvoice({ layout: { scan: 'ocr' } }), 'total!'));
      expect([body.object._meta.confidence_score, body.metadata.fallback_triggered]).toEqual([0.84, true]);
    });

    it('ranges from 0.0 to 1.0, both included', async () => {
      expect(await Promise.all(['0.0', '1.0', 0, 1].map(withThreshold))).toEqual([false, true, false, true]);
    });
  });

  it('enable_verification: turns on math verification', async () => {
    const { body } = await service.extract({ ...asked, verify: true });
    expect(body.verification.status).toBe('PASSED');
  });

  it('enable_verification: not required; the default is false', async () => {
    for (const question of [{}, { verify: false }]) {
      expect((await service.extract({ ...asked, ...question })).body).not.toHaveProperty('verification');
    }
  });
});

describe('2.2 Schema accepted in output_schema', () => {
  it.each([
    '{"properties":{"a":{"type":"string"}}}',
    '{"type":"array","items":{"type":"string"}}',
    '{"type":"string"}',
    '[]',
    'null',
    '"x"',
  ])('type is always object for the root, not %s', async (given) => {
    expect(await refused(given)).toEqual([400, expect.stringMatching(/^Invalid JSON schema: the root (needs|must be)/)]);
  });

  it.each(['{"type":"object"}', '{"type":"object","properties":{}}', '{"type":"object","properties":[]}'])(
    'properties is required: %s',
    async (given) => {
      const reason = 'Invalid JSON schema: $ is an object and needs "properties" with at least one field';
      expect(await refused(given)).toEqual([400, reason]);
    },
  );

  it('required is an array of field names, and need not be there', async () => {
    expect((await service.extract({ ...asked, schema: object({ invoice_number: string }) })).status).toBe(200);
    expect(await refused('{"type":"object","properties":{"a":{"type":"string"}},"required":"a"}')).toEqual([
      400,
      'Invalid JSON schema: "required" of $ must be an array of field names',
    ]);
  });

  it('supported field types: string, number, integer, boolean, array with items, nested object with properties', async () => {
    const place = object({ city: string });
    const { body } = await service.extract({
      file,
      schema: object({
        invoice_number: string,
        total: { type: 'number' },
        shelves: { type: 'integer', description: 'How many shelves' },
        has_vat_number: { type: 'boolean' },
        units: { type: 'array', items: string },
        buyer: object({ name: string, place }),
      }),
      reading: [
        ...reading,
        { path: '$.shelves', value: '4', quote: 'Oak shelf, 80 cm 4 pcs 64.50 20% 258.00' },
        { path: '$.has_vat_number', value: 'true', quote: 'VAT No. GB 123 4567 82' },
        { path: '$.units[0]', value: 'pcs', quote: 'Oak shelf, 80 cm 4 pcs' },
        { path: '$.units[1]', value: 'h', quote: 'Fitting on site 3.5 h' },
        { path: '$.buyer.name', value: 'The Lantern Bookshop', quote: 'The Lantern Bookshop' },
        { path: '$.buyer.place.city', value: 'Bath', quote: 'Bath BA1 2QR' },
      ],
    });
    const { _meta, ...data } = body.object;
    expect(data).toEqual({
      invoice_number: 'AF-2025-0318',
      total: 650.4,
      shelves: 4,
      has_vat_number: true,
      units: ['pcs', 'h'],
      buyer: { name: 'The Lantern Bookshop', place: { city: 'Bath' } },
    });
  });

  it.each([
    '{"type":"date"}',
    '{"type":"null"}',
    '{"type":["string","number"]}',
    '{"type":"array"}',
    '{"type":"array","items":{"type":"array","items":{"type":"string"}}}',
    '{"type":"object"}',
  ])('no other field type: %s', async (field) => {
    expect(await refused(`{"type":"object","properties":{"a":${field}}}`)).toEqual([
      400,
      expect.stringMatching(/^Invalid JSON schema: \$\.a/),
    ]);
  });

  it('a description guides the extraction', async () => {
    const { body } = await local.extract({ file, schema: object({ x1: { ...string, description: 'Invoice number' } }) });
    expect(body.object.x1).toBe('AF-2025-0318');
  });

  it('a field-level description matters more than a top-level one', async () => {
    const field: FieldSchema = { ...string, description: 'Your order' };
    const { body } = await local.extract({ file, schema: { ...object({ x1: field }), description: 'The invoice number' } });
    expect(body.object.x1).toBe('PO-77120');
  });

  const noNumber = but(reading, { path: '$.invoice_number', value: null });
  const fallbackOf = async (...required: readonly ('invoice_number!' | 'total!' | 'invoice_number' | 'total')[]) => {
    const { body } = await service.extract({ ...asked, schema: schemaOf(...required), reading: noNumber });
    return body.metadata.fallback_triggered;
  };

  it('a field not listed in required is optional; a field listed in required is required', async () => {
    expect([await fallbackOf('invoice_number', 'total!'), await fallbackOf('invoice_number!', 'total')]).toEqual([false, true]);
  });

  it('only required fields can trigger the Tier 2 fallback', async () => {
    const { body } = await service.extract({ ...asked, schema: schemaOf('invoice_number', 'total!'), reading: noNumber, second: reading });
    expect([body.metadata.fallback_triggered, body.object.invoice_number]).toEqual([false, null]);
  });

  it('the caller must not define _meta in the schema', async () => {
    const given = '{"type":"object","properties":{"_meta":{"type":"object","properties":{"a":{"type":"string"}}}}}';
    expect(await refused(given)).toEqual([400, 'Invalid JSON schema: $._meta must not be defined; the service adds "_meta" itself']);
  });

  it('the service injects _meta automatically', async () => {
    const { body } = await service.extract(asked);
    expect(Object.keys(body.object)).toEqual(['invoice_number', 'total', '_meta']);
  });

  it('the wire contract is the required array only: without one every field is optional', async () => {
    expect(await fallbackOf('invoice_number', 'total')).toBe(false);
  });
});

describe('2.3 Extraction response (HTTP 200)', () => {
  it('object: extracted data matching the schema, plus _meta', async () => {
    const { body } = await service.extract(asked);
    expect(body.object).toEqual({ invoice_number: 'AF-2025-0318', total: 650.4, _meta: expect.any(Object) });
  });

  it('object: null on extraction failure, and error is present only then', async () => {
    const failed = await service.extract({ file: Buffer.from('%PDF-'), schema });
    expect(failed.body).toEqual({
      object: null,
      metadata: { processing_time_ms: expect.any(Number), credits: 0, fallback_triggered: false },
      error: { code: 'EXTRACTION_FAILED', message: expect.any(String) },
    });
    expect((await service.extract(asked)).body).not.toHaveProperty('error');
  });

  it('metadata: processing information', async () => {
    const { body } = await service.extract(asked);
    expect(Object.keys(body.metadata)).toEqual(['processing_time_ms', 'credits', 'fallback_triggered']);
  });

  it('verification: present only when enable_verification was true', async () => {
    expect((await service.extract({ ...asked, verify: true })).body).toHaveProperty('verification');
    expect((await service.extract({ ...asked, verify: false })).body).not.toHaveProperty('verification');
  });
});

describe('object._meta', () => {
  it('confidence_score: overall confidence, 0.0 to 1.0', async () => {
    const { body } = await service.extract(asked);
    expect(body.object._meta.confidence_score).toBe(0.95);
  });

  it('field_confidence: per-field confidence with evidence', async () => {
    const { body } = await service.extract(asked);
    expect(body.object._meta.field_confidence).toMatchObject([
      { field: '$.invoice_number', page: 1, text: 'Invoice number AF-2025-0318' },
      { field: '$.total', page: 1, text: 'Total £650.40' },
    ]);
  });

  it('issues: human-readable descriptions of problems; empty when none', async () => {
    expect((await service.extract(asked)).body.object._meta.issues).toEqual([]);
    const { body } = await service.extract(await about(brokenSum(), 'total'));
    expect(body.object._meta.issues).toEqual([
      '$.total: Check failed: total, subtotal, tax should give 650.4, not 670.4',
      'HORIZONTAL_SUM: no single amount on the page would make it hold; the document itself may not add up',
    ]);
  });
});

describe('Field confidence entry', () => {
  it('field: JSON path of the field; array items as $.<array_name>[<index>].<field_name>', async () => {
    const small = buildInvoice({ lines: [{ description: 'Oak', quantity: 1, unitPrice: 5 }] });
    const { body } = await service.extract(await about(small, 'total', 'line_items'));
    expect(body.object._meta.field_confidence.map((entry: { readonly field: string }) => entry.field)).toEqual([
      '$.total',
      '$.line_items[0].description',
      '$.line_items[0].quantity',
      '$.line_items[0].unit_price',
      '$.line_items[0].amount',
    ]);
  });

  it('page: page number where the value was found; text: source text evidence from the document', async () => {
    const two = await about(twoPages(), 'invoice_number', 'total');
    const { body } = await service.extract({
      ...two,
      reading: two.reading.map((cell) => ({ ...cell, page: cell.path === '$.total' ? 2 : 1 })),
    });
    expect(body.object._meta.field_confidence).toMatchObject([
      { field: '$.invoice_number', page: 1, text: 'Invoice number BW-2026-0147' },
      { field: '$.total', page: 2, text: 'Total €12,231.98' },
    ]);
  });

  it.each([
    ['exact', 'Exact match'],
    ['header', 'Inferred from header'],
    ['ambiguous', 'Formatting ambiguous'],
    ['multiple', 'Multiple values found'],
    ['obscured', 'Partially obscured'],
  ] as const)('reason: explanation of the score; the reason "%s" of a reader is reported as "%s"', async (reason, text) => {
    const given = await about(invoice, 'invoice_number');
    const { body } = await service.extract({ ...given, reading: given.reading.map((cell) => ({ ...cell, reason, confidence: 'likely' })) });
    const [entry] = body.object._meta.field_confidence;
    expect(entry.score).toBe(0.91);
    expect(entry.reason).toMatch(new RegExp(`^${text}: .*the reader was not certain.* \\(likely\\)$`));
  });

  it('an issue describes an ambiguous date format', async () => {
    const { body } = await service.extract({ ...(await about(ambiguousDate(), 'issue_date')), threshold: 0.95 });
    expect(body.object._meta.issues).toEqual(['$.issue_date: Formatting ambiguous: 03/04/2025 is 2025-04-03 or 2025-03-04']);
  });

  it('an issue describes multiple totals found', async () => {
    const twice = rawPdf([{ content: at(50, 700, 'Invoice 7') + at(50, 650, 'Total 120.00') + at(50, 600, 'Total 130.00') }]);
    const first = { path: '$.total', value: '120.00', quote: 'Total 120.00' };
    const { body } = await service.extract({ file: twice, schema: schemaOf('total'), reading: [first] });
    expect(body.object._meta.issues).toContain('$.total: Multiple values found: 120.00 and 130.00 under "Total"');
  });

  it('an issue describes a partially obscured name', async () => {
    const name = {
      path: '$.seller_name',
      value: 'Alder & Finch Joinery Ltd',
      quote: 'Alder & Finch',
      reason: 'obscured',
      confidence: 'unsure',
    } as const;
    const { body } = await service.extract({ file, schema: schemaOf('seller_name'), reading: [name] });
    expect(body.object._meta.issues).toContainEqual(expect.stringMatching(/^\$\.seller_name: Partially obscured: /));
  });
});

describe('Score interpretation', () => {
  const scoreOf = async (question: ServiceQuestion) => (await service.extract(question)).body.object._meta.field_confidence[0].score;

  it('0.95 - 1.0, very high: printed as quoted, under its label', async () => {
    expect(await scoreOf(asked)).toBe(0.95);
  });

  it('0.90 - 0.94, high: printed as quoted, by a reader that was not certain', async () => {
    expect(await scoreOf({ ...asked, reading: reading.map((cell) => ({ ...cell, confidence: 'likely' as const })) })).toBe(0.91);
  });

  it('0.85 - 0.89, moderate: the text of a row, which has no label of its own', async () => {
    expect(await scoreOf(await about(invoice, 'line_items'))).toBe(0.89);
  });

  it('0.70 - 0.84, low: a date that nothing settles', async () => {
    const seller = { name: 'Finch Inc', address: ['7 Wharf Road', 'Portland, OR 97205', 'USA'] };
    expect(await scoreOf(await about(ambiguousDate({ seller, currency: 'USD' }), 'issue_date'))).toBe(0.79);
  });

  it('below 0.70, very low: not on the page at all', async () => {
    expect(await scoreOf({ ...asked, reading: but(reading, { path: '$.invoice_number', value: 'AF-2025-0319' }) })).toBeLessThan(0.7);
  });
});

describe('metadata', () => {
  it('processing_time_ms: total processing time in milliseconds, an integer', async () => {
    const started = performance.now();
    const { body } = await service.extract(asked);
    expect(Number.isInteger(body.metadata.processing_time_ms)).toBe(true);
    expect(body.metadata.processing_time_ms).toBeLessThanOrEqual(Math.ceil(performance.now() - started));
  });

  it('credits: about 1 per page, more when the fallback was triggered', async () => {
    const two = await about(twoPages(), 'total!');
    const once = await service.extract(two);
    const twice = await service.extract({ ...two, threshold: 1 });
    expect([once.body.metadata.credits, twice.body.metadata.credits]).toEqual([2, 6]);
  });

  it('fallback_triggered: true when Tier 2 was used', async () => {
    const used = await service.extract({ ...asked, schema: schemaOf('invoice_number', 'total!'), threshold: 1 });
    const unused = await service.extract({ ...asked, schema: schemaOf('invoice_number', 'total!'), threshold: 0 });
    expect([used.body.metadata.fallback_triggered, unused.body.metadata.fallback_triggered]).toEqual([true, false]);
  });

  it('a fallback response also carries a confidence_score number', async () => {
    const { body } = await service.extract({ ...asked, schema: schemaOf('invoice_number', 'total!'), threshold: 1 });
    expect(body.metadata.confidence_score).toBe(body.object._meta.confidence_score);
  });
});

describe('verification (only when enable_verification is true)', () => {
  const sums = ['subtotal', 'tax', 'total', 'line_items'] as const;
  const verified = async (of: Invoice, ...names: readonly FieldName[]) =>
    (await service.extract({ ...(await about(of, ...names)), verify: true })).body.verification;

  it.each([
    ['PASSED', buildInvoice(), sums, [2, 0, 0]],
    ['FAILED', brokenSum(), sums, [1, 1, 0]],
    ['PARTIAL', taxInclusive(), sums, [1, 0, 1]],
    ['CANNOT_VERIFY', hiddenTotals(), sums, [0, 0, 2]],
    ['NO_RULES', buildInvoice(), ['invoice_number'], [0, 0, 0]],
  ] as const)('status %s, with checks_passed, checks_failed and cannot_verify_count', async (status, of, names, counts) => {
    const verification = await verified(of, ...names);
    expect(verification.status).toBe(status);
    expect([verification.checks_passed, verification.checks_failed, verification.cannot_verify_count]).toEqual(counts);
    expect(verification.checks_run).toHaveLength(counts[0] + counts[1] + counts[2]);
  });

  it('checks_run: one entry per check, with type, status, fields, passed, delta, expected and actual', async () => {
    const { checks_run } = await verified(brokenSum(), ...sums);
    expect(checks_run).toEqual([
      {
        type: 'HORIZONTAL_SUM',
        status: 'FAILED',
        fields: ['total', 'subtotal', 'tax'],
        passed: false,
        delta: -20,
        expected: 650.4,
        actual: 670.4,
      },
      { type: 'VERTICAL_SUM', status: 'PASSED', fields: ['subtotal', 'line_items'], passed: true, delta: 0, expected: 542, actual: 542 },
    ]);
  });

  it('fields: names of the fields involved, as the caller calls them', async () => {
    const called: Readonly<Record<string, string>> = { total: 'summary.grand_total', subtotal: 'net_amount', tax: 'vat' };
    const money = { type: 'number' } as const;
    const { body } = await service.extract({
      file,
      schema: object({ net_amount: money, vat: money, summary: object({ grand_total: money }) }),
      reading: readingOf(invoice, 'total', 'subtotal', 'tax').map((cell) => ({
        ...cell,
        path: cell.path.replace(/^\$\.(\w+)$/, (_, name) => `$.${called[name]}`),
      })),
      verify: true,
    });
    expect(body.verification.checks_run[0]).toMatchObject({ status: 'PASSED', fields: ['summary.grand_total', 'net_amount', 'vat'] });
  });

  it('delta: difference between expected and actual values', async () => {
    const [check] = (await verified(buildInvoice({ misprint: { total: 649.9 } }), ...sums)).checks_run;
    expect([check.expected, check.actual, check.delta]).toEqual([650.4, 649.9, 0.5]);
  });

  it('a horizontal sum checks that total equals subtotal plus tax', async () => {
    const [check] = (await verified(invoice, 'subtotal', 'tax', 'total')).checks_run;
    expect(check).toMatchObject({ type: 'HORIZONTAL_SUM', passed: true, expected: 650.4, actual: 650.4 });
  });

  it('a vertical sum checks that the subtotal equals the sum of the line items', async () => {
    const { checks_run } = await verified(invoice, 'subtotal', 'line_items');
    expect(checks_run).toContainEqual(expect.objectContaining({ type: 'VERTICAL_SUM', passed: true, expected: 542, actual: 542 }));
  });
});

describe('error', () => {
  it('code and a human-readable message', async () => {
    const { body } = await service.extract({ file: Buffer.from('%PDF-1.4'), schema });
    expect(body.error).toEqual({
      code: 'EXTRACTION_FAILED',
      message: 'PDF could not be read: it is unreadable, its structure is damaged or not that of its format',
    });
  });
});

describe('2.4 Health response', () => {
  it('status: healthy when operational; timestamp: current server time, ISO 8601', async () => {
    const asked = Date.now();
    const { status, body } = await service.send('/health');
    expect([status, body.status]).toEqual([200, 'healthy']);
    expect(body.timestamp).toBe(new Date(body.timestamp).toISOString());
    expect(Date.parse(body.timestamp)).toBeGreaterThanOrEqual(asked);
    expect(Date.parse(body.timestamp)).toBeLessThanOrEqual(Date.now());
  });
});

describe('2.5 Root response', () => {
  it('name, version, description, and documentation as a URL that answers', async () => {
    const { body } = await service.send('/');
    expect(body).toEqual({
      name: 'vouch',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      description: expect.stringMatching(/\w+/),
      documentation: `${service.url}/docs`,
    });
    expect((await service.send('/docs')).status).toBe(200);
  });
});

describe('2.6 Gaps in this part', () => {
  const sums = ['subtotal', 'tax', 'total'] as const;
  const checked = async (total: number) => {
    const misprinted = await about(buildInvoice({ misprint: { total } }), ...sums);
    return (await service.extract({ ...misprinted, verify: true })).body.verification.checks_run[0];
  };

  it('tolerance: one minor unit for a horizontal sum, and the difference is still reported', async () => {
    expect(await checked(650.41)).toMatchObject({ passed: true, delta: -0.01 });
    expect(await checked(650.42)).toMatchObject({ passed: false, delta: -0.02 });
  });

  it('PARTIAL: some checks passed and some cannot be verified; NO_RULES: no rule applies to the schema', async () => {
    const partial = await service.extract({ ...(await about(taxInclusive(), ...sums, 'line_items')), verify: true });
    const none = await service.extract({ ...(await about(invoice, 'invoice_number')), verify: true });
    expect(partial.body.verification.status).toBe('PARTIAL');
    expect(none.body.verification).toEqual({
      status: 'NO_RULES',
      checks_passed: 0,
      checks_failed: 0,
      cannot_verify_count: 0,
      checks_run: [],
    });
  });

  it('every extracted field gets a field_confidence entry, nulls too, without a maximum', async () => {
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`note_${index}`, string]));
    const { body } = await service.extract({ file, schema: object(properties), reading: [] });
    expect(body.object._meta.field_confidence).toHaveLength(300);
    expect(body.object.note_299).toBeNull();
  });
});

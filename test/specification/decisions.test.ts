import { once } from 'node:events';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { amount, definePlugin, rows, times } from '../../core/index.js';
import { buildApp } from '../../server/index.js';
import { anthropicReply, json, openaiReply, startLlmServer } from '../fakes/llm-server.js';
import { brokenSum, hiddenTotals, severalTaxRates, taxInclusive, twoPages } from '../fixtures/documents.js';
import { invoiceDocx } from '../fixtures/docx/invoice-docx.js';
import { buildInvoice } from '../fixtures/invoice/invoice.js';
import { paragraph, rawDocx } from '../plugins/converters/raw-docx.js';
import { at, rawPdf } from '../plugins/converters/raw-pdf.js';
import { encryptedPdf } from '../server/hostile/encrypted-pdf.js';
import { brokenStore } from '../server/support/broken-store.js';
import { key as doorKey, extract } from '../server/support/door.js';
import { fakeEngine } from '../server/support/fake-engine.js';
import { goodForm } from '../server/support/form.js';
import { dial } from '../server/support/socket.js';
import { about, but, type FieldName, schemaOf } from './reading.js';
import { key, openService, unusedAddress } from './service.js';

const service = await openService();
const invoice = buildInvoice();
const asked = await about(invoice, 'invoice_number!', 'total');
const { file, reading } = asked;
const sums = ['subtotal', 'tax', 'total'] as const;

const refusalOf = async (question: Parameters<typeof service.extract>[0]) => {
  const { status, body } = await service.extract(question);
  return [status, body.detail];
};
const schemaRefusal = (field: string) => refusalOf({ ...asked, schema: `{"type":"object","properties":{"a":${field}}}` });

/** A page with these printed lines. */
const printed = (...lines: readonly string[]) => rawPdf([{ content: lines.map((line, index) => at(50, 760 - index * 24, line)).join('') }]);

describe('file type', () => {
  it('is decided by content: %PDF- in the first 1,024 bytes', async () => {
    const behind = (bytes: number) => ({ ...asked, file: Buffer.concat([Buffer.alloc(bytes, ' '), file]) });
    expect((await service.extract(behind(1_019))).status).toBe(200);
    expect(await refusalOf(behind(1_024))).toEqual([400, 'Unsupported file type. Supported formats: PDF, DOCX']);
  });

  it('is decided by content: a ZIP with [Content_Types].xml and word/', async () => {
    expect((await service.extract({ ...asked, file: await invoiceDocx(invoice), name: 'x.pdf', type: 'application/pdf' })).status).toBe(
      200,
    );
  });
});

describe('a form that cannot be used is 400 and names the field and what is allowed', () => {
  it.each([
    ['missing file', { schema: asked.schema }, 'file is required: one PDF or DOCX document, sent as a file'],
    ['missing output_schema', { file }, 'output_schema is required: a JSON Schema as a string'],
    ['bad number', { ...asked, threshold: 'high' }, 'confidence_threshold must be a number from 0.0 to 1.0'],
    ['threshold outside 0..1', { ...asked, threshold: 1.01 }, 'confidence_threshold must be a number from 0.0 to 1.0'],
    ['bad boolean', { ...asked, verify: 'maybe' }, 'enable_verification must be true or false (1 and 0 are understood)'],
  ])('%s', async (_, question, detail) => {
    expect(await refusalOf(question)).toEqual([400, detail]);
  });

  it('_meta in the schema', async () => {
    expect(await refusalOf({ ...asked, schema: '{"type":"object","properties":{"_meta":{"type":"string"}}}' })).toEqual([
      400,
      'Invalid JSON schema: $._meta must not be defined; the service adds "_meta" itself',
    ]);
  });

  it('unsupported type', async () => {
    expect(await schemaRefusal('{"type":"date"}')).toEqual([
      400,
      'Invalid JSON schema: $.a has an unsupported type; allowed are string, number, integer, boolean, array, object',
    ]);
  });

  it.each(['oneOf', 'anyOf', 'allOf', 'not', 'if', 'patternProperties'])('a keyword that changes meaning: %s', async (keyword) => {
    const value = /Of$/.test(keyword) ? '[{"type":"string"},{"type":"number"}]' : '{"type":"string"}';
    expect(await schemaRefusal(`{"type":"string","${keyword}":${value}}`)).toEqual([
      400,
      expect.stringContaining(`$.a uses "${keyword}", which is not supported`),
    ]);
  });
});

describe('a file over 10 MB', () => {
  it('is 413', async () => {
    expect(await refusalOf({ ...asked, file: Buffer.alloc(10_485_761, '%PDF-') })).toEqual([
      413,
      'The file is too large: at most 10485760 bytes (10 MB) are accepted',
    ]);
  });

  it('is not read to its end', async () => {
    const socket = await dial(Number(new URL(service.url).port));
    const head = [
      'POST /v1/extract HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${key}`,
      `X-Forwarded-For: ${unusedAddress()}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 900000000',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n--b\r\n`);
    const [first] = await once(socket, 'data');
    socket.destroy();
    expect(String(first)).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('a schema that is JSON but not usable is 400 "Invalid JSON schema: <reason>"', () => {
  const nested = (depth: number): string =>
    depth === 0 ? '{"type":"string"}' : `{"type":"object","properties":{"a":${nested(depth - 1)}}}`;

  it.each([
    ['root not object', '["total"]', /^Invalid JSON schema: the root must be an object/],
    ['no properties', '{"type":"object"}', /^Invalid JSON schema: \$ is an object and needs "properties"/],
    [
      'external $ref',
      '{"type":"object","properties":{"a":{"$ref":"https://example.com/schema.json"}}}',
      /^Invalid JSON schema: the "\$ref" of \$\.a must point inside the schema/,
    ],
    ['too deep', nested(11), /^Invalid JSON schema: \S+ is nested deeper than 10 levels$/],
    [
      'too large',
      `{"type":"object","properties":{"a":{"type":"string"}}}${' '.repeat(65_536)}`,
      /^Invalid JSON schema: it is larger than 65536 bytes$/,
    ],
  ])('%s', async (_, schema, detail) => {
    expect(await refusalOf({ ...asked, schema })).toEqual([400, expect.stringMatching(detail)]);
  });
});

describe('a document that cannot be read is 200 with EXTRACTION_FAILED and a message that says which', () => {
  it.each([
    ['encrypted', encryptedPdf(['Total 1.00'], { user: 'secret', owner: 'owner' }), /it is encrypted and needs a password/],
    ['zero pages', rawPdf([]), /it has zero pages/],
    ['unreadable', Buffer.from('%PDF-1.7 noise'), /it is unreadable/],
    ['too many pages', rawPdf(Array.from({ length: 101 }, () => ({ content: '' }))), /it has too many pages, 101; at most 100 are read/],
  ])('%s', async (_, bytes, message) => {
    const { status, body } = await service.extract({ ...asked, file: bytes });
    expect([status, body.object, body.error]).toEqual([200, null, { code: 'EXTRACTION_FAILED', message: expect.stringMatching(message) }]);
    expect(body.metadata).toMatchObject({ credits: 0, fallback_triggered: false });
  });
});

describe('a provider that fails', async () => {
  const [openai, anthropic] = [await startLlmServer(), await startLlmServer()];
  afterAll(() => Promise.all([openai.close(), anthropic.close()]));
  const tiers = [
    { use: 'openai', model: 'gpt-test', base_url: `${openai.url}/v1`, api_key: 'sk-test' },
    { use: 'anthropic', model: 'claude-test', base_url: anthropic.url, api_key: 'sk-test' },
  ];
  const one = await openService({ tiers: tiers.slice(0, 1) });
  const hurried = await openService({ tiers: tiers.slice(0, 1), deadline_ms: 2_500 });
  const two = await openService({ tiers });
  const refusal = json({ error: { message: 'No.', type: 'invalid_request_error', code: 'unknown_model', param: null } }, 404);
  const overload = json({ error: { message: 'Busy.', type: 'server_error', code: null, param: null } }, 503, { 'retry-after-ms': '10' });

  it('is LLM_ERROR when it refused, at once', async () => {
    openai.answer(refusal);
    const before = openai.requests.length;
    const { body } = await one.extract(asked);
    expect([body.error.code, openai.requests.length - before]).toEqual(['LLM_ERROR', 1]);
  });

  it('is LLM_ERROR when it failed after retries, and an answer when a retry helps', async () => {
    openai.answer(overload);
    const before = openai.requests.length;
    const failed = await one.extract(asked);
    expect([failed.body.error.code, openai.requests.length - before]).toEqual(['LLM_ERROR', 3]);
    openai.answer(overload, openaiReply(reading));
    expect((await one.extract(asked)).body.object.total).toBe(650.4);
  });

  it('is PARSING_ERROR when its reply could not be used after one repair, and an answer when the repair helps', async () => {
    openai.answer(openaiReply('{"cells": "many"}'));
    const before = openai.requests.length;
    const failed = await one.extract(asked);
    expect([failed.body.error.code, openai.requests.length - before]).toEqual(['PARSING_ERROR', 2]);
    openai.answer(openaiReply('{"cells": "many"}'), openaiReply(reading));
    expect((await one.extract(asked)).body.object.total).toBe(650.4);
  });

  it("is TIMEOUT_ERROR when the request's one deadline passed", async () => {
    openai.answer(() => undefined);
    const { body } = await hurried.extract(asked);
    expect(body).toMatchObject({ object: null, error: { code: 'TIMEOUT_ERROR' } });
  });

  it("in Tier 2, after Tier 1 answered: Tier 1's draft is returned with its low scores and an issue saying why", async () => {
    openai.answer(openaiReply(but(reading, { path: '$.invoice_number', value: null })));
    anthropic.answer(json({ type: 'error', error: { type: 'not_found_error', message: 'No.' } }, 404));
    const { body } = await two.extract(asked);
    expect(body.error).toBeUndefined();
    expect(body.object).toMatchObject({ invoice_number: null, total: 650.4 });
    expect(body.metadata).toMatchObject({ fallback_triggered: true, credits: 1, confidence_score: 0.4 });
    expect(body.object._meta.issues).toContainEqual(expect.stringMatching(/^Tier 2 failed: /));
  });

  it('in Tier 1 leads to Tier 2, with an issue', async () => {
    openai.answer(refusal);
    // Operands of checks are asked for only with enable_verification.
    anthropic.answer(anthropicReply(reading.filter(({ path }) => !path.startsWith('$shadow'))));
    const { body } = await two.extract(asked);
    expect(body.object).toMatchObject({ invoice_number: 'AF-2025-0318', total: 650.4 });
    expect(body.metadata).toMatchObject({ fallback_triggered: true, credits: 2 });
    expect(body.object._meta.issues).toEqual([expect.stringMatching(/^Tier 1 failed: /)]);
  });
});

describe("which tier's value wins after a fallback", () => {
  const orderNumber = { path: '$.invoice_number', value: 'PO-77120', quote: 'Your order PO-77120' };
  const noTotal = { path: '$.total', value: null };
  const question = { ...asked, schema: schemaOf('invoice_number', 'total!') };

  it('per field the better score', async () => {
    const { body } = await service.extract({ ...question, reading: but(reading, noTotal), second: but(reading, orderNumber) });
    expect(body.object).toMatchObject({ invoice_number: 'AF-2025-0318', total: 650.4 });
  });

  it('Tier 2 on a tie', async () => {
    const twoNumbers = printed('Invoice no. AB-17', 'Invoice no. CD-28', 'Total 120.00');
    const cells = (number: string, total: string | null) => [
      { path: '$.invoice_number', value: number, quote: `Invoice no. ${number}` },
      { path: '$.total', value: total, quote: total && `Total ${total}` },
    ];
    const { body } = await service.extract({
      ...question,
      file: twoNumbers,
      reading: cells('AB-17', null),
      second: cells('CD-28', '120.00'),
    });
    expect(body.object).toMatchObject({ invoice_number: 'CD-28', total: 120 });
  });

  it('disagreement holds both and writes an issue', async () => {
    const { body } = await service.extract({ ...question, reading: but(reading, noTotal), second: but(reading, orderNumber) });
    expect(body.object._meta.field_confidence[0].score).toBeLessThan(0.85);
    expect(body.object._meta.issues).toContainEqual(
      expect.stringMatching(/^\$\.invoice_number: Multiple values found: .* read "AF-2025-0318".*"PO-77120"/),
    );
  });
});

describe('overall confidence_score', () => {
  const invented = { path: '$.invoice_number', value: 'XX-1' };
  const scoreWith = async (...names: readonly (FieldName | `${FieldName}!`)[]) =>
    (await service.extract({ ...asked, schema: schemaOf(...names), reading: but(reading, invented), threshold: 0 })).body.object._meta
      .confidence_score;

  it('is the minimum over required leaves', async () => {
    expect(await scoreWith('invoice_number', 'total!')).toBeGreaterThan(0.95);
    expect(await scoreWith('invoice_number!', 'total!')).toBeLessThan(0.3);
  });

  it('is the minimum over all leaves if none is required', async () => {
    expect(await scoreWith('invoice_number', 'total')).toBeLessThan(0.3);
  });

  it('is at most 0.84 while verification FAILED', async () => {
    const { body } = await service.extract({ ...(await about(brokenSum(), 'invoice_number!', ...sums)), verify: true });
    expect(body.object._meta.field_confidence[0].score).toBe(0.95);
    expect([body.object._meta.confidence_score, body.verification.status]).toEqual([0.84, 'FAILED']);
  });
});

describe('evidence', () => {
  it('every leaf gets a field_confidence entry: null leaves too, and no maximum', async () => {
    const { body } = await service.extract(await about(twoPages(), 'due_date', 'amount_due', 'line_items'));
    expect(body.object._meta.field_confidence).toHaveLength(2 + 18 * 4);
    expect(body.object._meta.field_confidence[1]).toEqual({ field: '$.amount_due', score: 0.9, reason: 'Not present' });
  });

  it('page and text are omitted when nothing was found, never invented', async () => {
    const elsewhere = { path: '$.invoice_number', value: 'XX-1', page: 7, quote: 'Invoice number XX-1' };
    const { body } = await service.extract({ ...asked, reading: but(reading, elsewhere) });
    expect(Object.keys(body.object._meta.field_confidence[0])).toEqual(['field', 'score', 'reason']);
  });
});

describe('arithmetic', () => {
  const moneyOf = (currency: string, ...amounts: readonly string[]) => {
    const [subtotal, tax, total] = amounts;
    const lines = [`Subtotal ${subtotal}`, `Tax ${tax}`, `Total ${total}`];
    const bytes = printed(`All amounts in ${currency}`, ...lines);
    const cells = sums.map((name, index) => ({ path: `$.${name}`, value: amounts[index] ?? null, quote: lines[index] ?? null }));
    const currencyCell = { path: '$.currency', value: currency, quote: `All amounts in ${currency}` };
    return { file: bytes, schema: schemaOf('currency', ...sums), reading: [currencyCell, ...cells], verify: true };
  };

  it('is decimal, never binary floats', async () => {
    const { body } = await service.extract(moneyOf('EUR', '1.10', '2.20', '3.30'));
    expect(body.verification.checks_run[0]).toMatchObject({ passed: true, delta: 0, expected: 3.3, actual: 3.3 });
  });

  it.each([
    ['EUR', ['100.00', '20.00', '120.01'], 'PASSED'],
    ['EUR', ['100.00', '20.00', '120.02'], 'FAILED'],
    ['JPY', ['1,000', '100', '1,101'], 'PASSED'],
    ['JPY', ['1,000', '100', '1,102'], 'FAILED'],
    ['KWD', ['100.000', '20.000', '120.001'], 'PASSED'],
    ['KWD', ['100.000', '20.000', '120.002'], 'FAILED'],
  ])('HORIZONTAL tolerance is 1 minor unit: %s %j has %s', async (currency, amounts, status) => {
    const { body } = await service.extract(moneyOf(currency, ...amounts));
    expect(body.verification.status).toBe(status);
  });

  it.each([
    [2 + 8 * 40, 0.04, 'PASSED'],
    [2 + 8 * 40, 0.05, 'FAILED'],
  ])('VERTICAL tolerance is half a unit a line: eight lines off by %d + %d are %s', async (sum, off, status) => {
    const lines = Array.from({ length: 8 }, (_, index) => ({
      description: `Part ${'ABCDEFGH'.charAt(index)}`,
      quantity: 1,
      unitPrice: 40.25,
    }));
    const misprinted = buildInvoice({ lines, misprint: { subtotal: sum + off } });
    const { body } = await service.extract({ ...(await about(misprinted, 'subtotal', 'line_items')), verify: true });
    expect(body.verification.checks_run.at(-1)).toMatchObject({ type: 'VERTICAL_SUM', status });
  });

  it.each([
    [1, 'PASSED'],
    [1.01, 'FAILED'],
  ])('VERTICAL tolerance is at most 1.00: 220 lines off by %d are %s', async (off, status) => {
    const lines = Array.from({ length: 220 }, (_, index) => ({ description: `Part ${index + 1000}`, quantity: 1, unitPrice: 7.77 }));
    const misprinted = buildInvoice({ lines, misprint: { subtotal: 220 * 7.77 + off } });
    const question = await about(misprinted, 'subtotal', 'line_items');
    const { body } = await service.extract({ ...question, verify: true });
    expect(body.verification.checks_run.at(-1)).toMatchObject({ type: 'VERTICAL_SUM', status });
  });
});

describe('an amount between subtotal and total', () => {
  it.each([
    ['a discount', 'Discount -10.00', 110],
    ['a charge', 'Service charge 10.00', 130],
    ['shipping', 'Shipping 10.00', 130],
    ['a tip', 'Tip 10.00', 130],
    ['withholding', 'Withholding tax -10.00', 110],
  ])('%s that the document prints is part of the expected value, and listed in an issue', async (_, line, total) => {
    const lines = ['Subtotal 100.00', 'VAT 20.00', line, `Total ${total}.00`];
    const { body } = await service.extract({
      file: printed('Invoice 7', ...lines),
      schema: schemaOf(...sums),
      reading: [
        { path: '$.subtotal', value: '100.00', quote: lines[0] ?? null },
        { path: '$.tax', value: '20.00', quote: lines[1] ?? null },
        { path: '$.total', value: `${total}.00`, quote: lines[3] ?? null },
      ],
      verify: true,
    });
    expect(body.verification.checks_run[0]).toMatchObject({ type: 'HORIZONTAL_SUM', passed: true, expected: total });
    expect(body.object._meta.issues).toContainEqual(expect.stringMatching(/^HORIZONTAL_SUM: total = subtotal \+ tax with .*10$/));
  });

  it('several taxes are part of the expected value', async () => {
    const { body } = await service.extract({
      ...(await about(severalTaxRates({ layout: { printsTaxTotal: false } }), 'subtotal', 'total')),
      verify: true,
    });
    expect(body.verification.status).toBe('PASSED');
    expect(body.object._meta.issues).toEqual(['HORIZONTAL_SUM: total = subtotal + tax with USt 28.35 and USt 24.7']);
  });

  it('a deposit is not part of it', async () => {
    const { body } = await service.extract({ ...(await about(buildInvoice({ prepaid: 250 }), ...sums, 'amount_due')), verify: true });
    expect(body.verification.checks_run[0]).toMatchObject({ passed: true, expected: 650.4, actual: 650.4 });
  });

  it('tax-inclusive lines are CANNOT_VERIFY with the reason', async () => {
    const { body } = await service.extract({ ...(await about(taxInclusive(), ...sums, 'line_items')), verify: true });
    expect(body.verification.checks_run[1]).toMatchObject({ type: 'VERTICAL_SUM', status: 'CANNOT_VERIFY', expected: null, delta: null });
    expect(body.object._meta.issues).toEqual(['VERTICAL_SUM: line amounts include tax, they sum to the total']);
  });
});

describe('shadow extraction', () => {
  it('reads the operands that the schema lacks, uses them in the check, and never returns them', async () => {
    const { body } = await service.extract({ ...(await about(brokenSum(), 'total')), verify: true });
    expect(body.verification.checks_run).toEqual([expect.objectContaining({ status: 'FAILED', expected: 650.4, actual: 670.4 })]);
    expect(Object.keys(body.object)).toEqual(['total', '_meta']);
    expect(body.object._meta.field_confidence).toHaveLength(1);
    expect(body.object._meta.issues.filter((issue: string) => issue.includes('shadow'))).toEqual([]);
  });

  it('appraises them the same way: an operand that is not on the page proves nothing', async () => {
    const question = await about(invoice, 'total');
    const invented = { path: '$shadow.tax', value: '£99.00', quote: 'VAT 20% £99.00' };
    const { body } = await service.extract({ ...question, reading: but(question.reading, invented), verify: true });
    expect(body.verification.status).toBe('CANNOT_VERIFY');
  });
});

describe('verification', () => {
  it("a team's own rule brings its own type", async () => {
    const plugin = definePlugin({
      kind: 'rule',
      name: 'line-product',
      create: () => ({
        type: 'LINE_PRODUCT',
        check: async ({ data }) =>
          rows(data['line_items']).map((line, index) => ({
            fields: [`line_items[${index}].amount`],
            expected: times(amount(line['quantity']), amount(line['unit_price'])),
            actual: amount(line['amount']),
          })),
      }),
    });
    const own = await openService({}, { rules: [{ plugin }] });
    const { body } = await own.extract({ ...(await about(invoice, 'line_items')), verify: true });
    expect(body.verification).toMatchObject({ status: 'PASSED', checks_passed: 3 });
    expect(body.verification.checks_run[0]).toEqual({
      type: 'LINE_PRODUCT',
      status: 'PASSED',
      fields: ['line_items[0].amount'],
      passed: true,
      delta: 0,
      expected: 258,
      actual: 258,
    });
  });

  it('numbers unknown in a check are null', async () => {
    const { body } = await service.extract({ ...(await about(hiddenTotals(), 'total')), verify: true });
    expect(body.verification.checks_run[0]).toMatchObject({ status: 'CANNOT_VERIFY', delta: null, expected: null, actual: null });
  });

  it('that is off: arithmetic still runs for the caps, and only the verification object is withheld', async () => {
    const { body } = await service.extract(await about(brokenSum(), 'total'));
    expect(body).not.toHaveProperty('verification');
    expect(body.object._meta.field_confidence[0]).toMatchObject({
      score: expect.toSatisfy((score: number) => score <= 0.6),
      reason: 'Check failed: total, subtotal, tax should give 650.4, not 670.4',
    });
  });
});

describe('credits', () => {
  it('are pages × 1, plus pages × 2 if Tier 2 ran', async () => {
    const question = await about(twoPages(), 'total!');
    const credits = [await service.extract(question), await service.extract({ ...question, threshold: 1 })];
    expect(credits.map(({ body }) => body.metadata.credits)).toEqual([2, 6]);
  });

  it('are both configurable', async () => {
    const dear = await openService({ credits: { page: 5, fallback_page: 7 } });
    const question = await about(twoPages(), 'total!');
    const credits = [await dear.extract(question), await dear.extract({ ...question, threshold: 1 })];
    expect(credits.map(({ body }) => body.metadata.credits)).toEqual([10, 24]);
  });

  it('of a DOCX count ceil(characters / 3,000) pages', async () => {
    const line = paragraph('abcdefghi '.repeat(10).trim());
    const credits = [30, 31, 61].map(async (lines) => {
      const { body } = await service.extract({ ...asked, schema: schemaOf('total'), file: await rawDocx(line.repeat(lines)) });
      return body.metadata.credits;
    });
    expect(await Promise.all(credits)).toEqual([1, 2, 3]);
  });
});

describe('rate limit', () => {
  const statuses = async (...addresses: readonly string[]) => {
    const found = [];
    for (const address of addresses) found.push((await service.extract({ schema: null, address })).status);
    return found;
  };

  it('is 1 request a second per IP on /v1/extract, whatever the request is', async () => {
    const address = unusedAddress();
    expect(await statuses(address, address)).toEqual([400, 429]);
  });

  it('takes IPv6 by /64', async () => {
    expect(await statuses('2001:db8:1:1::1', '2001:db8:1:1:ffff::9', '2001:db8:1:2::1')).toEqual([400, 429, 400]);
  });

  it('believes X-Forwarded-For only from trusted proxies, given as CIDRs', async () => {
    const distrustful = await openService({ server: { trusted_proxies: ['192.0.2.0/24'] } });
    const answers = [await distrustful.extract({ schema: null }), await distrustful.extract({ schema: null })];
    expect(answers.map(({ status }) => status)).toEqual([400, 429]);
  });

  it('is 429 {detail} with Retry-After', async () => {
    const address = unusedAddress();
    await service.extract({ ...asked, address });
    const { headers, body } = await service.extract({ ...asked, address });
    expect([headers['retry-after'], body.detail]).toEqual([
      '1',
      'Rate limit exceeded: at most 1 request per second from one address. Retry after 1 second.',
    ]);
  });

  it('is none on /health and /', async () => {
    const headers = { 'x-forwarded-for': unusedAddress() };
    for (const path of ['/', '/health', '/', '/health']) expect((await service.send(path, { headers })).status).toBe(200);
  });
});

describe('playground quota', () => {
  it('is 10 credits a UTC day and IP, reserved before work and settled after it', async () => {
    const address = unusedAddress();
    const { quotas } = service.server.store;
    await service.play({ ...asked, address });
    expect((await quotas.allowance(address, 10)).left).toBe(9);
    await service.play({ ...asked, address, threshold: 1 });
    expect((await quotas.allowance(address, 10)).left).toBe(6);
  });

  it('refuses a document that could cost more than is left: 429, Retry-After = seconds to midnight', async () => {
    const address = unusedAddress();
    const two = { ...(await about(twoPages(), 'total!')), address };
    await service.play({ ...two, threshold: 1 });
    const { status, headers, body } = await service.play(two);
    expect([status, body.detail]).toEqual([
      429,
      "This document can cost up to 6 credits and 4 of today's 10 are left. Opening it took one. Send a shorter one, or come back tomorrow.",
    ]);
    expect(Math.abs(Number(headers['retry-after']) - (86_400_000 - (Date.now() % 86_400_000)) / 1_000)).toBeLessThan(60);
  });

  it('pays one credit for a document that cannot be read', async () => {
    const address = unusedAddress();
    await service.play({ ...asked, file: Buffer.from('%PDF-'), address });
    expect((await service.server.store.quotas.allowance(address, 10)).left).toBe(9);
  });

  it('shares no count with keyed calls', async () => {
    const address = unusedAddress();
    await service.extract({ ...asked, address });
    expect((await service.server.store.quotas.allowance(address, 10)).left).toBe(10);
    expect((await service.play({ ...asked, address })).status).toBe(200);
  });
});

describe('a wrong body, or a service that cannot work now', () => {
  it('a body that is not multipart is 415', async () => {
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': unusedAddress(), 'content-type': 'application/pdf' };
    const { status, body } = await service.send('/v1/extract', { method: 'POST', headers, body: Buffer.from(file) });
    expect([status, Object.keys(body)]).toEqual([415, ['detail']]);
  });

  it('a needed dependency that is down is 503 with Retry-After', async () => {
    const app = await buildApp({ engine: fakeEngine(), store: brokenStore(), keys: [doorKey] });
    onTestFinished(() => app.close());
    const { status, headers, body } = await extract(app, goodForm());
    expect([status, headers['retry-after'], Object.keys(body)]).toEqual([503, '1', ['detail']]);
  });

  it('overload is 503 with Retry-After', async () => {
    const never = new Promise<never>(() => {});
    const limits = { requestsInFlight: 1, queueMs: 20 };
    const engine = fakeEngine(() => never);
    const app = await buildApp({ engine, keys: [doorKey], rateLimit: 0, limits });
    void extract(app, goodForm()).catch(() => undefined);
    await expect.poll(() => engine.requests.length).toBe(1);
    const { status, headers } = await extract(app, goodForm());
    expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^[123]$/)]);
  });
});

describe('extras beyond the specification', () => {
  it('are sent in headers, never as a key in a body that the specification closes', async () => {
    const { headers, body } = await service.extract({ ...asked, verify: true });
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    expect(Object.keys(body)).toEqual(['object', 'metadata', 'verification']);
    expect(Object.keys(body.object._meta)).toEqual(['confidence_score', 'field_confidence', 'issues']);
    expect(Object.keys(body.object._meta.field_confidence[0])).toEqual(['field', 'score', 'reason', 'page', 'text']);
  });
});

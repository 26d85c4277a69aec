import { describe, expect, it } from 'vitest';
import { decimal, ExtractionError, unknown } from '../../../core/index.js';
import { extract, openDoor } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { filePart, form, goodForm, outputSchema, schemaPart } from '../support/form.js';

describe('POST /v1/extract', () => {
  it('answers with the object and the metadata, and no verification unless asked', async () => {
    const answer = await extract(await openDoor(), goodForm());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      object: outcome().object,
      metadata: { processing_time_ms: 12, credits: 1, fallback_triggered: false },
    });
  });

  it('hands file, schema and wishes to the engine', async () => {
    const engine = fakeEngine();
    await extract(
      await openDoor({ engine }),
      goodForm({ name: 'confidence_threshold', value: '0.9' }, { name: 'enable_verification', value: 'TRUE' }),
    );
    expect(engine.requests).toMatchObject([
      { file: { name: 'invoice.pdf' }, threshold: 0.9, verify: true, schema: { fields: [{ path: '$.total', required: true }] } },
    ]);
  });

  it('takes the parts in any order', async () => {
    const engine = fakeEngine();
    const answer = await extract(await openDoor({ engine }), form({ name: 'confidence_threshold', value: '.5' }, schemaPart(), filePart()));
    expect([answer.status, engine.requests[0]?.threshold]).toEqual([200, 0.5]);
  });

  it('takes an empty threshold or switch for one that was not sent', async () => {
    const engine = fakeEngine();
    await extract(
      await openDoor({ engine }),
      goodForm({ name: 'confidence_threshold', value: '' }, { name: 'enable_verification', value: '' }),
    );
    expect(Object.keys(engine.requests[0] ?? {}).sort()).toEqual(['caller', 'file', 'observer', 'onProviderCall', 'schema', 'signal']);
  });

  it('takes a schema that is sent as a JSON part or as a file', async () => {
    const app = await openDoor();
    for (const part of [
      { name: 'output_schema', value: outputSchema, type: 'application/json' },
      { name: 'output_schema', value: outputSchema, type: 'application/json; charset=utf-8', filename: 'schema.json' },
    ]) {
      expect((await extract(app, form(filePart(), part))).status).toBe(200);
    }
  });

  it('keeps the order of a JSON part and finds a name like __proto__ harmless', async () => {
    const engine = fakeEngine();
    const value = '{"type":"object","properties":{"b":{"type":"string"},"__proto__":{"type":"string"},"a":{"type":"string"}}}';
    await extract(await openDoor({ engine }), form(filePart(), { name: 'output_schema', value, type: 'application/json' }));
    expect(engine.requests[0]?.schema.fields.map((field) => field.path)).toEqual(['$.b', '$.__proto__', '$.a']);
  });

  it('ignores fields and files it does not know', async () => {
    const answer = await extract(
      await openDoor(),
      goodForm({ name: 'note', value: 'hello' }, { name: 'other', value: 'x', filename: 'x.bin' }),
    );
    expect(answer.status).toBe(200);
  });

  it.each(['a\u0000b.pdf', '../../etc/passwd', '', 'rechnung-ü-€.pdf', 'x'.repeat(5_000)])(
    'does not mind the file name %j',
    async (name) => {
      expect((await extract(await openDoor(), form(filePart(undefined, name), schemaPart()))).status).toBe(200);
    },
  );

  it('shows a fallback, and its confidence as a number', async () => {
    const engine = fakeEngine({ metadata: { processingTimeMs: 3, credits: 3, fallbackTriggered: true, confidenceScore: 0.91 } });
    const { body } = await extract(await openDoor({ engine }), goodForm());
    expect(body.metadata).toEqual({ processing_time_ms: 3, credits: 3, fallback_triggered: true, confidence_score: 0.91 });
  });

  it('shows checks with exact numbers, and null where a number is unknown', async () => {
    const engine = fakeEngine({
      verification: {
        status: 'PARTIAL',
        checks: [
          {
            kind: 'amounts',
            operands: [],
            type: 'HORIZONTAL_SUM',
            status: 'PASSED',
            fields: ['total', 'subtotal', 'tax'],
            delta: decimal(0),
            expected: decimal('0.3'),
            actual: decimal('0.3'),
            notes: [],
          },
          {
            kind: 'amounts',
            operands: [],
            type: 'VERTICAL_SUM',
            status: 'CANNOT_VERIFY',
            fields: ['subtotal', 'line_items'],
            delta: unknown,
            expected: unknown,
            actual: decimal('0.30'),
            notes: [],
          },
        ],
      },
    });
    const { body } = await extract(await openDoor({ engine }), goodForm({ name: 'enable_verification', value: '1' }));
    expect(body.verification).toEqual({
      status: 'PARTIAL',
      checks_passed: 1,
      checks_failed: 0,
      cannot_verify_count: 1,
      checks_run: [
        {
          type: 'HORIZONTAL_SUM',
          status: 'PASSED',
          fields: ['total', 'subtotal', 'tax'],
          passed: true,
          delta: 0,
          expected: 0.3,
          actual: 0.3,
        },
        {
          type: 'VERTICAL_SUM',
          status: 'CANNOT_VERIFY',
          fields: ['subtotal', 'line_items'],
          passed: false,
          delta: null,
          expected: null,
          actual: 0.3,
        },
      ],
    });
  });

  it.each(['EXTRACTION_FAILED', 'LLM_ERROR', 'PARSING_ERROR', 'TIMEOUT_ERROR'] as const)(
    'answers a failure %s with 200, null and the reason',
    async (code) => {
      const engine = fakeEngine({ object: null, error: { code, message: 'It did not work.' } });
      const answer = await extract(await openDoor({ engine }), goodForm());
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        object: null,
        metadata: { processing_time_ms: 12, credits: 1, fallback_triggered: false },
        error: { code, message: 'It did not work.' },
      });
    },
  );

  it('answers an internal error with 500 and no details', async () => {
    const engine = fakeEngine(async () => Promise.reject(new ExtractionError('LLM_ERROR', 'secret of the document')));
    const answer = await extract(await openDoor({ engine }), goodForm());
    expect([answer.status, answer.body]).toEqual([500, { detail: 'Internal server error' }]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, extract, openDoor } from '../support/door.js';
import { boundary, type FormPart, filePart, form, goodForm, schemaPart } from '../support/form.js';

const name = fc.constantFrom('file', 'output_schema', 'confidence_threshold', 'enable_verification', 'other', '', '__proto__');
const value = fc.oneof(
  fc.string(),
  fc.uint8Array({ maxLength: 300 }),
  fc.json(),
  fc.constantFrom('%PDF-1.7', '{"type":"object","properties":{"a":{"type":"string"}}}', '0.5', 'true', `--${boundary}--`),
);
const type = fc.constantFrom(
  'application/pdf',
  'application/json',
  'text/plain',
  'application/octet-stream',
  'x/y; charset=utf-16le',
  ';;',
);
const part: fc.Arbitrary<FormPart> = fc
  .record({
    name,
    value,
    filename: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
    type: fc.option(type, { nil: undefined }),
  })
  .map(({ filename, type, ...rest }) => ({ ...rest, ...(filename !== undefined && { filename }), ...(type !== undefined && { type }) }));

describe('whatever is sent', () => {
  it('is answered within the contract, never with 500', async () => {
    const app = await openDoor();
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        expect([200, 400, 413]).toContain((await extract(app, form(...parts))).status);
      }),
      { numRuns: 300 },
    );
  });

  it('is answered within the contract when it is cut or changed on the way', async () => {
    const app = await openDoor();
    const { payload, headers } = goodForm();
    const place = fc.nat(payload.length - 1);
    await fc.assert(
      fc.asyncProperty(place, fc.uint8Array({ maxLength: 4 }), fc.boolean(), async (at, bytes, cut) => {
        const changed = cut
          ? payload.subarray(0, at)
          : Buffer.concat([payload.subarray(0, at), bytes, payload.subarray(at + bytes.length)]);
        expect([200, 400]).toContain((await extract(app, { payload: changed, headers })).status);
      }),
      { numRuns: 300 },
    );
  });

  it('as a schema is a 400 or is accepted', async () => {
    const app = await openDoor();
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 5 }), async (json) => {
        const answer = await extract(app, form(filePart(), schemaPart(json)));
        expect([200, 400]).toContain(answer.status);
      }),
      { numRuns: 200 },
    );
  });

  it('as a path is never a 500', async () => {
    const app = await openDoor();
    await fc.assert(
      fc.asyncProperty(fc.webPath(), fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'), async (path, method) => {
        // As every client resolves it: `/.` asks for `/`.
        const { pathname, search } = new URL(`http://vouch.test${path}`);
        expect((await call(app, { method: method as 'GET', url: `${pathname}${search}` })).status).toBeLessThan(500);
      }),
      { numRuns: 200 },
    );
  });
});

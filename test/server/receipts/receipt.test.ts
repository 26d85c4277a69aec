import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { holds } from '../../../server/cli/audit/audit.js';
import { judgeReceipt } from '../../../server/cli/audit/verify.js';
import { checkingKey, type Ingredients, keyId, newReceiptKey, receiptSigner } from '../../../server/extraction/receipt.js';
import type { ExtractionBody } from '../../../server/wire/extraction.js';
import { cell, documentOf, engineOf, scriptedModel } from '../../core/builders.js';
import { extract, openDoor } from '../support/door.js';
import { filePart, form, schemaPart } from '../support/form.js';

const schema = '{"type":"object","properties":{"total":{"type":"number"},"seller":{"type":"string"}},"required":["total"]}';
const ingredients: Ingredients = { configuration: { tiers: ['a'] }, models: ['a'], rules: ['sum'], tables: [{ model: 'a' }] };
const pair = newReceiptKey();
const receipts = receiptSigner(pair.privateKey, ingredients);
const engine = () =>
  engineOf({
    document: documentOf('Seller Päpste Total 120.00'),
    tiers: [scriptedModel('a', [cell('$.total', '120.00'), cell('$.seller', 'Päpste')])],
  });
const document = new TextEncoder().encode('the bytes of a document');

/** A signed answer as the service sends it. */
async function signedText(): Promise<string> {
  const door = await openDoor({ engine: engine() });
  const { body } = await extract(door, form(filePart(), schemaPart(schema), { name: 'enable_verification', value: 'true' }));
  return JSON.stringify(receipts.signed(body as ExtractionBody, { document, schema }));
}

interface Kept {
  readonly answer: string;
  readonly document?: Uint8Array;
  readonly schema?: string;
  readonly ingredients?: Ingredients;
  readonly key?: string;
}

/** What does not hold, by what it is about. */
function faults({ key = pair.publicKey, ...kept }: Kept): Readonly<Record<string, string>> {
  const found = judgeReceipt({ document, schema, ingredients, configurationNamed: true, expected: true, ...kept, key: checkingKey(key) });
  return Object.fromEntries(found.filter(({ verdict }) => verdict === 'fails').map(({ about, problems }) => [about, problems.join()]));
}

const changed = (text: string, at: number): string => `${text.slice(0, at)}${text[at] === '7' ? '8' : '7'}${text.slice(at + 1)}`;

describe('a receipt', () => {
  it('comes with the answer where it was asked for, and is refused where no key signs', async () => {
    const asked = form(filePart(), schemaPart(schema), { name: 'include', value: 'receipt' });
    const { body } = await extract(await openDoor({ engine: engine(), receipts }), asked);
    expect(body.receipt.signatures).toHaveLength(1);
    const refused = await extract(await openDoor({ engine: engine() }), asked);
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('VOUCH_RECEIPT_KEY')]);
    const plain = await extract(await openDoor({ engine: engine(), receipts }), form(filePart(), schemaPart(schema)));
    expect(plain.body).not.toHaveProperty('receipt');
  });

  it('is of a schema without the mark of the byte order that may stand before it', async () => {
    const marked = form(filePart(Buffer.from(document)), schemaPart(`\uFEFF${schema}`), { name: 'include', value: 'receipt' });
    const { status, body } = await extract(await openDoor({ engine: engine(), receipts }), marked);
    expect([status, faults({ answer: JSON.stringify(body) })]).toEqual([200, {}]);
  });

  it('is a DSSE envelope that anybody can check by its description alone', async () => {
    const { receipt } = JSON.parse(await signedText());
    const payload = Buffer.from(receipt.payload, 'base64');
    const signed = Buffer.concat([Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${payload.length} `), payload]);
    expect(verify(null, signed, createPublicKey(pair.publicKey), Buffer.from(receipt.signatures[0].sig, 'base64'))).toBe(true);
    expect(receipt.signatures[0].keyid).toBe(keyId(createPublicKey(pair.publicKey)));
    expect(JSON.parse(payload.toString())).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'urn:vouch:receipt:1',
    });
  });

  it('holds for the answer as it came, written with other space and in another order as well', async () => {
    const text = await signedText();
    expect(faults({ answer: text })).toEqual({});
    expect(faults({ answer: JSON.stringify(JSON.parse(text), null, 2) })).toEqual({});
    const { metadata, ...rest } = JSON.parse(text);
    expect(faults({ answer: JSON.stringify({ metadata, ...rest }) })).toEqual({});
  });

  it('finds any one character of the answer that was changed, its own included', async () => {
    const text = await signedText();
    const missed = Array.from(text, (_, at) => at).filter((at) => {
      try {
        return Object.keys(faults({ answer: changed(text, at) })).length === 0;
      } catch (error) {
        if (error instanceof SyntaxError) return false;
        throw error;
      }
    });
    expect(text.length).toBeGreaterThan(2_000);
    expect(missed).toEqual([]);
  });

  it('says where: in which part of the answer, or in which of the other things', async () => {
    const text = await signedText();
    const at = (words: string, plus: number) => changed(text, text.indexOf(words) + plus);
    expect(faults({ answer: at('"total":120', 8) })).toEqual({ 'receipt answer': expect.stringMatching(/signed: \$\.object\.total$/) });
    expect(faults({ answer: at('"credits":', 10) })).toEqual({ 'receipt answer': expect.stringMatching(/signed: \$\.metadata\.credits$/) });
    expect(faults({ answer: at('Päpste', 1) })).toEqual({ 'receipt answer': expect.stringMatching(/signed: \$\.object\./) });
    expect(Object.keys(faults({ answer: at('"sig":"', 9) }))).toEqual(['receipt signature']);
    expect(Object.keys(faults({ answer: text, document: new TextEncoder().encode('the bytes of a documeNt') }))).toEqual([
      'receipt document',
    ]);
    expect(Object.keys(faults({ answer: text, schema: schema.replace('seller', 'sellex') }))).toEqual(['receipt schema']);
    for (const name of ['configuration', 'models', 'rules', 'tables'] as const)
      expect(Object.keys(faults({ answer: text, ingredients: { ...ingredients, [name]: 'other' } }))).toEqual([`receipt ${name}`]);
  });

  it('does not hold with another key, without a signature, or taken out', async () => {
    const text = await signedText();
    expect(faults({ answer: text, key: newReceiptKey().publicKey })).toEqual({
      'receipt signature': expect.stringContaining('names the key'),
    });
    const { receipt, ...rest } = JSON.parse(text);
    expect(Object.keys(faults({ answer: JSON.stringify({ ...rest, receipt: { ...receipt, signatures: [] } }) }))).toContain(
      'receipt signature',
    );
    expect(faults({ answer: JSON.stringify(rest) })).toEqual({ receipt: expect.stringContaining('the answer has none') });
  });

  it('leaves open what nobody named: the key, the schema, and a configuration that is another by now', async () => {
    const found = judgeReceipt({
      answer: await signedText(),
      document,
      ingredients: { ...ingredients, rules: 'other' },
      configurationNamed: false,
      expected: false,
    });
    expect(found.filter(({ verdict }) => verdict === 'unknown').map(({ about }) => about)).toEqual([
      'receipt signature',
      'receipt schema',
      'receipt rules',
    ]);
    expect(holds({ fields: [], checks: [], whole: [], receipt: found })).toBe(true);
  });

  it('tells numbers apart that a computer would round to the same', async () => {
    const text = JSON.stringify(
      receipts.signed({ object: { total: Number('12345678901234567') }, metadata: {} } as never, { document, schema }),
    );
    expect(text).toContain('12345678901234568');
    expect(faults({ answer: text })).toEqual({});
    expect(faults({ answer: text.replace('4568', '4567') })).toHaveProperty('receipt answer');
  });
});

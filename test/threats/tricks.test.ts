import { describe, expect, it } from 'vitest';
import { openService } from '../specification/service.js';
import { docxTricks } from './tricks/docx.js';
import { pdfTricks } from './tricks/pdf.js';
import { schema, type Trick } from './tricks/trick.js';
import { xlsxTricks } from './tricks/xlsx.js';

const shipped = await openService({ converters: ['pdf', 'docx', 'xlsx'], tiers: ['local', 'local:thorough'], recognizers: [] });

/** What is drawn into proves nothing without OCR, which would take long. */
const patience = 120_000;

/** The value of a trick's field where it is accepted though a person sees another one, and nothing at the field says so; undefined else. */
async function acceptedWrongly({ field, seen }: Trick, answer: Promise<{ readonly body: unknown }>): Promise<unknown> {
  const { object } = (await answer).body as {
    object: Record<string, unknown> & { _meta: { issues: string[]; field_confidence: { field: string; score: number }[] } };
  };
  const { issues, field_confidence: scores } = object._meta;
  const score = scores.find((one) => one.field === `$.${field}`)?.score ?? 0;
  const isTold = issues.some((issue) => issue.startsWith(`$.${field}:`));
  return object[field] === null || seen.includes(object[field] as string) || score < 0.85 || isTold
    ? undefined
    : { value: object[field], score };
}

describe('a document in which a program finds another value than a person sees', () => {
  const all = [...pdfTricks, ...docxTricks, ...xlsxTricks];
  it('is tried in many ways', () => expect(all.length).toBeGreaterThanOrEqual(60));

  it.each(all)(
    'is not believed by the shipped readers: $name',
    async (trick) => {
      expect(await acceptedWrongly(trick, shipped.extract({ file: await trick.make(), schema }))).toBeUndefined();
    },
    patience,
  );
});

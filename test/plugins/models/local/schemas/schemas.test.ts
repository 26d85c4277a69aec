import { beforeAll, describe, expect, it } from 'vitest';
import { type AskDocuments, askingOf } from './ask-documents.js';
import { factsOf, invoices } from './documents.js';
import { english } from './english.js';
import { european } from './european.js';
import { forms } from './forms.js';
import { services } from './services.js';
import { answerOf, type Shape } from './shape.js';
import { standards } from './standards.js';

const schemas: Readonly<Record<string, Shape>> = { ...english, ...european, ...standards, ...services, ...forms };

describe('the local reader answers the same, however its caller asks', () => {
  let asking: AskDocuments;
  beforeAll(async () => {
    asking = await askingOf(invoices);
  });

  it('in at least forty schemas', () => {
    expect(Object.keys(schemas).length).toBeGreaterThanOrEqual(40);
  });

  it.each(Object.entries(schemas))('%s', async (_, shape) => {
    const stated = Object.entries(invoices).map(([language, invoice]) => [language, answerOf(shape, factsOf(invoice))]);
    expect(await asking(shape)).toEqual(Object.fromEntries(stated));
  });
});

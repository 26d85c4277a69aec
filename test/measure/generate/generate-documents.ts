import { buildInvoice, type Invoice } from '../../fixtures/invoice/invoice.js';
import type { WordingLanguage } from '../../fixtures/wording.js';
import { facts } from './facts/facts.js';
import { type PrintedTruth, truthOf } from './facts/truth.js';
import { type GeneratedLayout, layouts } from './layouts.js';
import { itemInTurn, seeded } from './random.js';
import type { IssuerRegion } from './regions/region.js';
import { arabicRegion, latinRegions } from './regions.js';

export interface GeneratedDocument {
  /** Layout, language and number in the run: 'label-left-de-0002'. */
  readonly id: string;
  readonly format: 'pdf' | 'docx';
  readonly kind: Invoice['kind'];
  readonly layout: string;
  readonly language: WordingLanguage;
  readonly bytes: Uint8Array;
  readonly truth: PrintedTruth;
}

export interface GenerateOptions {
  readonly count: number;
  readonly seed: number;
}

/** Uses every layout once a round, each round in other languages. The same seed gives the same documents, byte for byte. */
export async function generateDocuments({ count, seed }: GenerateOptions): Promise<readonly GeneratedDocument[]> {
  const documents: GeneratedDocument[] = [];
  for (let number = 0; number < count; number += 1) documents.push(await generateDocument(number, seed));
  return documents;
}

/** Shifts regions by this number each round. It is coprime to their number, so that each layout meets all regions. */
const stride = 7;

/** The document at this position of a run; it does not depend on the length of the run. */
export async function generateDocument(number: number, seed: number): Promise<GeneratedDocument> {
  const layout = itemInTurn(layouts, number);
  const region = layout.fromRight
    ? arabicRegion
    : itemInTurn(latinRegions, (number % layouts.length) + stride * Math.floor(number / layouts.length));
  const invoice = invoiceFor(layout, region, seeded(seed, number));
  const id = `${layout.name}-${region.country.toLowerCase()}-${String(number + 1).padStart(4, '0')}`;
  const { bytes, rows } = await layout.print(invoice);
  const { format, name } = layout;
  return { id, format, kind: invoice.kind, layout: name, language: region.language, bytes, truth: truthOf(id, invoice, rows) };
}

function invoiceFor({ special, extent }: GeneratedLayout, region: IssuerRegion, random: ReturnType<typeof seeded>): Invoice {
  const plain = { ...facts(random, region, extent), language: region.language };
  return buildInvoice({ ...plain, ...special(plain, random, region) });
}

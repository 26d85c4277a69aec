import { buildInvoice, type Invoice } from '../../fixtures/invoice/invoice.js';
import type { WordingLanguage } from '../../fixtures/wording.js';
import { facts } from './facts/facts.js';
import { type PrintedTruth, truthOf } from './facts/truth.js';
import { type Layout, layouts } from './layouts.js';
import { seeded } from './random.js';
import type { Region } from './regions/region.js';
import { arabicRegion, latinRegions } from './regions.js';
import { turn } from './turn.js';

export interface GeneratedDocument {
  /** layout, language and number in the run: 'label-left-de-0002'. */
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

/** Every layout once a round, in other languages each round. The same seed gives the same documents, byte for byte. */
export async function generateDocuments({ count, seed }: GenerateOptions): Promise<readonly GeneratedDocument[]> {
  const documents: GeneratedDocument[] = [];
  for (let number = 0; number < count; number += 1) documents.push(await generateDocument(number, seed));
  return documents;
}

/** Each round a layout is this many regions further; it has no factor in common with their number, so that the layout meets them all. */
const stride = 7;

/** The document that stands at this place of every run with this seed, however long the run. */
export async function generateDocument(number: number, seed: number): Promise<GeneratedDocument> {
  const layout = turn(layouts, number);
  const region = layout.fromRight
    ? arabicRegion
    : turn(latinRegions, (number % layouts.length) + stride * Math.floor(number / layouts.length));
  const invoice = invoiceFor(layout, region, seeded(seed, number));
  const id = `${layout.name}-${region.country.toLowerCase()}-${String(number + 1).padStart(4, '0')}`;
  const { bytes, rows } = await layout.print(invoice);
  const { format, name } = layout;
  return { id, format, kind: invoice.kind, layout: name, language: region.language, bytes, truth: truthOf(id, invoice, rows) };
}

function invoiceFor({ special, extent }: Layout, region: Region, random: ReturnType<typeof seeded>): Invoice {
  const plain = { ...facts(random, region, extent), language: region.language };
  return buildInvoice({ ...plain, ...special(plain, random, region) });
}

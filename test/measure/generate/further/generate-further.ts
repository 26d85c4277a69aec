import type { JsonObject } from '../../../../core/index.js';
import type { Invoice } from '../../../fixtures/invoice/invoice.js';
import type { WordingLanguage } from '../../../fixtures/wording.js';
import type { TruthFile } from '../../../kit/truth-file.js';
import { itemInTurn, seeded } from '../random.js';
import { latinRegions } from '../regions.js';
import { furtherInvoice } from './facts.js';
import { type FurtherLayout, furtherLayouts } from './layouts.js';
import { namings, type RowFact, schemaOf } from './schemas.js';
import { furtherTruth } from './truth.js';

/** A document that is asked with a schema of its own. */
export interface FurtherDocument {
  readonly id: string;
  readonly format: 'pdf' | 'docx';
  readonly kind: Invoice['kind'];
  readonly layout: string;
  readonly language: WordingLanguage;
  readonly bytes: Uint8Array;
  readonly schema: JsonObject;
  readonly truth: Pick<TruthFile, 'further' | 'tables'>;
}

/** Shifts regions and names by this number each round, so that each layout meets all of them; coprime to their numbers. */
const stride = 7;

/** The document at this position of a run; it does not depend on the length of the run. */
export async function generateFurther(number: number, seed: number): Promise<FurtherDocument> {
  const round = Math.floor(number / furtherLayouts.length);
  const layout = itemInTurn(furtherLayouts, number);
  const region = itemInTurn(latinRegions, (number % furtherLayouts.length) + stride * round);
  const said = furtherInvoice(seeded(seed, number), region, layout);
  const { invoice } = said;
  const { bytes, rows } = await layout.print(invoice);
  const other = invoice.converted?.currency ?? (invoice.currency === 'USD' ? 'EUR' : 'USD');
  const naming = itemInTurn(namings, number + round)({ currency: invoice.currency, other, table: layout.table });
  const cells = cellsOf(layout);
  return {
    id: `${layout.name}-${region.country.toLowerCase()}-${String(number + 1).padStart(4, '0')}`,
    format: layout.format,
    kind: invoice.kind,
    layout: layout.name,
    language: region.language,
    bytes,
    schema: schemaOf(naming, cells),
    truth: furtherTruth(said, rows, { naming, cells }),
  };
}

/** The columns of the layout's table that its schema asks for. */
function cellsOf({ name, table }: FurtherLayout): readonly RowFact[] {
  if (table === 'nights') return ['night', 'amount'];
  if (name.startsWith('net-and-gross')) return ['description', 'quantity', 'amount', 'gross'];
  if (name === 'amounts-in-two-currencies') return ['description', 'amount', 'exchanged'];
  return ['description', 'quantity', 'amount'];
}

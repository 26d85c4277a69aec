import type { Cap } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { spelt } from '../../labels/concepts/name-words.js';
import type { Span } from '../../page/page-index.js';
import { cap } from '../../scoring/caps.js';
import type { Typed } from '../../type-value.js';

/** Refuses a number that is printed with another unit than its field names: the 27.5 m³ of a load are no `gross_weight_kg`. */
export function judgeUnit(typed: Typed, field: Field, spans: readonly Span[]): readonly Cap[] {
  const wanted = typed.kind === 'number' ? unitNamedBy(field) : undefined;
  if (wanted === undefined || spans.length === 0) return [];
  const printed = spans.map(unitAfter);
  const [first] = printed;
  if (first === undefined || printed.some((unit) => unit === undefined || unit === wanted)) return [];
  return [cap('format.wrongShape', `Check failed: printed in ${first}, not in ${wanted}`)];
}

/** The unit that the last word of a field's name is: `weight_kg`, `consumptionKwh`. */
const unitNamedBy = memoizeByObject((field: Field): string | undefined => {
  const unit = units.get(
    spelt(field.names.at(-1) ?? '')
      .split(' ')
      .at(-1) ?? '',
  );
  return unit !== undefined && unit.length > 1 ? unit : undefined;
});

const unitAfter = ({ row, to }: Span): string | undefined =>
  units.get(
    (row.words[to]?.text ?? '')
      .toLowerCase()
      .replace('³', '3')
      .replace('²', '2')
      .replace(/[.,;)]+$/, ''),
  );

/** Units by their spellings. Source: UN/CEFACT recommendation 20 and the International System of Units. */
const units: ReadonlyMap<string, string> = new Map(
  `kg kgs kilo kilos
  g gr
  t to tonnes tons
  lb lbs
  kwh
  mwh
  wh
  m3 cbm
  m2 sqm qm
  km
  mi miles
  l liter liters litre litres ltr
  gb
  mb`
    .split('\n')
    .flatMap((line) => {
      const [unit = '', ...others] = line.trim().split(' ');
      return [unit, ...others].map((spelling) => [spelling, unit] as const);
    }),
);

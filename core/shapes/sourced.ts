import type { Json } from '../contracts/schema.js';
import { datesIn } from '../evidence/print/dates.js';
import { type NumberStyle, numberStyle, readingsIn } from '../evidence/print/numbers.js';
import { child } from '../schema/path.js';
import { isList, isObject } from '../values/json.js';
import { decimal } from '../values/money.js';

/** What an extractor says of where a value stands. */
export interface ValueSource {
  /** The words that prove it. */
  readonly quote?: string | undefined;
  /** Counted from 1. */
  readonly page?: number | undefined;
  /** How sure the extractor says it is, 0..1. */
  readonly stated?: number | undefined;
}

/** A part of an extractor's answer as plain JSON, with the sources of the values in it by their path from this part: '', '.total', '[2].amount'. */
export interface SourcedJson {
  readonly value: Json;
  readonly sources: readonly (readonly [path: string, source: ValueSource])[];
}

/** One value as an extractor names it: as it has typed it, else as its text is most likely meant. */
export interface NamedField extends ValueSource {
  readonly name: string;
  readonly typed?: Json | undefined;
  /** As printed. It is the quote, too, where there is no other. */
  readonly text?: string | undefined;
}

export const leaf = (value: Json, source: ValueSource): SourcedJson => ({ value, sources: [['', source]] });

export const list = (items: readonly SourcedJson[]): SourcedJson => ({
  value: items.map(({ value }) => value),
  sources: items.flatMap((item, index) => below(`[${index}]`, item)),
});

/** How what an extractor says of its data goes along with them: what is said of a member or an item, and of a value. */
interface Alongside<Said> {
  readonly below: (said: Said, step: string | number) => Said;
  readonly sourceOf: (said: Said) => ValueSource;
}

/** Data that are plain already, with what is said of them. */
export function alongside<Said>(value: Json, said: Said, way: Alongside<Said>): SourcedJson {
  if (isList(value)) return list(value.map((item, index) => alongside(item, way.below(said, index), way)));
  if (!isObject(value)) return leaf(value, way.sourceOf(said));
  return record(Object.entries(value).map(([name, member]) => [name, alongside(member, way.below(said, name), way)]));
}

export type SourcedMember = readonly [name: string, part: SourcedJson];

/** Of several different values of one name the first has it, and the others are `name_2`, `name_3`: none is lost. */
export function record(members: readonly SourcedMember[]): SourcedJson {
  const named = new Map<string, SourcedJson>();
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  for (const [name, part] of members) {
    const said = JSON.stringify([name, part.value]);
    if (seen.has(said)) continue;
    seen.add(said);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    named.set(count === 1 ? name : `${name}_${count}`, part);
  }
  const parts = [...named];
  return {
    value: Object.fromEntries(parts.map(([name, { value }]) => [name, value])),
    sources: parts.flatMap(([name, part]) => below(child('', name), part)),
  };
}

const below = (path: string, { sources }: SourcedJson): SourcedJson['sources'] =>
  sources.map(([rest, source]) => [path + rest, source] as const);

/** Fields as members of an object. */
export const members = (fields: readonly NamedField[], style?: NumberStyle): readonly SourcedMember[] =>
  fields.map((field) => [field.name, fieldLeaf(field, style)]);

/** Rows of fields. A column with a text that is no number keeps all its texts, because a column has one type. */
export function table(rows: readonly (readonly NamedField[])[], style?: NumberStyle): SourcedJson {
  const columns = Map.groupBy(rows.flat(), ({ name }) => name);
  const typesOf = (cells: readonly NamedField[]) => new Set(cells.map((cell) => typeof fieldValue(cell, style)));
  const mixed = new Set([...columns].filter(([, cells]) => typesOf(cells).size > 1).map(([name]) => name));
  const asOne = (field: NamedField): NamedField => (mixed.has(field.name) ? asPrinted(field) : field);
  return list(rows.map((row) => record(members(row.map(asOne), style))));
}

const asPrinted = (field: NamedField): NamedField => ({ ...field, typed: field.text ?? String(field.typed) });

const fieldLeaf = (field: NamedField, style: NumberStyle | undefined): SourcedJson =>
  leaf(fieldValue(field, style), { quote: field.quote ?? field.text, page: field.page, stated: field.stated });

const fieldValue = ({ name, typed, text = '' }: NamedField, style: NumberStyle | undefined): Json =>
  typed ?? (text.trim() === '' ? null : meant(text, name, style));

/** How an answer prints its amounts, by all its texts. */
export const styleOf = (fields: readonly NamedField[]): NumberStyle | undefined => numberStyle(fields.flatMap(({ text }) => text ?? []));

/** Names that say what kind of value a text is. */
const amountNames = /(?:^|_)(?:amount|total|subtotal|tax|price|quantity|discount|charge|gratuity|balance|due|paid|rate)$/;
const dayNames = /(?:^|_)date$/;

/** A text that can be two days stays as it is printed; of what a number can be, the other amounts decide, else the likeliest is taken. */
function meant(text: string, name: string, style: NumberStyle | undefined): Json {
  if (dayNames.test(name)) {
    const [day, ...others] = datesIn(text);
    return day === undefined || others.length > 0 ? text : day;
  }
  if (!amountNames.test(name)) return text;
  // '2 pcs' is 2; and where nothing decides, a quantity of '1.234' is more likely 1.234 than 1234.
  const [number] = name === 'quantity' ? readingsIn(text.replace(/\s*\p{L}+\.?\s*$/u, ''), style).toReversed() : readingsIn(text, style);
  return number && decimal(number.toNumber()).eq(number) ? number.toNumber() : text;
}

/** The name of a field in our words where the meaning is clearly the same, else its own in snake_case: `CustomerId` → `customer_id`. */
export const plainName = (name: string, same: Readonly<Record<string, string>>): string =>
  (Object.hasOwn(same, name) ? same[name] : undefined) ??
  name
    .replace(/([a-z\d])(?=[A-Z])/g, '$1_')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .toLowerCase();

/** The currencies that an extractor gives with its amounts, each once, as fields of their own. */
export const currencies = (codes: readonly (string | undefined)[]): readonly NamedField[] =>
  [...new Set(codes)].flatMap((typed) => (typed ? [{ name: 'currency', typed }] : []));

import type { Document } from '../contracts/document.js';
import { InputError } from '../contracts/errors.js';
import type { GivenReading } from '../contracts/extraction.js';
import type { Cell } from '../contracts/model.js';
import type { Field, JsonObject, Schema } from '../contracts/schema.js';
import { wordsIn } from '../evidence/page/regions.js';
import { datesIn } from '../evidence/print/dates.js';
import { squash } from '../evidence/print/normalise.js';
import { numbersIn } from '../evidence/print/numbers.js';
import type { Reader } from '../flow/reader.js';
import { type DataLeaf, invalidData, type LeafTest, leavesOf, mostCharacters, replaceAt } from '../schema/data.js';
import { template } from '../schema/path.js';
import { inData, rootOf, schemaOf } from '../schema/tree.js';
import { readingOf, within } from '../shapes/shapes.js';
import { decimal } from '../values/money.js';
import { maxCells } from './ground.js';
import type { ModelResult } from './read.js';

/** A reading that came with the request, as if its reader had just answered. @throws InputError where it does not follow the schema */
export const givenResult = (given: GivenReading, schema: Schema, reader: Reader): ModelResult => ({
  reader,
  reading: { cells: cellsOf(given, schema) },
});

/** The reading with the words where a person has pointed: each is the quote of its value, and the value where there is none. */
export function withPointedWords(given: GivenReading, document: Document): GivenReading {
  const pointed = Object.entries(given.places ?? {}).flatMap(([path, regions]) => {
    const words = wordsIn(regions, document);
    return [{ path, words, page: regions[0]?.page ?? 1 }];
  });
  const quoted = pointed.filter(({ words }) => words !== '');
  return {
    ...given,
    data: pointed.reduce((data, { path, words }) => replaceAt(data, path, (value) => value ?? (words || noWords(path))), given.data),
    quotes: { ...given.quotes, ...Object.fromEntries(quoted.map(({ path, words }) => [path, words])) },
    pages: { ...given.pages, ...Object.fromEntries(quoted.map(({ path, page }) => [path, page])) },
  };
}

function noWords(path: string): never {
  throw new InputError(`There are no words in the boxes of ${path}: draw them around the words, or give the value`);
}

/**
 * A document without pages of its own has as many as its reader makes of it, so that nobody can be wrong about them.
 * @throws InputError where a value is said to stand on a page that the document does not have
 */
export function requirePages({ pages = {}, places = {}, ownPages }: GivenReading, document: Document): void {
  if (ownPages || document.markdown !== undefined) return;
  const known = new Set(document.pages.map(({ number }) => number));
  const pointed = Object.entries(places).flatMap(([path, regions]) => regions.map(({ page }) => [path, page] as const));
  const wrong = [...Object.entries(pages), ...pointed].find(([, page]) => !known.has(page));
  if (!wrong) return;
  const [path, page] = wrong;
  throw new InputError(
    `Invalid pages: ${path} is said to stand on page ${page}, and the document has ${known.size === 1 ? '1 page' : `${known.size} pages`}`,
  );
}

/** @throws InputError where a reading does not follow the schema, naming the place */
export const requireReading = (given: GivenReading, schema: Schema): void => void cellsOf(given, schema);

/**
 * The cells of what an extractor answers when it is asked for fields: plain data, or the answer of a known one. What nobody asked for is left out, and a text
 * may stand for any type: it is then read as a text of the page.
 * @throws InputError where a value is not where the fields are
 */
export function cellsOfAnswer(answer: JsonObject, fields: readonly Field[]): readonly Cell[] {
  const schema = schemaOf(fields);
  // Of two fields that are one in data, the caller's comes first.
  const roots = new Map(fields.toReversed().map(({ path }) => [inData(path), rootOf(path)]));
  const reading = readingOf(answer);
  const asked = schema.root.properties.map(([name]) => name);
  const named = Object.keys(reading.data);
  if (named.length > 0 && !named.some((name) => asked.includes(name)))
    throw new InputError(`it has no member that was asked for, such as ${asked.slice(0, 3).join(', ')}`);
  const cells = cellsOf(within(schema, reading), schema, () => true);
  return cells.map((cell) => ({ ...cell, path: `${roots.get(template(cell.path)) ?? '$'}${cell.path.slice(1)}` }));
}

/** The cells of data, nulls too. @throws InputError where data do not follow the schema, or a quote or a page belongs to no value */
function cellsOf({ data, quotes = {}, pages = {}, stated = {}, places }: GivenReading, schema: Schema, fits?: LeafTest): readonly Cell[] {
  // A person's text is one of the page, whatever its field asks for.
  const leaves = leavesOf(data, schema, places ? () => true : fits);
  if (leaves.length > maxCells) throw invalidData(`they have ${leaves.length} values; ${maxCells} are the most`);
  const known = new Set(leaves.map(({ path }) => path));
  for (const [name, paths] of Object.entries({ quotes, pages })) {
    const stranger = Object.keys(paths).find((path) => !known.has(path));
    if (stranger !== undefined)
      throw new InputError(
        `Invalid ${name}: the data have no value at ${stranger}${stranger.startsWith('$') ? '' : '; paths begin with $, like $.total'}`,
      );
    const long = Object.entries(paths).find(([, said]) => String(said).length > mostCharacters);
    if (long) throw new InputError(`Invalid ${name}: that of ${long[0]} is longer than ${mostCharacters} characters`);
  }
  return leaves.map((leaf) => ({
    path: leaf.path,
    value: textOf(leaf),
    // A page alone says no more of a value than that it is printed somewhere.
    page: quotes[leaf.path] === undefined ? null : (pages[leaf.path] ?? null),
    quote: quoteOf(leaf, quotes[leaf.path]),
    confidence: 'certain',
    reason: 'exact',
    ...(stated[leaf.path] !== undefined && { stated: stated[leaf.path] }),
  }));
}

/** A quote that is nothing but the value says no more than it, and would count as words around it. One that is another value is kept: it contradicts. */
function quoteOf({ value }: DataLeaf, quote: string | undefined): string | null {
  if (quote === undefined || value === null) return null;
  const isBare =
    typeof value === 'number'
      ? numbersIn(quote).some((number) => number.eq(value))
      : squash(quote) === squash(String(value)) || datesIn(quote).includes(String(value));
  return isBare ? null : quote;
}

/** A value as a text that means just it in any document. Three decimals could be a group of thousands where it is printed so; four are none. */
function textOf({ value }: DataLeaf): string | null {
  if (typeof value !== 'number') return value === null ? null : String(value);
  const written = decimal(value).toFixed();
  return /\.\d{3}$/.test(written) ? `${written}0` : written;
}

/** The readers that work in this process and send nothing anywhere; of those that share their code, the first. */
export function embeddedAmong(readers: readonly Reader[]): readonly Reader[] {
  const embedded = readers.filter(({ model }) => model.kind === 'local');
  return embedded.filter(({ family }, index) => embedded.findIndex((one) => one.family === family) === index);
}

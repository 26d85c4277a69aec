import type { GivenReading } from '../contracts/extraction.js';
import type { Json, JsonObject, Schema, SchemaNode } from '../contracts/schema.js';
import { parseObject, requireWhole, tooManyDigits } from '../schema/data.js';
import { schemaLimits } from '../schema/parse.js';
import { child, template } from '../schema/path.js';
import { isList, isObject } from '../values/json.js';
import { azure } from './azure.js';
import { extend } from './extend.js';
import { google } from './google.js';
import { llamaExtract } from './llama-extract.js';
import { mindee } from './mindee.js';
import { reducto } from './reducto.js';
import type { SourcedJson } from './sourced.js';
import { textract } from './textract.js';
import type { VendorShape } from './vendor-shape.js';

/** The extractors whose answers are taken as they come. One more is one more file, and its name here. */
const shapes: readonly VendorShape[] = [textract, azure, google, mindee, llamaExtract, reducto, extend];

/** Answers of vendors hold outlines of every word, deep inside. */
const vendorDepth = 40;

/**
 * Reads the data that somebody else has extracted: plain, or the answer of a known extractor. Of plain data the `_meta` of our answers is left out, and of
 * an extractor's what the schema does not ask for.
 * @throws InputError whose message begins with `Invalid data:` and names the place
 */
export function parseReading(text: string, schema?: Schema): GivenReading {
  const data = parseObject(text);
  const rounded = new Set<number>();
  const vendor = shapes.find((shape) => shape.is(data));
  requireWhole(text, {
    depth: vendor ? vendorDepth : schemaLimits.depth,
    onRounded: (number, path) => {
      if (!vendor) throw tooManyDigits(path);
      rounded.add(number);
    },
  });
  const reading = readingOf(data);
  if (rounded.size > 0) requireNone(rounded, reading.data, '$');
  return vendor && schema ? within(schema, reading) : reading;
}

/** The reading that plain data, or the answer of a known extractor, hold. @throws InputError for several documents */
export function readingOf(data: JsonObject): GivenReading {
  const vendor = shapes.find((shape) => shape.is(data));
  if (vendor) return { ...given(vendor.read(data)), reader: vendor.name };
  const { _meta, ...own } = data;
  return { data: own };
}

function given({ value, sources }: SourcedJson): GivenReading {
  const quotes = sources.flatMap(([path, { quote }]) => (quote?.trim() ? [[`$${path}`, quote] as const] : []));
  const pages = sources.flatMap(([path, { page }]) => (isPage(page) ? [[`$${path}`, page] as const] : []));
  const stated = sources.flatMap(([path, source]) => (isShare(source.stated) ? [[`$${path}`, source.stated] as const] : []));
  return {
    data: isObject(value) ? value : {},
    quotes: Object.fromEntries(quotes),
    pages: Object.fromEntries(pages),
    ownPages: true,
    stated: Object.fromEntries(stated),
  };
}

const isPage = (page: number | undefined): page is number => page !== undefined && Number.isInteger(page) && page >= 1;

const isShare = (share: number | undefined): share is number => share !== undefined && share >= 0 && share <= 1;

/** Numbers of which it matters that JSON rounds them: those that are scored. */
function requireNone(rounded: ReadonlySet<number>, value: Json, path: string): void {
  if (typeof value === 'number' && rounded.has(value)) throw tooManyDigits(path);
  if (isList(value)) for (const [index, item] of value.entries()) requireNone(rounded, item, `${path}[${index}]`);
  else if (isObject(value)) for (const [name, member] of Object.entries(value)) requireNone(rounded, member, child(path, name));
}

/** What a schema asks for of a reading. */
export function within(schema: Schema, { data, quotes = {}, pages = {}, stated = {}, ...reading }: GivenReading): GivenReading {
  const asked = new Set(schema.fields.map(({ path }) => path));
  const kept = <Value>(byPath: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(byPath).filter(([path]) => asked.has(template(path))));
  const part = partOf(data, schema.root);
  return { ...reading, data: isObject(part) ? part : {}, quotes: kept(quotes), pages: kept(pages), stated: kept(stated) };
}

function partOf(value: Json, node: SchemaNode): Json {
  if (node.kind === 'array') return isList(value) ? value.map((item) => partOf(item, node.items)) : value;
  if (node.kind !== 'object' || !isObject(value)) return value;
  const members = node.properties.flatMap(([name, property]) => (Object.hasOwn(value, name) ? [[name, property] as const] : []));
  return Object.fromEntries(members.map(([name, property]) => [name, partOf(value[name] ?? null, property)]));
}

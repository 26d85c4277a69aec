import { InputError } from '../contracts/errors.js';
import type { GivenReading } from '../contracts/extraction.js';
import { parseReading } from './shapes.js';

/** What a caller states of values beside them, each a JSON object by path: the words that prove a value, and the number of its page. */
export interface SourceTexts {
  readonly quotes?: string | undefined;
  readonly pages?: string | undefined;
}

/** The reading with what the caller states of its values; that goes before what an extractor's own answer states. @throws InputError with the place */
export function withSources(reading: GivenReading, { quotes, pages }: SourceTexts): GivenReading {
  const stated = {
    quotes: byPath(quotes, { name: 'quotes', isRight: isText, like: '{"$.total": "Total 119.00"}' }),
    pages: byPath(pages, { name: 'pages', isRight: isPage, rule: ': a page is a whole number from 1', like: '{"$.total": 1}' }),
  };
  const { ownPages, pages: _, ...withoutPages } = reading;
  // What the caller says of pages must be so; an extractor's own are a hint, and are not heeded beside it.
  const read: GivenReading = ownPages && stated.pages ? withoutPages : reading;
  return {
    ...read,
    ...(stated.quotes && { quotes: { ...read.quotes, ...stated.quotes } }),
    ...(stated.pages && { pages: { ...read.pages, ...stated.pages } }),
  };
}

interface Expected<Value> {
  readonly name: keyof SourceTexts;
  readonly isRight: (value: unknown) => value is Value;
  readonly rule?: string;
  readonly like: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isPage = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1;

/** Something said of each value, by its path. What is null is left out. */
function byPath<Value>(
  text: string | undefined,
  { name, isRight, rule = '', like }: Expected<Value>,
): Readonly<Record<string, Value>> | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const stated = Object.entries(objectIn(text, name, like)).filter(([, value]) => value !== null);
  const wrong = stated.find(([, value]) => !isRight(value));
  if (wrong) throw new InputError(`${name} is wrong at ${wrong[0].slice(0, 200)}${rule}; it must be like ${like}`);
  return Object.fromEntries(stated) as Readonly<Record<string, Value>>;
}

function objectIn(text: string, name: string, like: string): GivenReading['data'] {
  try {
    return parseReading(text).data;
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    const place = /^Invalid data: (\$.*)/.exec(cause.message)?.[1];
    throw new InputError(`${name} must be a JSON object like ${like}${place === undefined ? '' : `; ${place}`}`, { cause });
  }
}

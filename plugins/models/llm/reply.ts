import { isDeepStrictEqual } from 'node:util';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { at, type Cell, once } from '../../../core/index.js';
import type { ModelMemory } from './learned.js';
import { answerSchema } from './prompt.js';
import type { AnswerForm } from './provider.js';

/** What a reply says, in either form, or what is wrong with it, in words for the model that wrote it. */
export type CheckedReply =
  | { readonly answer: CompactAnswer }
  | { readonly cells: readonly Cell[] }
  | { readonly problems: readonly string[] };

/** Reads a reply, and remembers whether it kept to the form that it was asked for. Never throws. */
export function checkedReply(text: string, form: AnswerForm, { forms }: ModelMemory): CheckedReply {
  const checked = parseReply(text);
  if ('problems' in checked) forms.broken(form);
  else forms.kept(form);
  return checked;
}

/**
 * Reads a model's reply: all of it as JSON, else the balanced JSON object in it that is an answer. Of answers that differ none is taken.
 * Never throws.
 */
export function parseReply(text: string): CheckedReply {
  const found = jsonIn(text).map(checkReply);
  const [answer, ...others] = found.filter((checked) => !('problems' in checked));
  if (!answer) return found[0] ?? { problems: ['the answer is not JSON'] };
  return others.every((other) => isDeepStrictEqual(other, answer)) ? answer : { problems: ['there is more than one answer'] };
}

/** Checks parsed JSON: an answer, or the cells of a recording and of models that know only those. At most ten errors are reported. */
export function checkReply(value: unknown): CheckedReply {
  if (at(value, 'cells') !== undefined) return checkCells(value);
  const validate = answerValidator();
  return validate(value) ? { answer: value } : { problems: problemsOf(validate) };
}

function checkCells(value: unknown): CheckedReply {
  const validate = cellsValidator();
  return validate(value) ? { cells: value.cells } : { problems: problemsOf(validate) };
}

const problemsOf = ({ errors }: ValidateFunction): readonly string[] => (errors ?? []).slice(0, 10).map(words);

const words = (error: ErrorObject): string => `${error.instancePath || 'the answer'} ${error.message ?? 'is wrong'}`;

/** Compiling takes time, so that it waits for the first reply. */
const answerValidator = once(() => compile<CompactAnswer>(acceptedAnswer));
const cellsValidator = once(() => compile<{ readonly cells: readonly Cell[] }>(cellSchema));

/** Our own schemas are not checked against the meta-schema: that takes as long as all the rest of the first reply. */
function compile<T>(schema: object): ValidateFunction<T> {
  return new Ajv({ allErrors: false, allowUnionTypes: true, strictTuples: false, logger: false, validateSchema: false }).compile<T>(schema);
}

/** How many positions in a wordy reply are tried as the start of an object. */
const maxTries = 20;

/**
 * The JSON of a reply: all of it, else the balanced objects in it, in order, without what a model thinks aloud before it answers. A comma
 * before a closing bracket is left out; nothing else is mended, because a guess at what is missing would be a guess at a value. Empty where
 * there is none. Never throws.
 */
function jsonIn(reply: string): readonly unknown[] {
  const text = reply.replace(thoughts, '');
  const whole = parsed(text);
  return whole === undefined ? objectsIn(text) : [whole];
}

/** As models write their thoughts where no API keeps these apart. */
const thoughts = /^\s*<(think|thinking)>[\s\S]*?<\/\1>/;

function objectsIn(text: string): readonly unknown[] {
  const objects: unknown[] = [];
  let start = text.indexOf('{');
  for (let attempt = 0; attempt < maxTries && start >= 0; attempt += 1) {
    const end = balancedEnd(text, start);
    const value = end === undefined ? undefined : parsed(text.slice(start, end));
    if (value !== undefined) objects.push(value);
    start = text.indexOf('{', value === undefined ? start + 1 : end);
  }
  return objects;
}

/** The index after the brace that closes the one at `start`; undefined when none does. Braces inside JSON strings do not count. */
function balancedEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString && character === '\\') index += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && character === '{') depth += 1;
    else if (!inString && character === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parsedStrictly(withoutLastCommas(text));
  }
}

function parsedStrictly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without the commas that stand before a closing bracket, outside of strings. */
const withoutLastCommas = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part === ',' ? '' : part));

/** An answer by the schema of answers, or nearly so: servers that enforce no schema write a page as a number, or null for an empty text. */
export interface CompactAnswer {
  /** `[path, value, page, words, doubt]`; all but the path may be left out from the end. */
  readonly fields: readonly (readonly (string | number | null)[])[];
  readonly tables: readonly CompactTable[];
}

/** `[path, value, page, words, doubt]`. */
export type AnsweredField = CompactAnswer['fields'][number];

/** The rows of one table on one page. Rows of later entries with the same name follow those of earlier ones. */
export interface CompactTable {
  /** The path of the array without `$.`: `line_items`, `invoices[0].lines`. */
  readonly name: string;
  readonly page: number;
  /** What follows `name[]` in the path of the field; empty for an array of plain values. A path that begins with `$` is a whole one. */
  readonly columns: readonly string[];
  /** Values in the order of the columns, then doubts: `quantity: unsure obscured`. */
  readonly rows: readonly (readonly (string | null)[])[];
}

const text = { type: ['string', 'null'] };

/** What is accepted as an answer: what is asked for, and nearly so in fields. Values are texts, because a number has lost how it was printed. */
const acceptedAnswer = {
  ...answerSchema,
  properties: {
    ...answerSchema.properties,
    fields: {
      type: 'array',
      items: {
        type: 'array',
        minItems: 1,
        items: [{ type: 'string' }, text, { type: ['string', 'integer', 'null'] }, text, text],
        additionalItems: false,
      },
    },
  },
};

/** The schema of recorded readings, one object a cell, as models were asked before and may still answer. */
const cellSchema = {
  type: 'object',
  required: ['cells'],
  additionalProperties: false,
  properties: {
    cells: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'value', 'page', 'quote', 'confidence', 'reason'],
        additionalProperties: false,
        properties: {
          path: { type: 'string' },
          value: { type: ['string', 'null'] },
          page: { type: ['integer', 'null'] },
          quote: { type: ['string', 'null'] },
          confidence: { type: 'string', enum: ['certain', 'likely', 'unsure', 'guess'] },
          reason: { type: 'string', enum: ['exact', 'header', 'ambiguous', 'multiple', 'obscured'] },
        },
      },
    },
  },
};

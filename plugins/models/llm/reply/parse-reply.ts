import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Cell } from '../../../../core/index.js';
import { cellSchema } from '../prompt/cell-schema.js';

/** How many positions in a wordy reply are tried as the start of the answer. */
const maxTries = 20;

/** Reads a model's reply: all of it as JSON, else the first balanced JSON object in it that holds cells. Never throws. */
export function parseReply(text: string): CheckedCells {
  const whole = parsed(text);
  if (whole !== undefined) return checkCells(whole);
  const found = objectsIn(text).map(checkCells);
  return found.find((checked) => 'cells' in checked) ?? found[0] ?? { problems: ['the answer is not JSON'] };
}

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
    return undefined;
  }
}

/** Cells of the right shape, or what is wrong with them, in words for the model that wrote them. */
export type CheckedCells = { readonly cells: readonly Cell[] } | { readonly problems: readonly string[] };

/** Checks parsed JSON against the cell schema. At most the first ten errors are reported. */
export function checkCells(value: unknown): CheckedCells {
  const validate = validator();
  return validate(value) ? { cells: value.cells } : { problems: (validate.errors ?? []).slice(0, 10).map(words) };
}

let compiled: ValidateFunction<{ readonly cells: readonly Cell[] }> | undefined;

function validator(): ValidateFunction<{ readonly cells: readonly Cell[] }> {
  compiled ??= new Ajv({ allErrors: false, allowUnionTypes: true, logger: false }).compile(cellSchema);
  return compiled;
}

const words = (error: ErrorObject): string => `${error.instancePath || 'the answer'} ${error.message ?? 'is wrong'}`;

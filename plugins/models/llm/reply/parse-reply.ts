import { isDeepStrictEqual } from 'node:util';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type Cell, once } from '../../../../core/index.js';
import type { AnswerForm } from '../learned/answer-form.js';
import type { ModelMemory } from '../learned/model-memory.js';
import { at } from './at.js';
import { cellSchema } from './cell-schema.js';
import { acceptedAnswer, type CompactAnswer } from './compact/answer.js';
import { jsonIn } from './json-in.js';

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

function compile<T>(schema: object): ValidateFunction<T> {
  return new Ajv({ allErrors: false, allowUnionTypes: true, strictTuples: false, logger: false }).compile<T>(schema);
}

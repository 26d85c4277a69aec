import type { Field } from '../../../../core/index.js';
import type { CompactAnswer } from './compact/answer.js';

/** Whether an answer has a list for at least one of the fields. */
export function answersOneOf({ fields }: CompactAnswer, asked: readonly Field[]): boolean {
  const paths = new Set(asked.flatMap(({ path }) => [path, path.replace(/^\$\./, '')]));
  return fields.some(([path]) => typeof path === 'string' && paths.has(path.trim()));
}

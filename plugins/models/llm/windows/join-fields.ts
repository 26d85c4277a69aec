import type { AnsweredField, CompactAnswer } from '../reply/compact/answer.js';

/**
 * The fields that stand once, of answers about different pages. A value counts before its absence; where answers differ, the first one is
 * taken and said to be one of several.
 */
export function joinFields(answers: readonly CompactAnswer[]): readonly AnsweredField[] {
  const answered = answers.filter(({ fields }) => fields.length > 0);
  if (answered.length < 2) return answered.flatMap(({ fields }) => fields);
  return [
    ...Map.groupBy(
      answered.flatMap(({ fields }) => fields),
      pathOf,
    ).values(),
  ].map(oneOf);
}

const pathOf = ([path]: AnsweredField): string =>
  String(path ?? '')
    .trim()
    .replace(/^\$\./, '');
const printedIn = ([, value]: AnsweredField): string => String(value ?? '').trim();

function oneOf(same: readonly AnsweredField[]): AnsweredField {
  const stated = same.filter((field) => printedIn(field) !== '');
  const [first = same[0] ?? []] = stated;
  if (stated.every((field) => printedIn(field) === printedIn(first)) || first.length > 4) return first;
  const [path = '', value = '', page = null, words = ''] = first;
  return [path, value, page, words, 'likely multiple'];
}

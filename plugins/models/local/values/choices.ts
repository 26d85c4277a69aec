import type { Field } from '../../../../core/index.js';
import { choiceIn } from '../../../../core/text.js';
import { doubtful, type Find } from '../find.js';
import { type DocumentLayout, letters } from '../page/layout.js';

/**
 * Turns a find into the choice of the field that its words mean. A find that means no choice is dropped; fields without choices keep
 * theirs.
 */
export function asChoice(field: Field, find: Find | undefined): Find | undefined {
  const choices = field.enum?.filter((choice) => typeof choice === 'string');
  if (!choices || !find) return find;
  const same = choices.find((choice) => choice.toLowerCase() === find.value.toLowerCase());
  const value = same ?? choiceIn(find.value, choices);
  return value === undefined ? undefined : { ...find, value };
}

/** A choice that stands alone in a phrase anywhere, such as `Kartenzahlung`. Doubtful where the document names several. */
export function choiceAlone(layout: DocumentLayout, { enum: given = [] }: Field): Find | undefined {
  const choices = given.filter((choice) => typeof choice === 'string');
  const found = layout.lines.flatMap((line) =>
    line.phrases.flatMap(({ text }): readonly Find[] => {
      const value = letters(text) <= maxLetters ? choiceIn(text, choices) : undefined;
      return value === undefined ? [] : [{ value, page: line.page, quote: text, confidence: 'unsure', reason: 'header' }];
    }),
  );
  const [first] = found;
  return first && found.some(({ value }) => value !== first.value) ? doubtful(first) : first;
}

/** Longer phrases are sentences, which may merely offer ways to pay. */
const maxLetters = 20;

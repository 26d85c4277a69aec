import type { Field } from '../../../../core/index.js';
import { choiceIn } from '../../../../core/internal.js';
import { doubtful, type Find } from '../find.js';
import { type DocumentLayout, letters } from '../page/layout.js';

/** A find whose words mean one of the choices of its field, as that choice; any other find for a field with choices is none of them. */
export function asChoice(field: Field, find: Find | undefined): Find | undefined {
  const choices = field.enum?.filter((choice) => typeof choice === 'string');
  if (!choices || !find) return find;
  const same = choices.find((choice) => choice.toLowerCase() === find.value.toLowerCase());
  const value = same ?? choiceIn(find.value, choices);
  return value === undefined ? undefined : { ...find, value };
}

/** The choice that the document names in a phrase of its own, wherever: `Kartenzahlung`. In doubt where it names several. */
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

/** More letters make a sentence, which may offer ways to pay. */
const maxLetters = 20;

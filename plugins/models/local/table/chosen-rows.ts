import { type Field, memoizeByObject } from '../../../../core/index.js';
import { labelsIn } from '../../../../core/text.js';

/**
 * Whether this reader cannot tell which rows of a table are a field's: its array lists groups of rows, or the array's description chooses among them, `only items
 * over 500 EUR`, `without shipping`.
 */
export const isChosen = memoizeByObject(({ path, names, hints }: Field): boolean => {
  if (path.split('[]').length > 2) return true;
  const array = names[path.slice(0, path.indexOf('[]')).split('.').length - 2];
  return hints.some(
    (hint) =>
      hint.startsWith(`within ${array}: `) &&
      [...hint.matchAll(choosing)].some(({ 0: word, index }) => !isOfSums(hint.slice(index + word.length))),
  );
});

/** Whether words choose out the rows of sums, `not the total row`, which are never read as items. */
const isOfSums = (text: string): boolean =>
  labelsIn(text.slice(0, maxLettersToSum)).some(({ concept }) => concept === 'total' || concept === 'subtotal');
const maxLettersToSum = 24;

/** Words that choose, in the languages of most schemas. Source: CLDR's languages of Europe. */
const choosing =
  /(?<!\p{L})(?:only|except|excluding|without|not|no|over|above|below|under|more|less|nur|ohne|außer|ausser|keine?|nicht|ab|über|unter|seulement|uniquement|sauf|sans|pas|hors|solo|sólo|solamente|únicamente|excepto|sin|soltanto|esclus[oaie]|senza|tranne|non|alleen|enkel|behalve|zonder|niet|geen|apenas|somente|exceto|sem|não|tylko|oprócz|bez|nie|pouze|jen|kromě|csak|kivéve|nélkül|nem|yalnız|yalnızca|sadece|hariç|bara|endast|utom|utan|inte|kun|undtagen|uden|ikke|bare|vain|paitsi|ilman|ei|doar|numai|fără|samo|osim|brez|μόνο|εκτός|χωρίς)(?!\p{L})/giu;

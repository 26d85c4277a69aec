import { memoize, once } from '../../values/memoize.js';
import { hasLegalForm } from '../print/addresses.js';
import { fold, letters } from '../print/normalise.js';
import { labelsIn, rolesIn } from './labels.js';
import { captions, documentTitles, lexicon, roleHeadings, terms } from './lexicon.js';

/**
 * Whether a text consists of the wording of forms: labels, headings, titles, column headers, or a legal form without a name. `Nummer`,
 * `DATA DE RECEBIMENTO`, `Seller trade name`, `customer_ein` and `Sdn Bhd` are nobody's names, whoever reads them as one.
 */
export const isFormWording = memoize((text: string): boolean => {
  if (isDataKey.test(text.trim()) || isLabelAlone(text) || announcesFacts(text)) return true;
  if (isCompanyAlone.test(text.trim())) return true;
  const words = hasLegalForm(text) ? [] : wordsIn(text);
  return words.some((word) => !joints.has(word)) && words.every((word) => joints.has(word) || vocabulary().has(word));
});

/**
 * Whether what stands beside a label is another one, with its value or without, or the beginning of an address that was not filled in: its own place is
 * empty. `Credit card` is the wording of forms as well, and a value.
 */
export const isOtherCaption = (text: string): boolean =>
  /:\s*$/.test(text) || /^(?:https?:)?[\s\-–—._/…]*$/i.test(text) || isOneLabel(/^([^:]{2,30}):/.exec(text)?.[1] ?? '');

/** Names end with the word; alone it is what a form calls the line. */
const isCompanyAlone = /^company:?$/i;

/** Whether one label takes up a whole text, or one side of a slash: `Nome / Razão social`. */
const isLabelAlone = (text: string): boolean =>
  text.split('/').some((part, _, { length }) => length > 1 && letters(part) >= minSideLetters && isOneLabel(part)) || isOneLabel(text);
const minSideLetters = 4;

const isOneLabel = (text: string): boolean =>
  [...labelsIn(text), ...rolesIn(text)].some(({ from, to }) => !/[\p{L}\p{N}]/u.test(text.slice(0, from) + text.slice(to)));

/** Whether a text is a heading over facts about something, whatever that is: `Hotel details`, `Datos del paciente`, `Bankdaten`. */
const announcesFacts = (text: string): boolean =>
  text.split(/\s+/).length <= maxHeadingWords && (factsLast.test(text) || beginsWithFacts(text)) && !hasLegalForm(text);
const maxHeadingWords = 4;

/** Dane is a first name, too: what follows must be a common noun by its small letter, or a word of forms. */
function beginsWithFacts(text: string): boolean {
  const [, ...others] = text.split(/\s+/);
  return factsFirst.test(text) && others.some((word) => /^\p{Ll}/u.test(word) || stems().has(stemOf(fold(word))));
}

/** The nouns for facts, which Germanic languages put last and Romance and Slavic ones first. */
const factsLast =
  /\p{L}[\s-](?:details?|informations?|info|particulars|summary|overview)[:.]?$|\p{L}(?:daten|angaben|informationen|übersicht|gegevens|overzicht|uppgifter|opplysninger|oplysninger|tiedot)[:.]?$/iu;
const factsFirst =
  /^(?:détails?|informations?|coordonnées|récapitulatif|datos|detalles?|información|resumen|dati|dettagli|informazioni|riepilogo|dados|detalhes|informações|resumo|dane|szczegóły|informacje|podaci|údaje|detalii|informații)\s\p{L}/iu;

/** A key of a program that was printed instead of a label: `customer_ein`. */
const isDataKey = /^\p{Ll}+(?:_\p{Ll}+)+$/u;

const wordsIn = (text: string): readonly string[] => fold(text).match(/\p{L}{2,}/gu) ?? [];

/** Every word of the labels, headings and titles that documents print, and of legal forms, but not `company`, which names end with. */
const vocabulary = once(
  (): ReadonlySet<string> =>
    new Set(
      [...Object.values(lexicon), ...Object.values(roleHeadings), documentTitles, ...terms, captions, legalForms]
        .flat()
        .flatMap(wordsIn)
        .filter((word) => word !== 'company'),
    ),
);

/** Nouns are inflected at their ends: `nabywca` and `nabywcy`. */
const stemOf = (word: string): string => word.slice(0, 5);
const stems = once((): ReadonlySet<string> => new Set([...vocabulary()].map(stemOf)));

/** Words that join others: a name may hold them, and consists of more. */
const joints = new Set(
  'of the for and or to by in on at no de da do das dos del della di du des la le les el los en et und oder von vom zur zum der die das den des van voor med och og för av do od za na dla '
    .trim()
    .split(' '),
);
const legalForms =
  'gmbh mbh ag kg ohg ug se sa sas sarl srl spa bv nv ltd limited llc llp plc inc corp co pty pvt sdn bhd pte lda ltda ab as oy aps kft zrt'.split(
    ' ',
  );

import type { Field, Schema } from '../../../core/index.js';
import { conceptKind, conceptOf, isSpecific, matchesPattern, nameParts } from '../../../core/text.js';

/** What will read badly in a schema, and what would mend it. */
export interface Advice {
  /** `$.line_items[].amount`. */
  readonly path: string;
  readonly problem: string;
  readonly mending: string;
}

/** All that a reader, or whoever reads the answers, would stumble on. Nothing of it is refused. */
export const adviceOn = ({ fields, mistakes }: Schema): readonly Advice[] => [
  ...mistakes.map(({ path, text }) => ({ path, problem: text, mending: 'correct it: the reader may take it otherwise than you mean it' })),
  ...fields.flatMap((field) => {
    const [first] = checks.flatMap((check) => check(field, fields) ?? []);
    return [first, doubled(field, fields)].filter((one) => one !== undefined);
  }),
];

type SchemaCheck = (field: Field, all: readonly Field[]) => Advice | undefined;

const advice = ({ path }: Field, problem: string, mending: string): Advice => ({ path, problem, mending });
const isAsked = ({ type, enum: choices }: Field): boolean => type !== 'boolean' && !choices;
const lastName = ({ names }: Field): string => names.at(-1) ?? '';
/** Whether somebody has said what it is; of the entries of a list, in the description of the list, not of what that is in. */
const isDescribed = (field: Field): boolean =>
  field.description !== '' || (field.path.endsWith('[]') && field.hints.some((hint) => hint.startsWith(`within ${lastName(field)}: `)));

/** A name of words such as `date` and `number` alone fits several values of a page. */
const ambiguous: SchemaCheck = (field) => {
  const { atoms, rest } = nameParts(lastName(field));
  if (isDescribed(field) || rest.length > 0 || isSpecific(atoms) || field.names.length > 1 || conceptOf(field)) return undefined;
  return advice(
    field,
    'the name alone may mean several values of a page',
    'say in a "description" which one, and what is printed beside it',
  );
};

/** Words that the reader does not know are looked for as they are; where the page has others, nothing is found. */
const undescribed: SchemaCheck = (field) => {
  if (isDescribed(field) || conceptOf(field) || !isAsked(field)) return undefined;
  return advice(
    field,
    'without a description it is found only where these very words are printed',
    'say in a "description" what is printed beside it',
  );
};

/** Two fields that ask for one thing get one value, or one of them none. */
const doubled: SchemaCheck = (field, all) => {
  const concept = conceptOf(field);
  const twin = concept && all.find((other) => other !== field && placeOf(other) === placeOf(field) && conceptOf(other) === concept);
  if (!twin || all.indexOf(twin) > all.indexOf(field)) return undefined;
  return advice(field, `it asks for the same as ${twin.path}`, 'leave one out, or say in both descriptions how they differ');
};
const placeOf = ({ path }: Field): string => path.slice(0, path.lastIndexOf('.'));

/** As another type or format the name would be known, or the value usable; not `ship_to` and `sold_by`, which ask for a party or its address. */
const mistyped: SchemaCheck = (field) => {
  if (!isAsked(field)) return undefined;
  const concept = conceptOf(field);
  const isDay = concept ? conceptKind(concept) === 'date' : nameParts(lastName(field)).atoms.has('date');
  if (field.type === 'string' && field.format === undefined && isDay)
    return advice(field, 'a day comes as it is printed, 03/04/2025', 'add "format": "date", for 2025-04-03');
  const kind = concept && conceptKind(concept);
  if (field.type === 'string' && kind === 'amount') return advice(field, 'as a text an amount comes as it is printed, 1.234,56', asNumber);
  if (/(_to|_from|_by|To|From|By)$/.test(lastName(field))) return undefined;
  const other = field.type === 'string' ? 'number' : 'string';
  const retyped = conceptOf({ ...field, type: other });
  if (!retyped || concept) return undefined;
  return other === 'string'
    ? advice(field, 'as a number it loses zeros and letters', 'take "type": "string"')
    : advice(field, 'as a text a number comes as it is printed, 1.234,56', asNumber);
};
const asNumber = 'take "type": "number"';

/** A description that says the name again says nothing. */
const repeated: SchemaCheck = (field) => {
  const words = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (field.description === '' || words(field.description) !== words(lastName(field)) || conceptOf(field)) return undefined;
  return advice(field, 'the description only repeats the name', 'say which value it is, and what is printed beside it');
};

/** A pattern may be one of JSON Schema, and none that is tried on what others have written. */
const untried: SchemaCheck = (field) =>
  field.pattern === undefined || matchesPattern('', field) !== undefined
    ? undefined
    : advice(
        field,
        'its pattern is not tried: it is too long, or no regular expression of RE2',
        'do without lookaheads and backreferences',
      );

/** The first that applies says the most. */
const checks: readonly SchemaCheck[] = [untried, mistyped, ambiguous, undescribed, repeated];

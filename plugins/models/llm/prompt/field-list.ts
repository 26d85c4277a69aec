import type { Field } from '../../../../core/index.js';

const maxDescriptionLength = 500;
const maxChoices = 100;

/**
 * The fields, one line each: `line_items[].amount | number | optional | "Net amount of the line"`. The caller's words are quoted and cut.
 * A field that only the checks need is listed like any other.
 */
export const fieldList = (fields: readonly Field[]): string =>
  ['Fields to read, one a line: path | type | required or optional | what is known about it, quoted', ...fields.map(line)].join('\n');

const line = (field: Field): string =>
  [pathAsShown(field.path), field.type, field.required ? 'required' : 'optional', ...knowledge(field)].join(' | ');

function knowledge(field: Field): readonly string[] {
  const { description, enum: choices, hints } = field;
  return [
    ...(description === '' ? [] : [quoted(description)]),
    ...(choices === undefined ? [] : [`one of ${onOneLine(choices.slice(0, maxChoices))}`]),
    ...hints.map((hint) => quoted(hint)),
  ];
}

const quoted = (text: string): string => onOneLine(text.length > maxDescriptionLength ? `${text.slice(0, maxDescriptionLength)}…` : text);

/**
 * JSON without a character that a model could take for the end of a line, or that a person would not see in it: JSON itself escapes only the
 * control characters of ASCII. Source: general categories of Unicode, C (control, format, unassigned) and Zl, Zp.
 */
const onOneLine = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) =>
    [...Array(sign.length).keys()].map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );

/** A path is shown without its root. One with quotes, separators of lines or control characters is shown as the JSON text that the answer must contain. */
function pathAsShown(rooted: string): string {
  const path = rooted.replace(/^\$\./, '');
  const literal = onOneLine(path);
  return literal === `"${path}"` ? path : literal;
}

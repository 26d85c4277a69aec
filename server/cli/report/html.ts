import { printable } from '../text.js';

/** HTML that is safe to put on a page: made by `html`, which escapes all that is not. */
export class Markup {
  constructor(readonly text: string) {}
}

type Piece = Markup | string | number | readonly Piece[];

/** A template of HTML. Texts in it are escaped, for a document may say anything; markup and lists of it are taken as they are. */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(parts.map((part, index) => part + textOf(pieces[index] ?? '')).join(''));

export const nothing = new Markup('');

function textOf(piece: Piece): string {
  if (piece instanceof Markup) return piece.text;
  if (Array.isArray(piece)) return piece.map(textOf).join('');
  return printable(String(piece)).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

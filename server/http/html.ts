/** HTML that is safe to put on a page: made by a template of `html`, which escapes all that is not. */
export class Markup {
  constructor(readonly text: string) {}
}

type HtmlPiece = Markup | string | number | readonly HtmlPiece[];
type Template = (parts: TemplateStringsArray, ...pieces: readonly HtmlPiece[]) => Markup;

/** A template of HTML. Texts in it are cleaned and escaped; markup and lists of it are taken as they are. */
export const htmlWith = (clean: (text: string) => string): Template => {
  const textOf = (piece: HtmlPiece): string => {
    if (piece instanceof Markup) return piece.text;
    if (Array.isArray(piece)) return piece.map(textOf).join('');
    return escaped(clean(String(piece)));
  };
  return (parts, ...pieces) => new Markup(parts.map((part, index) => part + textOf(pieces[index] ?? '')).join(''));
};

/** For texts of our own. */
export const html = htmlWith((text) => text);

export const nothing = new Markup('');

export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

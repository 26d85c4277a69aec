/** HTML that is safe to put on a page, because the `html` template escapes everything else. */
export class Markup {
  constructor(readonly text: string) {}
}

type HtmlPiece = Markup | string | number | readonly HtmlPiece[];
type HtmlTemplate = (parts: TemplateStringsArray, ...pieces: readonly HtmlPiece[]) => Markup;

/** Makes an HTML template tag. It cleans and escapes texts, and leaves markup and lists of markup as they are. */
export const htmlWith = (clean: (text: string) => string): HtmlTemplate => {
  const textOf = (piece: HtmlPiece): string => {
    if (piece instanceof Markup) return piece.text;
    if (Array.isArray(piece)) return piece.map(textOf).join('');
    return escaped(clean(String(piece)));
  };
  return (parts, ...pieces) => new Markup(parts.map((part, index) => part + textOf(pieces[index] ?? '')).join(''));
};

/** For texts that need no cleaning because they are our own. */
export const html = htmlWith((text) => text);

export const nothing = new Markup('');

export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

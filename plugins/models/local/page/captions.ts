import { type DocumentLayout, overlap, type PageLine } from './layout.js';

/**
 * The row of figures right over a row of captions: each figure stands over a caption, no word stands among them, and the next text above
 * is further away. Tables print it the other way round, with the captions on top.
 */
export function figuresOver({ lines, heads, body }: DocumentLayout, captions: PageLine): PageLine | undefined {
  const figures = lines[captions.number - 1];
  if (!figures || figures.page !== captions.page) return undefined;
  if ((heads.has(captions.number) || body.has(figures.number)) && !namesSums(captions)) return undefined;
  const isNear = distance(figures, captions) < Math.min(maxHeights * figures.box.height, maxShare * spaceOver(lines, figures));
  return isNear && isFigures(figures) && areUnder(captions, figures) ? figures : undefined;
}

/** Whether captions name the whole of a document and a part of it. Then no figure over them is one of an item. */
export function namesSums({ phrases }: PageLine): boolean {
  const concepts = new Set(phrases.flatMap(({ labels }) => labels.map(({ concept }) => concept)));
  return (concepts.has('total') || concepts.has('amount_due')) && (concepts.has('subtotal') || concepts.has('tax'));
}

/** The row of captions right under a row of figures. */
export function captionsUnder(layout: DocumentLayout, figures: PageLine): PageLine | undefined {
  const captions = layout.lines[figures.number + 1];
  return captions && figuresOver(layout, captions) === figures ? captions : undefined;
}

/** From middle to middle, in heights of the figures. */
const maxHeights = 1.8;
/** As a share of the distance to the text above the figures. */
const maxShare = 0.75;

const distance = (a: PageLine, b: PageLine): number => Math.abs(b.box.y + b.box.height / 2 - a.box.y - a.box.height / 2);

function spaceOver(lines: readonly PageLine[], figures: PageLine): number {
  const above = lines[figures.number - 1];
  return above?.page === figures.page ? distance(above, figures) : Number.POSITIVE_INFINITY;
}

/** Figures have digits; words and labels of their own they have not, but dates may name months. */
const isFigures = ({ phrases, dates }: PageLine): boolean =>
  phrases.every(
    ({ text, labels, from, to }) =>
      /\d/.test(text) && labels.length === 0 && (!/\p{Ll}{4}/u.test(text) || dates.some((date) => date.from >= from && date.to <= to)),
  );

/** Whether every figure has its own caption, and all of them have letters. */
const areUnder = (captions: PageLine, figures: PageLine): boolean =>
  captions.phrases.length === figures.phrases.length &&
  captions.phrases.some(({ labels }) => labels.length > 0) &&
  figures.phrases.every(({ box }, at) => {
    const caption = captions.phrases[at];
    return caption !== undefined && /\p{L}{2}/u.test(caption.text) && overlap(caption.box, box) > 0.3;
  });

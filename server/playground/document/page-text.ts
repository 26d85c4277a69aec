import type { Rectangle } from './rectangle.js';

/** The text of a page for searching: its characters without spaces, and the rectangles that any range of them covers. */
export interface PageText {
  readonly characters: string;
  rectangles(from: number, to: number): readonly Rectangle[];
}

/** A text without case, spaces, and kinds of dashes and quotes, which differ between two copies of the same print. */
export interface PlainText {
  readonly text: string;
  /** The index of each character in the original text. */
  readonly from: readonly number[];
}

export function plainText(text: string): PlainText {
  let plain = '';
  const from: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    for (const character of plainCharacter(text[index] ?? '')) {
      plain += character;
      from.push(index);
    }
  }
  return { text: plain, from };
}

const plainCharacter = (character: string): string =>
  character
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00ad|\u200b]/g, '')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[‘’‚`´]/g, "'")
    .replace(/[“”„«»]/g, '"');

import type { Page, Word } from '../../../core/contracts/document.js';

/** Words of one line, 10 pt high and 5 pt a letter; two spaces or more in the text part columns, 30 pt wide each gap. */
export function line(text: string, at: { readonly x?: number; readonly y?: number; readonly height?: number } = {}): readonly Word[] {
  const height = at.height ?? 10;
  let x = at.x ?? 50;
  return text.split(/( +)/).flatMap((part): Word[] => {
    if (part === '') return [];
    if (/^ +$/.test(part)) {
      x += part.length === 1 ? 2.5 : 30;
      return [];
    }
    const word = { text: part, box: { x, y: at.y ?? 100, width: part.length * 5, height }, ocr: false };
    x += word.box.width;
    return [word];
  });
}

export const page = (words: readonly Word[], hidden: readonly Word[] = []): Page => ({
  number: 1,
  width: 595,
  height: 842,
  textLayer: 'native',
  words,
  hidden,
});

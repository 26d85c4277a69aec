import type { GreyImage, OcrWord } from '../ocr/picture.js';
import type { Engine, Language } from './core.js';

/** How Tesseract cuts a page before it reads: into columns and blocks, or as one block of lines. */
export type Cut = 'blocks' | 'lines';
const modes: Readonly<Record<Cut, string>> = { blocks: '3', lines: '6' };

/** Columns of Tesseract's table of words: level, page, block, paragraph, line, word, left, top, width, height, certainty of 100, text. */
const wordLevel = '5';

/** Reads the words of a picture, in reading order. */
export function read(
  engine: Engine,
  picture: GreyImage,
  { language, cut }: { readonly language: Language; readonly cut: Cut },
): readonly OcrWord[] {
  const tesseract = engine.reader(language);
  tesseract.SetVariable('tessedit_pageseg_mode', modes[cut]);
  engine.core.FS.writeFile('/input', portable(picture));
  if (tesseract.SetImageFile(1, 0) !== 0) throw new Error('Tesseract could not take the picture');
  tesseract.Recognize(null);
  const table = tesseract.GetTSVText(0);
  tesseract.Clear();
  return wordsIn(table);
}

/** Portable graymap: a header of text, then the dots as they are. */
const portable = ({ width, height, dots }: GreyImage): Uint8Array =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), dots]);

function wordsIn(table: string): readonly OcrWord[] {
  const lines = new Map<string, number>();
  const lineOf = (key: string): number => {
    const known = lines.get(key) ?? lines.size;
    lines.set(key, known);
    return known;
  };
  return table.split('\n').flatMap((row) => {
    const [level, , block, paragraph, line, , left, top, width, height, certainty, text = ''] = row.split('\t');
    if (level !== wordLevel || text.trim() === '') return [];
    const box = { x: Number(left), y: Number(top), width: Number(width), height: Number(height) };
    return [{ text: text.trim(), box, certainty: Math.max(0, Number(certainty) / 100), line: lineOf(`${block}.${paragraph}.${line}`) }];
  });
}

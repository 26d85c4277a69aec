import type { GreyImage, OcrWord } from '../ocr/picture.js';
import type { TesseractEngine, TesseractLanguage } from './engine.js';

/** How Tesseract segments a page: into columns and blocks, or as one block of lines. */
export type Segmentation = 'blocks' | 'lines';
const segmentationModes: Readonly<Record<Segmentation, string>> = { blocks: '3', lines: '6' };

/** Columns of Tesseract's table of words: level, page, block, paragraph, line, word, left, top, width, height, certainty of 100, text. */
const wordLevel = '5';

/** Reads the words of a picture, in reading order. */
export function readPicture(
  engine: TesseractEngine,
  picture: GreyImage,
  { language, segmentation }: { readonly language: TesseractLanguage; readonly segmentation: Segmentation },
): readonly OcrWord[] {
  const tesseract = engine.recognizerFor(language);
  tesseract.SetVariable('tessedit_pageseg_mode', segmentationModes[segmentation]);
  engine.module.FS.writeFile('/input', graymapOf(picture));
  if (tesseract.SetImageFile(1, 0) !== 0) throw new Error('Tesseract could not take the picture');
  tesseract.Recognize(null);
  const table = tesseract.GetTSVText(0);
  tesseract.Clear();
  return wordsIn(table);
}

/** A portable graymap: a text header, then the raw dots. */
const graymapOf = ({ width, height, dots }: GreyImage): Uint8Array =>
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

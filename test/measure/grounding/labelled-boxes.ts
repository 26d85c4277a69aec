import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import type { Document, Word } from '../../../core/index.js';

/**
 * The words of a scanned page with their boxes as people labelled them, as a document; undefined where nobody did. `FOLDER/<id>.csv` has a line
 * `x1,y1,x2,y2,x3,y3,x4,y4,TEXT` for each text, in dots of the picture that the page is, as in the data of SROIE (Huang et al., ICDAR 2019). The words of a
 * text share its box by their letters.
 */
export async function labelledDocument(folder: string, id: string, path: string, read: Document): Promise<Document | undefined> {
  const file = join(folder, `${id}.csv`);
  const [page, ...others] = read.pages;
  const picture = existsSync(file) && page && others.length === 0 ? await pictureOf(path) : undefined;
  if (!page || !picture) return undefined;
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  const words = lines.flatMap((line) => wordsOf(line, page.width / picture.width, page.height / picture.height));
  return { ...read, pages: [{ number: page.number, width: page.width, height: page.height, textLayer: 'native', words, hidden: [] }] };
}

function wordsOf(line: string, across: number, down: number): readonly Word[] {
  const [, corners, text = ''] = /^((?:\d+,){8})(.*)$/.exec(line.trim()) ?? [];
  const numbers = corners?.split(',').slice(0, 8).map(Number) ?? [];
  if (numbers.length < 8) return [];
  const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, at) => at % 2 === odd)) as [number[], number[]];
  const [x, y] = [Math.min(...xs) * across, Math.min(...ys) * down];
  const [width, height] = [Math.max(...xs) * across - x, Math.max(...ys) * down - y];
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    box: { x: x + (index / text.length) * width, y, width: (word.length / text.length) * width, height },
    ocr: false,
  }));
}

/** The size, in dots, of the only picture of a PDF of one page. */
async function pictureOf(path: string): Promise<{ readonly width: number; readonly height: number } | undefined> {
  const pdf = await PDFDocument.load(readFileSync(path));
  const pictures = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image') ? [object.dict] : [],
    );
  const [picture, ...more] = pictures;
  if (!picture || more.length > 0) return undefined;
  const [width, height] = ['Width', 'Height'].map((name) => picture.lookup(PDFName.of(name), PDFNumber).asNumber());
  return width && height ? { width, height } : undefined;
}

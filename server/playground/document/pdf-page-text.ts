import type { PDFPageProxy } from 'pdfjs-dist';
import { type PageText, plainText } from './page-text.js';
import { mergeLines, type Rectangle } from './rectangle.js';

interface PdfTextRun {
  readonly text: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** The text of a PDF page, line by line, with the position of each run from pdf.js. */
export async function pdfPageText(page: PDFPageProxy): Promise<PageText> {
  const { items } = await page.getTextContent();
  const runs = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [{ ...item, text: item.str } as PdfTextRun] : []));
  const ordered = inLines(runs);
  const marks = ordered.flatMap((run) => plainText(run.text).from.map((at) => ({ run, at })));
  const viewport = page.getViewport({ scale: 1 });
  const corner = (x: number, y: number): readonly [number, number] => {
    const [px = 0, py = 0] = viewport.convertToViewportPoint(x, y);
    return [px / viewport.width, py / viewport.height];
  };
  return {
    characters: ordered.map(({ text }) => plainText(text).text).join(''),
    rectangles: (from, to) => {
      const parts = Map.groupBy(marks.slice(from, to), ({ run }) => run);
      return mergeLines([...parts].map(([run, of]) => rectangle(run, of[0]?.at ?? 0, (of.at(-1)?.at ?? 0) + 1, corner)));
    },
  };
}

/** Sorts runs into lines, top to bottom and left to right: quotes are in that order, whatever the order in the file. */
function inLines(runs: readonly PdfTextRun[]): readonly PdfTextRun[] {
  const lines: PdfTextRun[][] = [];
  for (const run of [...runs].sort((a, b) => bottom(b) - bottom(a))) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && bottom(first) - bottom(run) < Math.max(run.height, 4) / 2) line.push(run);
    else lines.push([run]);
  }
  return lines.flatMap((line) => line.sort((a, b) => (a.transform[4] ?? 0) - (b.transform[4] ?? 0)));
}

const bottom = ({ transform }: PdfTextRun): number => transform[5] ?? 0;

const measureContext = document.createElement('canvas').getContext('2d');

/** The share of a run's width before a character. A default font measures it, since proportions hardly differ between fonts. */
function share(text: string, at: number): number {
  const whole = measureContext?.measureText(text).width ?? 0;
  return whole > 0 ? (measureContext?.measureText(text.slice(0, at)).width ?? 0) / whole : at / text.length;
}

function rectangle(run: PdfTextRun, from: number, to: number, corner: (x: number, y: number) => readonly [number, number]): Rectangle {
  const [a = 1, b = 0, , , e = 0, f = 0] = run.transform;
  const length = Math.hypot(a, b) || 1;
  const [ux, uy] = [a / length, b / length];
  const at = (along: number, up: number) => corner(e + ux * along - uy * up, f + uy * along + ux * up);
  const [x1, y1] = at(run.width * share(run.text, from), -0.24 * run.height);
  const [x2, y2] = at(run.width * share(run.text, to), 0.86 * run.height);
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), w: Math.abs(x2 - x1), h: Math.abs(y2 - y1) };
}

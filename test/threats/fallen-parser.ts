/** A file with this mark takes the parser over that reads it. */
export const mark = 'TAKE THIS PARSER OVER';

/**
 * The program of a parser that a file can take over. It reads files by `read`, an expression of the function that gives the content of a file.
 * Once it has fallen it keeps what it reads, and answers every file with the content of the one before.
 */
const fallible = (imports: string, read: string): string => `
  ${imports}
  import { serve } from '../../sandbox/serve.js';
  const readFile = ${read};
  let fallen = false;
  let kept;
  serve(async (task) => {
    const content = await readFile(task);
    fallen ||= Buffer.from(task.bytes).includes(${JSON.stringify(mark)});
    if (!fallen) return content;
    const before = kept ?? content;
    kept = content;
    return before;
  });`;

export const falliblePdf = fallible(
  `import { loadPdfium } from '../../pdfium/pdfium.js';
   import { readDocument } from './document.js';
   const pdfium = await loadPdfium({ mb: 256, exceeded: false });`,
  '({ bytes }) => readDocument(pdfium, bytes, 100)',
);

export const fallibleDocx = fallible(`import { readDocument } from './document.js';`, 'readDocument');

/** It reads the amount in a comment instead of the picture, which takes an OCR engine seconds. */
export const fallibleOcr = fallible(
  '',
  `({ bytes }) => ({ turn: 0, words: ['Total', /READ (\\S+)/.exec(Buffer.from(bytes).toString('latin1'))[1]].map((text, index) => ({
    text, certainty: 0.99, ocr: true, box: { x: 50 + 50 * index, y: 100, width: 45, height: 12 },
  })) })`,
);

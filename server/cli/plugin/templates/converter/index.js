import { isUtf8 } from 'node:buffer';
import { definePlugin, ExtractionError } from 'vouch';

/** Reads plain text as a line printer shows it: columns are made of spaces, and form feeds separate pages. Put your format in its place. */
export default definePlugin({
  kind: 'converter',
  name: '__name__',
  api: 1,
  create: () => ({
    format: 'TXT',
    reads: { formats: ['TXT'], extensions: ['.txt'], mediaTypes: ['text/plain'] },
    accepts: ({ bytes }) => isUtf8(bytes) && !bytes.includes(0),
    async convert(file) {
      const sheets = new TextDecoder()
        .decode(file.bytes)
        .split('\f')
        .filter((sheet) => sheet.trim() !== '');
      if (sheets.length === 0) throw new ExtractionError('EXTRACTION_FAILED', 'The text file has no words');
      return { format: 'txt', file, pages: sheets.map(pageOf), attachments: [], chargedPages: sheets.length };
    },
  }),
});

const letter = { width: 6, height: 12 };

function pageOf(sheet, index) {
  const lines = sheet.split(/\r?\n/);
  return {
    number: index + 1,
    width: Math.max(...lines.map((line) => line.length)) * letter.width,
    height: lines.length * letter.height,
    textLayer: 'native',
    words: lines.flatMap(wordsOf),
    hidden: [],
  };
}

const wordsOf = (line, number) =>
  [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
    text,
    box: { x: index * letter.width, y: number * letter.height, width: text.length * letter.width, height: letter.height },
    ocr: false,
  }));

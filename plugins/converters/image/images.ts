import { crc32 } from 'node:zlib';
import type { PDFDocument, PDFPage } from 'pdf-lib';
import { RefusalError } from '../../sandbox/protocol.js';

/** A picture as its file describes it, and how it gets into a PDF. */
export interface Image {
  /** In dots, before it is turned. */
  readonly width: number;
  readonly height: number;
  /** How it lies: 1 is upright, 6 wants a quarter turn clockwise. Source: Exif 2.32, tag 274 (Orientation), 1..8. */
  readonly orientation: number;
  /** Dots per inch; undefined where the file does not say it. */
  readonly density?: number;
  /** Adds the dots to a PDF and says under what reference. @throws where they are broken */
  embed(pdf: PDFDocument): Promise<Embedded>;
}

export type Embedded = Parameters<PDFPage['node']['newXObject']>[1];

/** Source: Portable Network Graphics, third edition: 5.3 (chunks), 11.2.1 (IHDR), 11.3.4.3 (pHYs), 11.3.3.7 (eXIf). */
export function pngImage(bytes: Buffer): Image {
  const chunks = chunksOf(bytes);
  const head = chunks.get('IHDR');
  if (head?.length !== 13 || !chunks.has('IDAT')) throw new RefusalError('unreadable');
  const density = densityInPng(chunks.get('pHYs'));
  const exif = chunks.get('eXIf');
  return {
    width: head.readUInt32BE(0),
    height: head.readUInt32BE(4),
    orientation: exif ? orientationIn(exif) : 1,
    ...(density !== undefined && { density }),
    embed: async (pdf) => {
      const image = await pdf.embedPng(bytes);
      await image.embed();
      return image.ref;
    },
  };
}

/** The first chunk of each name. A file that ends before its last chunk, or whose bytes were changed, is refused. */
function chunksOf(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) break;
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (!chunks.has(name)) chunks.set(name, bytes.subarray(at + 8, end - 4));
    if (name === 'IEND') return chunks;
    at = end;
  }
  throw new RefusalError('unreadable');
}

const inchesPerMetre = 39.37;

/** Dots per inch, where both axes have the same and the unit is the metre. */
function densityInPng(chunk: Buffer | undefined): number | undefined {
  if (chunk?.length !== 9 || chunk[8] !== 1 || chunk.readUInt32BE(0) !== chunk.readUInt32BE(4)) return undefined;
  return chunk.readUInt32BE(0) === 0 ? undefined : chunk.readUInt32BE(0) / inchesPerMetre;
}

/** Source: ITU-T T.81, annex B (markers), T.871 (JFIF), Exif 2.32, 4.5.4 (APP1). */
export function jpegImage(bytes: Buffer): Image {
  let size: { readonly width: number; readonly height: number } | undefined;
  let density: number | undefined;
  let orientation = 1;
  for (const { marker, content } of segmentsOf(bytes)) {
    if (isFrame(marker) && content.length >= 6) size = { height: content.readUInt16BE(1), width: content.readUInt16BE(3) };
    else if (marker === app0 && content.toString('latin1', 0, 5) === 'JFIF\0') density = densityInJfif(content);
    else if (marker === app1 && content.toString('latin1', 0, 6) === 'Exif\0\0') orientation = orientationIn(content.subarray(6));
  }
  if (!size) throw new RefusalError('unreadable');
  return {
    ...size,
    orientation,
    ...(density !== undefined && { density }),
    embed: async (pdf) => {
      // The library reads the memory of a view from its start, so it gets memory of its own.
      const image = await pdf.embedJpg(new Uint8Array(bytes));
      await image.embed();
      return image.ref;
    },
  };
}

const [app0, app1, startOfScan, endOfImage] = [0xe0, 0xe1, 0xda, 0xd9];

interface Segment {
  readonly marker: number;
  readonly content: Buffer;
}

/** The segments before the first scan. A file whose scan does not end is refused: what is missing would be grey. */
function* segmentsOf(bytes: Buffer): Generator<Segment> {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === startOfScan) {
      if (bytes.indexOf(Buffer.from([0xff, endOfImage]), end) < 0) break;
      return;
    }
    if (end > bytes.length) break;
    // Bytes 0xff may fill the gap before a marker.
    if (marker === 0xff) at += 1;
    else {
      yield { marker, content: bytes.subarray(at + 4, end) };
      at = end;
    }
  }
  throw new RefusalError('unreadable');
}

/** Start of frame, of any process; 0xc4, 0xc8 and 0xcc mean other things. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

export const centimetresPerInch = 2.54;

function densityInJfif(jfif: Buffer): number | undefined {
  if (jfif.length < 12) return undefined;
  const [unit, x, y] = [jfif[7], jfif.readUInt16BE(8), jfif.readUInt16BE(10)];
  if (x === 0 || x !== y) return undefined;
  return unit === 1 ? x : unit === 2 ? x * centimetresPerInch : undefined;
}

/** The orientation that Exif data states, 1..8; 1 where it states none or is broken. Sources: TIFF 6.0, section 2; Exif 2.32, 4.6.4 A. */
function orientationIn(exif: Buffer): number {
  const order = exif.toString('latin1', 0, 2);
  if (exif.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const short = (at: number): number => (at + 2 > exif.length ? 0 : order === 'II' ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const first = order === 'II' ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  for (let entry = 0; entry < short(first); entry += 1) {
    const at = first + 2 + entry * 12;
    if (at + 12 > exif.length) return 1;
    if (short(at) === orientationTag) return isOrientation(short(at + 8)) ? short(at + 8) : 1;
  }
  return 1;
}

export const orientationTag = 274;

export const isOrientation = (value: number): boolean => value >= 1 && value <= 8;

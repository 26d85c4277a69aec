import { RefusalError } from '../../sandbox/refusal.js';
import type { Image } from './image.js';
import { orientationIn } from './orientation.js';

/** Source: ITU-T T.81, annex B (markers), T.871 (JFIF), Exif 2.32, 4.5.4 (APP1). */
export function jpegImage(bytes: Buffer): Image {
  let size: { readonly width: number; readonly height: number } | undefined;
  let density: number | undefined;
  let orientation = 1;
  for (const { marker, content } of segmentsOf(bytes)) {
    if (isFrame(marker) && content.length >= 6) size = { height: content.readUInt16BE(1), width: content.readUInt16BE(3) };
    else if (marker === app0 && content.toString('latin1', 0, 5) === 'JFIF\0') density = densityOf(content);
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

const centimetresPerInch = 2.54;

function densityOf(jfif: Buffer): number | undefined {
  if (jfif.length < 12) return undefined;
  const [unit, x, y] = [jfif[7], jfif.readUInt16BE(8), jfif.readUInt16BE(10)];
  if (x === 0 || x !== y) return undefined;
  return unit === 1 ? x : unit === 2 ? x * centimetresPerInch : undefined;
}

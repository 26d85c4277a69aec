import { crc32 } from 'node:zlib';
import { RefusalError } from '../../sandbox/refusal.js';
import type { Image } from './image.js';
import { orientationIn } from './orientation.js';

/** Source: Portable Network Graphics, third edition: 5.3 (chunks), 11.2.1 (IHDR), 11.3.4.3 (pHYs), 11.3.3.7 (eXIf). */
export function pngImage(bytes: Buffer): Image {
  const chunks = chunksOf(bytes);
  const head = chunks.get('IHDR');
  if (head?.length !== 13 || !chunks.has('IDAT')) throw new RefusalError('unreadable');
  const density = densityOf(chunks.get('pHYs'));
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
function densityOf(chunk: Buffer | undefined): number | undefined {
  if (chunk?.length !== 9 || chunk[8] !== 1 || chunk.readUInt32BE(0) !== chunk.readUInt32BE(4)) return undefined;
  return chunk.readUInt32BE(0) === 0 ? undefined : chunk.readUInt32BE(0) / inchesPerMetre;
}

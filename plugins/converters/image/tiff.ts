import type { PDFDocument } from 'pdf-lib';
import UTIF, { type IFD } from 'utif2';
import { RefusalError } from '../../sandbox/protocol.js';
import { centimetresPerInch, type Embedded, type Image, isOrientation, orientationTag } from './images.js';

/** Tags of TIFF 6.0, sections 8 and 15; each is called `t` and its number by the decoder. */
const tag = {
  subfile: 254,
  width: 256,
  height: 257,
  stripOffsets: 273,
  stripBytes: 279,
  orientation: orientationTag,
  density: 282,
  unit: 296,
  tileOffsets: 324,
  tileBytes: 325,
};

/** The pictures of a TIFF in their order, without reduced copies. @throws RefusalError 'pages' or 'unreadable'. */
export function tiffImages(bytes: Buffer, maxPages: number): readonly Image[] {
  checkChain(bytes, maxPages);
  return UTIF.decode(bytes)
    .filter((directory) => (firstOf(directory, tag.subfile) ?? 0) % 2 === 0)
    .map((directory) => imageOf(bytes, directory));
}

function imageOf(bytes: Buffer, directory: IFD): Image {
  const [width, height] = [firstOf(directory, tag.width) ?? 0, firstOf(directory, tag.height) ?? 0];
  const orientation = firstOf(directory, tag.orientation) ?? 1;
  const density = densityOf(directory);
  requireDots(bytes, directory);
  return {
    width,
    height,
    orientation: isOrientation(orientation) ? orientation : 1,
    ...(density !== undefined && { density }),
    embed: async (pdf) => embedDots(pdf, bytes, directory, width * height),
  };
}

/** The decoder follows the chain of directories wherever it leads, in a circle too, so its length is checked first. */
function checkChain(bytes: Buffer, maxPages: number): void {
  const little = bytes[0] === 0x49;
  const long = (at: number): number => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const seen = new Set<number>();
  for (let at = bytes.length < 8 ? 0 : long(4); at !== 0; ) {
    if (seen.has(at) || at + 2 > bytes.length) throw new RefusalError('unreadable');
    seen.add(at);
    // A picture may have one reduced copy.
    if (seen.size > 2 * maxPages) throw new RefusalError('pages');
    const next = at + 2 + 12 * (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
    if (next + 4 > bytes.length) throw new RefusalError('unreadable');
    at = long(next);
  }
}

/** Dots that the file does not have would be black. @throws RefusalError 'unreadable' */
function requireDots(bytes: Buffer, directory: IFD): void {
  const offsets = [...valuesOf(directory, tag.stripOffsets), ...valuesOf(directory, tag.tileOffsets)];
  const counts = [...valuesOf(directory, tag.stripBytes), ...valuesOf(directory, tag.tileBytes)];
  const whole = offsets.length > 0 && offsets.every((offset, at) => offset + (counts[at] ?? 0) <= bytes.length);
  if (!whole) throw new RefusalError('unreadable');
}

function embedDots(pdf: PDFDocument, bytes: Buffer, directory: IFD, dots: number): Embedded {
  UTIF.decodeImage(bytes, directory);
  const rgba = UTIF.toRGBA8(directory);
  if (rgba.length !== dots * 4) throw new RefusalError('unreadable');
  const colours = isGrey(rgba) ? 1 : 3;
  const samples = new Uint8Array(dots * colours);
  for (let dot = 0; dot < dots; dot += 1)
    for (let colour = 0; colour < colours; colour += 1) samples[dot * colours + colour] = rgba[dot * 4 + colour] ?? 0;
  const image = pdf.context.flateStream(samples, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: directory.width,
    Height: directory.height,
    ColorSpace: colours === 1 ? 'DeviceGray' : 'DeviceRGB',
    BitsPerComponent: 8,
  });
  return pdf.context.register(image);
}

function isGrey(rgba: Uint8Array): boolean {
  for (let at = 0; at < rgba.length; at += 4) if (rgba[at] !== rgba[at + 1] || rgba[at] !== rgba[at + 2]) return false;
  return true;
}

function densityOf(directory: IFD): number | undefined {
  const density = firstOf(directory, tag.density);
  const unit = firstOf(directory, tag.unit) ?? 2;
  if (density === undefined || !(density > 0) || (unit !== 2 && unit !== 3)) return undefined;
  return unit === 2 ? density : density * centimetresPerInch;
}

const firstOf = (directory: IFD, wanted: number): number | undefined => valuesOf(directory, wanted)[0];

function valuesOf(directory: IFD, wanted: number): readonly number[] {
  const values = directory[`t${wanted}`];
  if (values === undefined || typeof values === 'number') return [];
  return Array.from<unknown>(values).filter((value) => typeof value === 'number');
}

import type { Box } from '../../../core/index.js';
import { type PageGeometry, shown } from '../../pdfium/page-geometry.js';
import { type Handle, type Pdfium, withBytes } from '../../pdfium/pdfium.js';

/**
 * The parts that were pasted into the picture of a scan. Who opens a JPEG, changes it and saves it compresses it a second time on the same grid of
 * 8 × 8 dots: some coefficients of its blocks are now frequent and others rare, but not in what was pasted. Empty where the picture is no such JPEG.
 * Sources: Fridrich and Lukáš, Estimation of primary quantization matrix in double compressed JPEG images (2003), which also compares with the
 * grid moved by four dots; Lin et al., Fast, automatic and fine-grained tampered JPEG image detection via DCT coefficient analysis (2009).
 */
export function pastedInto(pdfium: Pdfium, picture: Handle, geometry: PageGeometry): readonly Box[] {
  const steps = luminanceSteps(jpegOf(pdfium, picture));
  const image = steps && brightnessOf(pdfium, picture);
  if (!steps || !image) return [];
  const parts = partsOf(weighedBlocks(image, steps));
  return parts.length > mostParts ? [] : parts.map((part) => placed(pdfium, picture, { part, image, geometry }));
}

/** A picture with more parts is compressed unevenly. */
const mostParts = 3;
const maxJpegBytes = 32_000_000;
const maxDots = 16_000_000;

/** The bytes of a picture that is a JPEG and nothing around it; empty where it is none. */
function jpegOf(pdfium: Pdfium, picture: Handle): Uint8Array {
  const length = pdfium._FPDFImageObj_GetImageDataRaw(picture, 0, 0);
  if (length < 4 || length > maxJpegBytes) return new Uint8Array(0);
  return withBytes(pdfium, length, (at) => {
    pdfium._FPDFImageObj_GetImageDataRaw(picture, at, length);
    return pdfium.HEAPU8.slice(at, at + length);
  });
}

/** The steps in which a JPEG counts the coefficients of its first component, row by row. Source: ITU-T T.81, B.2. */
function luminanceSteps(jpeg: Uint8Array): readonly number[] | undefined {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return undefined;
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.length);
  const tables = new Map<number, readonly number[]>();
  let wanted = 0;
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== 0xda; at += 2 + view.getUint16(at + 2)) {
    const [marker = 0, end] = [jpeg[at + 1], Math.min(at + 2 + view.getUint16(at + 2), jpeg.length)];
    if (marker >= 0xc0 && marker <= 0xc2) wanted = jpeg[at + 12] ?? 0;
    // A table of two bytes a step belongs to pictures of twelve bits, which are no scans.
    if (marker === 0xdb)
      for (let from = at + 4; from + 65 <= end; from += 65) tables.set(jpeg[from] ?? 0, [...jpeg.subarray(from + 1, from + 65)]);
  }
  const steps = tables.get(wanted);
  return steps && zigzag.map((place) => steps[place] || 1);
}

/** At which place of a table the step of each coefficient stands, row by row. Source: ITU-T T.81, figure A.6. */
const zigzag = Array.from({ length: 64 }, (_, at) => ({ row: at >> 3, column: at % 8, at }))
  .sort((a, b) => {
    const [one, other] = [a.row + a.column, b.row + b.column];
    return one - other || (one % 2 === 0 ? b.row - a.row : a.row - b.row);
  })
  .reduce<number[]>((places, { at }, place) => Object.assign(places, { [at]: place }), new Array<number>(64).fill(0));

interface Brightness {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
}

/** The brightness that a JPEG encodes, which its colours keep. Source: ITU-T T.871, 7. */
function brightnessOf(pdfium: Pdfium, picture: Handle): Brightness | undefined {
  const [width, height] = withBytes(pdfium, 8, (out) => {
    pdfium._FPDFImageObj_GetImagePixelSize(picture, out, out + 4);
    return [pdfium.HEAPU32[out >> 2] ?? 0, pdfium.HEAPU32[(out >> 2) + 1] ?? 0];
  });
  const bitmap = width * height <= maxDots ? pdfium._FPDFImageObj_GetBitmap(picture) : 0;
  if (!bitmap) return undefined;
  try {
    const bytes = [1, 3, 4, 4][pdfium._FPDFBitmap_GetFormat(bitmap) - 1];
    if (bytes === undefined || pdfium._FPDFBitmap_GetWidth(bitmap) !== width || pdfium._FPDFBitmap_GetHeight(bitmap) !== height)
      return undefined;
    const [stride, from] = [pdfium._FPDFBitmap_GetStride(bitmap), pdfium._FPDFBitmap_GetBuffer(bitmap)];
    const dots = new Uint8Array(width * height);
    const heap = pdfium.HEAPU8;
    for (let y = 0, to = 0; y < height; y += 1)
      for (let x = 0, at = from + y * stride; x < width; x += 1, at += bytes, to += 1)
        dots[to] =
          bytes === 1 ? (heap[at] ?? 0) : Math.round(0.114 * (heap[at] ?? 0) + 0.587 * (heap[at + 1] ?? 0) + 0.299 * (heap[at + 2] ?? 0));
    return { width, height, dots };
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
  }
}

/** The lower frequencies: the others are mostly none. */
const frequencies = Array.from({ length: 64 }, (_, at) => at).filter((at) => at > 0 && (at >> 3) + (at % 8) <= 7);
/** Larger coefficients are too few to be counted each. */
const reach = 24;

interface Block {
  readonly column: number;
  readonly row: number;
  /** How large its coefficients are, in steps. */
  readonly sizes: Uint8Array;
}

interface WeighedBlock extends Block {
  /** By how much likelier it was compressed once than twice, as a logarithm. */
  readonly weight: number;
}

/** The blocks with print, weighed; none where the picture was compressed once, which some of its rows show. */
function weighedBlocks(image: Brightness, steps: readonly number[]): readonly WeighedBlock[] {
  const isTwice = (blocks: readonly WeighedBlock[]): boolean =>
    blocks.reduce((sum, { weight }) => sum - weight, 0) >= leastTwice * Math.max(1, blocks.length);
  return isTwice(weighedIn(image, steps, 4)) ? weighedIn(image, steps, 1) : [];
}

/** The blocks in one of so many rows, weighed by how often their coefficients are found on this grid and on one that nothing was compressed on. */
function weighedIn(image: Brightness, steps: readonly number[], each: number): readonly WeighedBlock[] {
  const blocks: Block[] = [];
  const [here, moved] = [frequencies.map(() => new Float64Array(reach).fill(2)), frequencies.map(() => new Float64Array(reach).fill(2))];
  for (let row = 0; row < (image.height >> 3) - 1; row += each)
    for (let column = 0; column < (image.width >> 3) - 1; column += 1) {
      const [x, y] = [column * 8, row * 8];
      if (!hasPrint(image, x, y)) continue;
      const sizes = sizesAt(image, { x, y }, steps);
      blocks.push({ column, row, sizes });
      count(here, sizes);
      count(moved, sizesAt(image, { x: x + 4, y: y + 4 }, steps));
    }
  const weights = here.map((own, at) => weightsOf(own, moved[at] ?? own));
  const weigh = ({ sizes }: Block): number => weights.reduce((sum, own, at) => sum + (own[sizes[at] ?? 0] ?? 0), 0);
  return blocks.map((block) => ({ ...block, weight: weigh(block) }));
}

function count(counts: readonly Float64Array[], sizes: Uint8Array): void {
  counts.forEach((own, at) => {
    const size = sizes[at] ?? 0;
    if (size < reach) own[size] = (own[size] ?? 0) + 1;
  });
}

/** How much likelier its average block must have been compressed twice, as a logarithm: most scans have less than 1, those saved again 10. */
const leastTwice = 4;

/** What each size of a coefficient says. None says nothing: there are more on any grid where the print is paler. */
function weightsOf(here: Float64Array, moved: Float64Array): Float64Array {
  const sum = (counts: Float64Array): number => counts.subarray(1).reduce((all, one) => all + one, 0);
  const times = Math.log(sum(here) / sum(moved));
  return here.map((own, size) => (size === 0 ? 0 : Math.max(-3, Math.min(3, Math.log((moved[size] ?? 1) / own) + times))));
}

/** Whether a block has an edge of print and is not cut off at black, as holes and the rim of a scanner are: such dots lose how they were compressed. */
function hasPrint({ width, dots }: Brightness, left: number, top: number): boolean {
  let [darkest, lightest, clipped] = [255, 0, 0];
  for (let y = top; y < top + 8; y += 1)
    for (let at = y * width + left; at < y * width + left + 8; at += 1) {
      const dot = dots[at] ?? 0;
      if (dot < darkest) darkest = dot;
      if (dot > lightest) lightest = dot;
      if (dot < 4) clipped += 1;
    }
  return lightest - darkest >= 40 && clipped <= 8;
}

const cosines = Float64Array.from({ length: 64 }, (_, at) => {
  const [u, x] = [at >> 3, at % 8];
  return (u === 0 ? Math.SQRT1_2 / 2 : 0.5) * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});
const half = new Float64Array(64);

/** The coefficients of the 8 × 8 dots at a place. Source: ITU-T T.81, A.3.3. */
function sizesAt({ width, dots }: Brightness, { x, y }: { readonly x: number; readonly y: number }, steps: readonly number[]): Uint8Array {
  for (let row = 0; row < 8; row += 1)
    for (let u = 0; u < 8; u += 1) {
      let sum = 0;
      for (let at = 0; at < 8; at += 1) sum += (cosines[u * 8 + at] ?? 0) * (dots[(y + row) * width + x + at] ?? 0);
      half[row * 8 + u] = sum;
    }
  return Uint8Array.from(frequencies, (frequency) => {
    const [v, u] = [frequency >> 3, frequency % 8];
    let sum = 0;
    for (let row = 0; row < 8; row += 1) sum += (cosines[v * 8 + row] ?? 0) * (half[row * 8 + u] ?? 0);
    return Math.min(reach, Math.round(Math.abs(sum) / (steps[frequency] ?? 1)));
  });
}

interface PastedPart {
  left: number;
  top: number;
  right: number;
  bottom: number;
  weight: number;
}

/** A block that says less is left alone; and what a number says at least, which is some dozen blocks. */
const leastSizes = 5;
const leastWeight = 100;

/** Blocks beside each other that were compressed once. */
function partsOf(blocks: readonly WeighedBlock[]): readonly PastedPart[] {
  const key = (column: number, row: number): number => row * 65_536 + column;
  const open = new Map(
    blocks
      .filter(({ weight, sizes }) => weight > 0 && sizes.filter((size) => size > 0).length >= leastSizes)
      .map((block) => [key(block.column, block.row), block]),
  );
  const parts: PastedPart[] = [];
  for (const first of open.values()) {
    const part = { left: first.column, top: first.row, right: first.column, bottom: first.row, weight: 0 };
    const queue = [first];
    open.delete(key(first.column, first.row));
    for (const { column, row, weight } of queue) {
      part.left = Math.min(part.left, column);
      part.right = Math.max(part.right, column);
      part.top = Math.min(part.top, row);
      part.bottom = Math.max(part.bottom, row);
      part.weight += weight;
      for (let at = 0; at < 9; at += 1) {
        const place = key(column + (at % 3) - 1, row + Math.floor(at / 3) - 1);
        const next = open.get(place);
        if (!next) continue;
        open.delete(place);
        queue.push(next);
      }
    }
    parts.push(part);
  }
  return parts.filter(({ weight }) => weight >= leastWeight);
}

/** Where a part of a picture is shown: the picture fills the unit square, from its bottom left, that its matrix places. */
function placed(
  pdfium: Pdfium,
  picture: Handle,
  { part, image, geometry }: { readonly part: PastedPart; readonly image: Brightness; readonly geometry: PageGeometry },
): Box {
  const [a, b, c, d, e, f] = withBytes(pdfium, 24, (out) => {
    pdfium._FPDFPageObj_GetMatrix(picture, out);
    const { HEAPF32 } = pdfium;
    return Array.from({ length: 6 }, (_, at) => HEAPF32[(out >> 2) + at] ?? 0) as [number, number, number, number, number, number];
  });
  const at = (column: number, row: number) => {
    const [x, y] = [(column * 8) / image.width, 1 - (row * 8) / image.height];
    return { x: a * x + c * y + e, y: b * x + d * y + f };
  };
  const [from, to] = [at(part.left, part.top), at(part.right + 1, part.bottom + 1)];
  return shown(geometry, { left: from.x, top: from.y, right: to.x, bottom: to.y });
}

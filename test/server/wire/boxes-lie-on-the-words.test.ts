import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../config/index.js';
import { createEngine, type Engine, parseSchema } from '../../../core/index.js';
import type { GreyImage } from '../../../plugins/recognizers/ocr/picture.js';
import { at, rawPdf } from '../../plugins/converters/raw-pdf.js';
import { draw } from '../../plugins/recognizers/draw.js';
import { lines, slip } from '../../plugins/recognizers/slip.js';

/** The shipped pipeline, real converter and real OCR; what it says of a place is held against the page as it is drawn. */
let engine: Engine;
beforeAll(async () => {
  engine = createEngine((await loadConfig({ env: {}, cwd: import.meta.dirname })).engine);
});
afterAll(() => engine.close());

const schema = parseSchema(JSON.stringify({ type: 'object', properties: { total: { type: 'number' } }, required: ['total'] }));

/** How much of the ink the boxes of the total cover, and how much larger they are than the ink's own rectangle. */
async function covered(bytes: Uint8Array, ink: Uint8Array): Promise<{ readonly share: number; readonly times: number }> {
  const { draft } = await engine.extract({ file: { name: 'slip.pdf', bytes }, schema });
  const regions = draft?.fields[0]?.regions ?? [];
  const { picture } = await draw(ink);
  const dots = inkOf(picture);
  const inside = dots.filter(([x, y]) =>
    regions.some((box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height),
  );
  const [xs, ys] = [dots.map(([x]) => x), dots.map(([, y]) => y)];
  const extent = (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
  const area = regions.reduce((sum, box) => sum + box.width * box.height, 0);
  return { share: inside.length / dots.length, times: area / extent };
}

/** The dark dots of a picture, in shares of it. */
const inkOf = ({ width, height, dots }: GreyImage): readonly (readonly [number, number])[] =>
  [...dots].flatMap((dot, at) => (dot < 128 ? [[(at % width) / width, Math.floor(at / width) / height] as const] : []));

describe.each([0, 90, 180, 270])('on a page that the file turns by %i degrees', (rotate) => {
  it('and cuts at its edges, the boxes are where a viewer shows the words', async () => {
    const upright = { 0: '1 0 0 1 60 250', 90: '0 1 -1 0 350 220', 180: '-1 0 0 -1 380 650', 270: '0 -1 1 0 80 680' }[rotate];
    const entries = `/MediaBox [-20 -30 595 842] /CropBox [30 200 400 700] /Rotate ${rotate}`;
    const page = (content: string) => rawPdf([{ content: `${upright} cm\n${content}`, entries }]);
    const total = at(0, 0, 'Total 120.00', 14);
    const { share, times } = await covered(page(at(0, 200, 'Invoice 2024-0317') + total), page(total));
    expect([share, times < 2.5], `${times} times its size`).toEqual([1, true]);
  });
});

describe.each([
  ['upright', 0, 0],
  ['on its side', 0, 90],
  ['on its other side', 0, 270],
  ['askew', 4, 0],
])('on a scan that lies %s', (_, degrees, rotate) => {
  it('the boxes are those of the picture as it lies', async () => {
    const alone = lines.map((line) => (line.startsWith('Total') ? line : ''));
    const [scan, ink] = [await scanOf(slip(lines, { degrees, rotate })), slip(alone, { degrees, rotate })];
    const { share, times } = await covered(scan, ink);
    expect([share > 0.95, times < (degrees === 0 ? 2.5 : 4)], `${share} of the ink, ${times} times its size`).toEqual([true, true]);
  });
});

/** A page as a picture of it, without any text. */
async function scanOf(page: Uint8Array): Promise<Uint8Array> {
  const { width, height, dots } = (await draw(page, 200)).picture;
  const picture = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${dots.length} >>\nstream\n${Buffer.from(dots).toString('latin1')}\nendstream`;
  const [across, down] = [(width * 72) / 200, (height * 72) / 200];
  return rawPdf(
    [{ content: `${across} 0 0 ${down} 0 0 cm /P Do`, entries: `/MediaBox [0 0 ${across} ${down}]`, resources: '/XObject << /P 4 0 R >>' }],
    { objects: [picture] },
  );
}

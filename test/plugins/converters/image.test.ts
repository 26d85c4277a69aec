import jpeg from 'jpeg-js';
import UTIF from 'utif2';
import { afterAll, describe, expect, it } from 'vitest';
import { placed } from '../../../plugins/converters/image/document.js';
import { kindOfImage } from '../../../plugins/sandbox/file-kinds.js';
import { grayPng } from '../../fixtures/pdf/png.js';
import { openImage } from './open.js';

const images = openImage({ max_pages: 3 });
afterAll(() => images.close());

const png = (width: number, height: number): Buffer => Buffer.from(grayPng(new Uint8Array(width * height).fill(200), width, height));
const rgba = (width: number, height: number): Buffer => Buffer.alloc(width * height * 4, 200);
const jpg = (width: number, height: number): Buffer => Buffer.from(jpeg.encode({ data: rgba(width, height), width, height }, 80).data);

/** A JPEG that says how it lies, as a telephone writes it. */
function lying(orientation: number, width: number, height: number): Buffer {
  const exif = Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  exif.writeUInt16LE(orientation, 6 + 10 + 8);
  const segment = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  const picture = jpg(width, height);
  return Buffer.concat([picture.subarray(0, 2), segment, exif, picture.subarray(2)]);
}

/** A TIFF of uncompressed pictures, one directory after the other. Source: TIFF 6.0, section 2. */
function tiff(pictures: number, { width = 40, height = 50, next = 0 } = {}): Buffer {
  const dots = width * height;
  const size = 2 + 9 * 12 + 4 + dots;
  const bytes = Buffer.alloc(8 + pictures * size, 200);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  for (let picture = 0; picture < pictures; picture += 1) {
    const at = 8 + picture * size;
    const start = at + 2 + 9 * 12 + 4;
    const entries = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, start],
      [277, 1],
      [278, height],
      [279, dots],
    ] as const;
    bytes.writeUInt16LE(entries.length, at);
    entries.forEach(([tag, value], index) => {
      const entry = at + 2 + index * 12;
      bytes.writeUInt16LE(tag, entry);
      bytes.writeUInt16LE(4, entry + 2);
      bytes.writeUInt32LE(1, entry + 4);
      bytes.writeUInt32LE(value, entry + 8);
    });
    bytes.writeUInt32LE(picture + 1 < pictures ? at + size : next, start - 4);
  }
  return bytes;
}

describe('a picture as a document', () => {
  it.each([
    ['PNG', png(300, 400)],
    ['JPEG', jpg(300, 400)],
    ['TIFF', Buffer.from(UTIF.encodeImage(rgba(300, 400), 300, 400))],
  ])('is one page without words that recognizers read: %s', async (_, bytes) => {
    const document = await images.convert(bytes);
    expect(document).toMatchObject({ format: 'image', chargedPages: 1, attachments: [] });
    expect(document.pages).toEqual([
      { number: 1, width: 595, height: expect.closeTo(793.3, 0), textLayer: 'none', words: [], hidden: [], pictured: true },
    ]);
    expect(Buffer.from(document.pictures ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('has a page for each picture of a TIFF', async () => {
    expect((await images.convert(tiff(3))).pages.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('stands upright where its camera says how it lay', async () => {
    const [page] = (await images.convert(lying(6, 400, 300))).pages;
    expect([page?.width, page?.height]).toEqual([595, expect.closeTo(793.3, 0)]);
  });

  it('is drawn for a report', async () => {
    const picture = await images.converter.draw?.({ name: '', bytes: png(300, 400) }, 1, new AbortController().signal, 150);
    expect([picture?.width, picture?.height]).toEqual([150, 200]);
  });
});

describe('the page of a picture', () => {
  const upright = { width: 1_654, height: 2_339, orientation: 1 };

  it('is as large as the file says, where that can be true', () => {
    expect(placed({ ...upright, density: 200 })).toMatchObject({ width: expect.closeTo(595.4, 0), height: expect.closeTo(842, 0) });
    expect(placed({ width: 3_000, height: 4_000, orientation: 1, density: 72 }).width).toBe(595);
  });

  it.each([
    [1, [0, 1]],
    [2, [1, 1]],
    [3, [1, 0]],
    [4, [0, 0]],
    [5, [0, 1]],
    [6, [1, 1]],
    [7, [1, 0]],
    [8, [0, 0]],
  ])('with orientation %i has the first dot in its corner', (orientation, corner) => {
    const {
      width,
      height,
      matrix: [a, b, c, d, e, f],
    } = placed({ ...upright, orientation });
    // The first dot is at (0, 1) of the unit square. Source: Exif 2.32, tag 274: the corner where row 0 and column 0 meet.
    expect([Math.round((c + e) / width), Math.round((d + f) / height)]).toEqual(corner);
    expect(Math.abs(a * d - b * c)).toBeCloseTo(width * height, 3);
  });
});

describe('a hostile picture', () => {
  const claiming = (width: number, height: number): Buffer => {
    const bytes = Buffer.from(jpg(100, 100));
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
    return bytes;
  };
  it.each([
    ['a PNG of billions of dots', () => Buffer.from(grayPng(new Uint8Array(0), 0, 0)), /unreadable/],
    ['a JPEG that claims to be enormous', () => claiming(65_000, 65_000), /too many dots, more than 40 million/],
    ['a TIFF that claims to be enormous', () => tiff(1, { width: 40, height: 50 }).fill(0x7f, 8 + 2 + 8, 8 + 2 + 12), /too many dots/],
    ['a PNG that ends early', () => png(300, 400).subarray(0, 200), /unreadable/],
    ['a JPEG that ends early', () => jpg(300, 400).subarray(0, 800), /unreadable/],
    ['a TIFF that ends early', () => tiff(1).subarray(0, 500), /unreadable/],
    ['a TIFF whose directories form a circle', () => tiff(2, { next: 8 }), /unreadable/],
    ['a TIFF with more pictures than allowed', () => tiff(7), /too many pages.*at most 3/],
    ['the header of a PNG alone', () => png(10, 10).subarray(0, 8), /unreadable/],
    ['the header of a JPEG alone', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /unreadable/],
    ['the header of a TIFF alone', () => Buffer.from('II*\0'), /zero pages|unreadable/],
    ['a PNG with a changed byte', () => png(300, 400).fill(7, 60, 61), /unreadable/],
  ])('is refused with a reason: %s', async (_, bytes, reason) => {
    await expect(images.convert(bytes())).rejects.toThrow(reason);
    expect(images.lost).toEqual([]);
  });

  it('is told from other files by its first bytes', () => {
    expect([png(9, 9), jpg(9, 9), tiff(1), Buffer.from('%PDF-1.7'), Buffer.from('GIF89a')].map(kindOfImage)).toEqual([
      'png',
      'jpeg',
      'tiff',
      undefined,
      undefined,
    ]);
  });
});

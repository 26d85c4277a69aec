import JSZip from 'jszip';
import { afterAll, describe, expect, it } from 'vitest';
import type { Document } from '../../../core/index.js';
import { grayPng } from '../../fixtures/pdf/png.js';
import { openDocx, text } from './open.js';
import { paragraph, rawDocx } from './raw-docx.js';

const docx = openDocx();
afterAll(() => docx.close());

const picture = (width: number, height: number): Uint8Array => grayPng(new Uint8Array(width * height).fill(200), width, height);

async function read(body: string, pictures: Readonly<Record<string, Uint8Array>>): Promise<Document> {
  const archive = await JSZip.loadAsync(await rawDocx(body));
  for (const [name, bytes] of Object.entries(pictures)) archive.file(`word/media/${name}`, bytes);
  return docx.convert(await archive.generateAsync({ type: 'uint8array' }));
}

describe('a DOCX that is the picture of a document', () => {
  it('has a page for each picture, as large as a scanner would have made it, and a PDF that shows them', async () => {
    const document = await read('', { 'image2.png': picture(600, 400), 'image10.png': picture(300, 300) });
    expect(document.pages).toMatchObject([
      { number: 1, width: 288, height: 192, textLayer: 'none', pictured: true },
      { number: 2, width: 144, height: 144, textLayer: 'none', pictured: true },
    ]);
    expect(Buffer.from(document.pictures ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
    expect(document.chargedPages).toBe(2);
  });

  it('keeps its few words as the first page', async () => {
    const document = await read(paragraph('Our invoice'), { 'image1.png': picture(600, 400) });
    expect(document.pages.map(({ number, textLayer, words }) => [number, textLayer, text(words)])).toEqual([
      [1, 'native', 'Our invoice'],
      [2, 'none', ''],
    ]);
  });

  it('is none where it says enough in words, or where its pictures are logos or broken', async () => {
    const long = paragraph(Array.from({ length: 30 }, (_, index) => `word${index}`).join(' '));
    expect((await read(long, { 'image1.png': picture(600, 400) })).pages).toHaveLength(1);
    expect((await read(paragraph('Short'), { 'logo.png': picture(200, 90) })).pages).toHaveLength(1);
    expect((await read(paragraph('Short'), { 'image1.png': Buffer.from('\x89PNG broken') })).pages).toHaveLength(1);
  });

  it('is not unpacked where a picture claims to be larger than any page', async () => {
    const bomb = Buffer.from(picture(300, 300));
    bomb.writeUInt32BE(100_000, 16);
    bomb.writeUInt32BE(100_000, 20);
    expect((await read(paragraph('Short'), { 'image1.png': bomb })).pages).toHaveLength(1);
  });
});

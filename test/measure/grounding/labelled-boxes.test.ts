import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { expect, it } from 'vitest';
import type { Document } from '../../../core/index.js';
import { labelledDocument } from './labelled-boxes.js';

/** One grey dot. */
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==', 'base64');

async function scan(pictures: number): Promise<{ readonly folder: string; readonly path: string; readonly read: Document }> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-boxes-'));
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([20, 40]);
  for (let at = 0; at < pictures; at += 1) page.drawImage(await pdf.embedPng(dot), { x: 0, y: 0, width: 20, height: 40 });
  const path = join(folder, 'r1.pdf');
  writeFileSync(path, await pdf.save());
  const pages = [{ number: 1, width: 20, height: 40, textLayer: 'none' as const, words: [], hidden: [] }];
  return { folder, path, read: { pages } as unknown as Document };
}

it('the words of a labelled text share its box by their letters', async () => {
  const { folder, path, read } = await scan(1);
  writeFileSync(join(folder, 'r1.csv'), '0,0,1,0,1,1,0,1,TOTAL, RM 9\r\nno box\r\n');
  const labelled = await labelledDocument(folder, 'r1', path, read);
  expect(labelled?.pages[0]?.words.map(({ text, box }) => [text, box.x, box.width, box.height])).toEqual([
    ['TOTAL,', 0, (6 / 11) * 20, 40],
    ['RM', (7 / 11) * 20, (2 / 11) * 20, 40],
    ['9', (10 / 11) * 20, (1 / 11) * 20, 40],
  ]);
});

it('a page that nobody labelled, or that is no single picture, has no labels', async () => {
  const { folder, path, read } = await scan(2);
  expect(await labelledDocument(folder, 'r2', path, read)).toBeUndefined();
  writeFileSync(join(folder, 'r1.csv'), '0,0,1,0,1,1,0,1,TOTAL\n');
  expect(await labelledDocument(folder, 'r1', path, { ...read, pages: [...read.pages, ...read.pages] })).toBeUndefined();
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesIn } from '../../../plugins/ooxml/office-file.js';
import { zip } from './raw-docx.js';

describe('the directory of a ZIP', () => {
  it('gives the names of all entries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.stringMatching(/^[a-zé]{1,12}\.xml$/), { maxLength: 20 }), async (names) => {
        const bytes = await zip(Object.fromEntries(names.map((name) => [name, name])));
        expect([...namesIn(bytes)].sort()).toEqual([...names].sort());
      }),
      { numRuns: 30 },
    );
  });

  it('is found behind other bytes', async () => {
    const bytes = Buffer.concat([Buffer.from('MZ'.padEnd(500)), await zip({ 'word/document.xml': '' })]);
    expect([...namesIn(bytes)]).toEqual(['word/document.xml']);
  });

  it('of anything else is empty or ends early, but never fails', async () => {
    const good = await zip({ '[Content_Types].xml': '', 'word/document.xml': 'text' });
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => [...namesIn(bytes)].length >= 0));
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, byte) => {
        const broken = Uint8Array.from(good);
        broken[at] = byte;
        return [...namesIn(broken)].length <= good.length;
      }),
    );
  });
});

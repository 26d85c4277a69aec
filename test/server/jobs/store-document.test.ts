import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DocumentPieces, PieceName } from '../../../server/index.js';
import { pieceBytes, pieceSeal, putDocument, readDocument } from '../../../server/jobs/store-document.js';
import { StoreError } from '../../../server/state/store.js';

const key = randomBytes(32);

/** Pieces in memory, by their document. */
class Shelf implements DocumentPieces {
  readonly kept = new Map<string, Uint8Array[]>();

  async put(document: string, number: number, piece: Uint8Array): Promise<void> {
    const pieces = this.kept.get(document) ?? [];
    if (pieces.length !== number) throw new Error('the pieces come in their order');
    this.kept.set(document, [...pieces, piece]);
  }

  async piece(document: string, number: number): Promise<Uint8Array | undefined> {
    return this.kept.get(document)?.[number];
  }

  async discard(document: string): Promise<void> {
    this.kept.delete(document);
  }

  async gone(): Promise<readonly PieceName[]> {
    return [];
  }

  async cleared(): Promise<void> {}
}

describe('a document in pieces', () => {
  it.each([0, 1, 65_537, pieceBytes - 1, pieceBytes, pieceBytes + 1, 2 * pieceBytes, 3 * pieceBytes + 7])(
    'of %i bytes is read as it came, in whatever chunks it came',
    async (size) => {
      const [pieces, bytes] = [new Shelf(), randomBytes(size)];
      for (const chunk of [1_000, 65_536, 4 * pieceBytes]) {
        const chunks = Array.from({ length: Math.ceil(size / chunk) }, (_, at) => bytes.subarray(at * chunk, (at + 1) * chunk));
        const stored = await putDocument({ pieces, key }, chunks);
        expect([stored.size, pieces.kept.get(stored.id)?.length]).toEqual([size, Math.max(1, Math.ceil(size / pieceBytes))]);
        expect(Buffer.compare(await readDocument({ pieces, key }, stored), bytes)).toBe(0);
      }
    },
  );

  it('is nowhere to be read in what is kept', async () => {
    const pieces = new Shelf();
    const { id } = await putDocument({ pieces, key }, [Buffer.from('%PDF Total amount')]);
    expect(Buffer.concat(pieces.kept.get(id) ?? []).toString('latin1')).not.toMatch(/PDF|Total/);
  });

  it('is refused when a piece is cut off, missing, moved, changed or of another document', async () => {
    const pieces = new Shelf();
    const bytes = randomBytes(3 * pieceBytes);
    const [stored, other] = [await putDocument({ pieces, key }, [bytes]), await putDocument({ pieces, key }, [bytes])];
    const [first, second, third] = pieces.kept.get(stored.id) ?? [];
    const foreign = pieces.kept.get(other.id)?.[1];
    if (!first || !second || !third || !foreign) throw new Error('there are three pieces');
    const changed = Buffer.from(second);
    changed[500] = (changed[500] ?? 0) ^ 1;
    const read = (kept: Uint8Array[], size = stored.size) => {
      pieces.kept.set(stored.id, kept);
      return readDocument({ pieces, key }, { ...stored, size });
    };
    for (const kept of [
      [first, third, second],
      [first, changed, third],
      [first, foreign, third],
      [first, second.subarray(0, 100), third],
      [first, second],
    ])
      await expect(read(kept)).rejects.toThrow();
    await expect(read([first, second], 2 * pieceBytes)).rejects.toThrow();
    await expect(readDocument({ pieces, key: randomBytes(32) }, other)).rejects.toThrow();
    expect(Buffer.compare(await read([first, second, third]), bytes)).toBe(0);
  });

  it('that does not come whole leaves nothing', async () => {
    const pieces = new Shelf();
    async function* interrupted() {
      yield randomBytes(3 * pieceBytes);
      throw new Error('the caller is gone');
    }
    await expect(putDocument({ pieces, key }, interrupted())).rejects.toThrow('the caller is gone');
    expect(pieces.kept.size).toBe(0);
  });

  it('that the store does not take is a 503, whatever the store says', async () => {
    const broken: DocumentPieces = {
      put: () => Promise.reject(new StoreError('disk full')),
      piece: async () => undefined,
      gone: async () => [],
      cleared: async () => undefined,
      discard: () => Promise.reject(new StoreError('disk full')),
    };
    await expect(putDocument({ pieces: broken, key }, [Buffer.from('x')])).rejects.toMatchObject({
      status: 503,
      headers: { 'Retry-After': '1' },
    });
  });
});

it('two pieces of one document never share what they are sealed with', () => {
  const seal = pieceSeal(key, 'file_1');
  const sealed = [
    { number: 0, isLast: false },
    { number: 0, isLast: true },
    { number: 1, isLast: false },
  ].map((place) => Buffer.from(seal.seal(Buffer.alloc(32), place).subarray(16)).toString('hex'));
  expect(new Set(sealed).size).toBe(3);
});

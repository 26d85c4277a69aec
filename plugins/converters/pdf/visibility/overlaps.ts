import { overlap } from '../../../pdfium/page-geometry.js';
import type { Handle } from '../../../pdfium/pdfium.js';
import type { WordPiece } from '../words.js';

/** The least overlap of two pieces, as a share of the smaller one. Letters of neighbouring lines touch as well. */
const minOverlapShare = 0.3;

/** Pairs of pieces with different text in the same place. The same text twice is bold type or a shadow. */
export function overlapsOf(pieces: readonly WordPiece[]): readonly (readonly [WordPiece, WordPiece])[] {
  const fromTop = pieces.toSorted((a, b) => a.tight.y - b.tight.y);
  const pairs: [WordPiece, WordPiece][] = [];
  for (const [index, piece] of fromTop.entries()) {
    for (let next = index + 1; next < fromTop.length; next += 1) {
      const other = fromTop[next];
      if (!other || other.tight.y > piece.tight.y + piece.tight.height) break;
      if (collide(piece, other)) pairs.push([piece, other]);
    }
  }
  return pairs;
}

function collide(a: WordPiece, b: WordPiece): boolean {
  const smaller = Math.min(a.tight.width * a.tight.height, b.tight.width * b.tight.height);
  return smaller > 0 && overlap(a.tight, b.tight) > minOverlapShare * smaller && a.text !== b.text;
}

/** Groups text objects into rounds, so that no two objects of a round are printed in the same place. */
export function roundsOf(
  pieces: readonly WordPiece[],
  pairs: readonly (readonly [WordPiece, WordPiece])[],
): readonly ReadonlySet<Handle>[] {
  const rivals = new Map<Handle, Set<Handle>>();
  const objectsOf = (piece: WordPiece): readonly Handle[] => piece.styles.map((style) => style.object);
  for (const [a, b] of [...pairs, ...pairs.map(([a, b]) => [b, a] as const)]) {
    for (const object of objectsOf(a)) rivals.set(object, new Set([...(rivals.get(object) ?? []), ...objectsOf(b)]));
  }
  const rounds: Set<Handle>[] = [];
  for (const object of new Set(pieces.flatMap(objectsOf))) {
    const free = rounds.find((round) => ![...(rivals.get(object) ?? [])].some((rival) => round.has(rival)));
    if (free) free.add(object);
    else rounds.push(new Set([object]));
  }
  return rounds;
}

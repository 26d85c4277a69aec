import { overlap } from '../../pdfium/geometry.js';
import type { Handle } from '../../pdfium/pdfium.js';
import type { Piece } from './words.js';

/** The share of the smaller one's ink that two pieces must have in common: letters of neighbouring lines touch, too. */
const commonShare = 0.3;

/** Pairs of pieces that stand on the same place and say different things. The same text twice is bold type or a shadow. */
export function overlapsOf(pieces: readonly Piece[]): readonly (readonly [Piece, Piece])[] {
  const fromTop = pieces.toSorted((a, b) => a.ink.y - b.ink.y);
  const pairs: [Piece, Piece][] = [];
  for (const [index, piece] of fromTop.entries()) {
    for (let next = index + 1; next < fromTop.length; next += 1) {
      const other = fromTop[next];
      if (!other || other.ink.y > piece.ink.y + piece.ink.height) break;
      if (collide(piece, other)) pairs.push([piece, other]);
    }
  }
  return pairs;
}

function collide(a: Piece, b: Piece): boolean {
  const smaller = Math.min(a.ink.width * a.ink.height, b.ink.width * b.ink.height);
  return smaller > 0 && overlap(a.ink, b.ink) > commonShare * smaller && a.text !== b.text;
}

/** Sorts text objects into rounds so that no two of a round print on the same place. */
export function roundsOf(pieces: readonly Piece[], pairs: readonly (readonly [Piece, Piece])[]): readonly ReadonlySet<Handle>[] {
  const rivals = new Map<Handle, Set<Handle>>();
  const objectsOf = (piece: Piece): readonly Handle[] => piece.styles.map((style) => style.object);
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

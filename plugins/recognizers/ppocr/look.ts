import type { Sighting } from '../../../core/index.js';
import { finenessOf } from '../sight/fineness.js';
import type { Paper } from '../sight/paper.js';
import type { Picture, SeenWord } from '../sight/seeing.js';
import { sightingOf } from '../sight/sighting.js';
import { straighten } from '../sight/straighten.js';
import { quartersOf, skewIn } from '../sight/turn.js';
import type { Wanted } from '../sight/wanted.js';

/** Finer than this finds no more: the networks look at lines of 48 dots, and at a page of a million. */
const most = { dpi: 150, letters: 18 };

/** Reads a page as it lies, or as an earlier look has found that it has to be turned. */
export async function look(
  read: (picture: Picture) => Promise<readonly SeenWord[]>,
  paper: Paper,
  { turn = 0 }: Wanted,
): Promise<Sighting> {
  const drawn = paper.draw(Math.min(finenessOf(paper)(most.letters), most.dpi), quartersOf(turn));
  const skew = skewIn(turn);
  const picture = skew === 0 ? drawn : straighten(drawn, skew);
  return sightingOf({ words: await read(picture), picture, quarters: quartersOf(turn), skew });
}

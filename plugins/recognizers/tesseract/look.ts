import type { Sighting, Word } from '../../../core/index.js';
import type { Print } from '../../pdfium/print.js';
import { levelled, skewOf } from '../sight/level.js';
import type { Paper } from '../sight/paper.js';
import type { SeenWord } from '../sight/seeing.js';
import { straighten, straightened } from '../sight/straighten.js';
import { textHeight } from '../sight/text-height.js';
import type { Wanted } from '../sight/wanted.js';
import { type Engine, type Language, languages } from './core.js';
import { languageOf } from './language.js';
import { type Cut, read } from './read.js';

/** Dots an inch at most, and how high letters should be in dots, of a first look and of a closer one. Measured: `npm run eval`. */
const glance = { dpi: 150, letters: 18, cut: 'lines' } as const;
const scrutiny = { dpi: 300, letters: 26, cut: 'blocks' } as const;
/** Where the height of letters is found out. */
const coarseDpi = 100;
const finest = 300;
const coarsest = 50;

/** A page askew by more, in radians, is straightened and read again; by less, its words are put level. */
const mostSkew = 0.035;

/** A reading whose words are on average less sure, or fewer, may be of a page that lies on its side. */
const upright = { certainty: 0.55, words: 12 };

/** Reads a page: upright, level, as finely as its letters need, in its own language. */
export async function look(engine: Engine, paper: Paper, wanted: Wanted): Promise<Sighting> {
  const eye = new Eye(engine, paper, wanted.closer ? scrutiny : glance);
  const language = wanted.languages.find(isLanguage) ?? 'eng';
  const first = wanted.turn === undefined ? eye.upright(language) : eye.see(language, quartersOf(wanted.turn), skewIn(wanted.turn));
  const own = languageOf(first.words);
  const second = own && own !== language ? eye.see(own, first.quarters, first.skew) : first;
  return sighting(second, own ?? language);
}

/** One way to look at a page, and what was seen. */
interface View {
  readonly words: readonly SeenWord[];
  readonly picture: Print;
  /** Clockwise, before it was straightened by `skew` radians. */
  readonly quarters: number;
  readonly skew: number;
}

class Eye {
  readonly #picture: (quarters: number) => Print;

  constructor(
    private readonly engine: Engine,
    paper: Paper,
    private readonly manner: { readonly dpi: number; readonly letters: number; readonly cut: Cut },
  ) {
    const height = textHeight(paper.draw(coarseDpi));
    const fitting = height === undefined ? manner.dpi : (coarseDpi * manner.letters) / height;
    const dpi = Math.min(Math.max(fitting, coarsest), manner.dpi, finest);
    this.#picture = (quarters) => paper.draw(dpi, quarters);
  }

  /** The page as it can be read best: where that is poor as it lies, it is turned. */
  upright(language: Language): View {
    const first = this.see(language, 0, 0);
    if (isGood(first.words)) return this.level(first, language);
    const others = [1, 3, 2].map((quarters) => this.see(language, quarters, 0));
    const best = [first, ...others].toSorted((a, b) => weight(b.words) - weight(a.words))[0] ?? first;
    return this.level(best, language);
  }

  see(language: Language, quarters: number, skew: number): View {
    const drawn = this.#picture(quarters);
    const picture = skew === 0 ? drawn : straighten(drawn, skew);
    return { words: read(this.engine, picture, { language, cut: this.manner.cut }), picture, quarters, skew };
  }

  private level(view: View, language: Language): View {
    const skew = skewOf(view.words);
    return Math.abs(skew) > mostSkew ? this.see(language, view.quarters, skew) : view;
  }
}

const mean = (words: readonly SeenWord[]): number => words.reduce((sum, { certainty }) => sum + certainty, 0) / Math.max(words.length, 1);
const isGood = (words: readonly SeenWord[]): boolean => words.length >= upright.words && mean(words) >= upright.certainty;

/** How much was read, and how surely: letters and digits, each as sure as its word. */
const weight = (words: readonly SeenWord[]): number =>
  words.reduce((sum, { text, certainty }) => sum + certainty ** 2 * text.replace(/[^\p{L}\p{N}]/gu, '').length, 0);

const isLanguage = (language: string): language is Language => (languages as readonly string[]).includes(language);

const quartersOf = (turn: number): number => (Math.round(turn / 90) + 4) % 4;
const skewIn = (turn: number): number => -((turn - Math.round(turn / 90) * 90) * Math.PI) / 180;

/** What was seen, in points of the page as it lies once it is turned. */
function sighting({ words, picture, quarters, skew }: View, language: Language): Sighting {
  const rest = skewOf(words);
  const put = levelled(words.map((word) => ({ ...word, box: straightened(word.box, picture, rest) })));
  const turn = quarters * 90 - ((skew + rest) * 180) / Math.PI;
  return { words: put.map((word) => printed(word, picture.density)), turn: Math.abs(turn) < 0.05 ? 0 : turn, language };
}

const printed = ({ text, box, certainty }: SeenWord, density: number): Word => ({
  text,
  box: { x: box.x / density, y: box.y / density, width: box.width / density, height: box.height / density },
  ocr: true,
  certainty,
});

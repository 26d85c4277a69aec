import type { JudgedSample, ValueKind } from './error-bound.js';

/** A value by what makes it likely to be wrong. */
type RankedValue = ValueKind & Pick<JudgedSample, 'score'>;

/** A value as it stood before anything of its document was judged. */
export interface RankedSample extends JudgedSample {
  readonly level: number;
  /** Whether its seller had been judged. */
  readonly known: boolean;
}

/** What is least likely wrong has the highest level: two levels up is half as likely. */
const highestLevel = 40;

const levelOf = (likelihood: number): number => Math.min(highestLevel, Math.floor(-2 * Math.log2(likelihood)));

/** The levels that can be accepted, from the surest on: what is more likely wrong than right is nobody's to accept, nor a kind that nobody has judged. */
export const levels = Array.from({ length: highestLevel - levelOf(0.5) + 1 }, (_, at) => highestLevel - at);

/**
 * As how many mistakes counts what is known of a seller beforehand: the fewer, the more the sellers differ. Whoever lays documents out in a way that a reader
 * misunderstands does so again.
 */
const sellerStrength = 0.3;

/**
 * What was judged, as far as it says how likely a value is wrong: how often one of its kind and score was, times how much more often than that values of
 * its kind and seller were (credibility: Bühlmann and Straub, 1970, with gamma weights). It puts values in an order and promises nothing.
 */
export class Experience {
  /** Each judged value by what was known before its document, so that none speaks for itself. */
  readonly ranked: readonly RankedSample[];
  readonly #rates: ReadonlyMap<string, readonly RatedScores[]>;
  readonly #sellers = new Map<string, { wrong: number; expected: number }>();
  readonly #known = new Set<string>();

  constructor(judged: readonly JudgedSample[]) {
    this.#rates = new Map([...Map.groupBy(judged, kindOf)].map(([kind, own]) => [kind, bandsOf(own)]));
    this.ranked = [...Map.groupBy(judged, ({ run }) => run).values()].flatMap((document) => {
      const ranked = document.map((sample) => ({ ...sample, level: this.level(sample), known: this.knows(sample) }));
      for (const sample of document) this.#remember(sample);
      return ranked;
    });
  }

  level(value: RankedValue): number {
    const { wrong = 0, expected = 0 } = this.#sellers.get(sellerOf(value)) ?? {};
    return levelOf(Math.min(1, (this.#rate(value) * (wrong + sellerStrength)) / (expected + sellerStrength)));
  }

  knows({ seller }: Pick<ValueKind, 'seller'>): boolean {
    return this.#known.has(seller);
  }

  #rate(value: RankedValue): number {
    return this.#rates.get(kindOf(value))?.find(({ from }) => value.score >= from)?.rate ?? 1;
  }

  #remember(sample: JudgedSample): void {
    const known = this.#sellers.get(sellerOf(sample)) ?? { wrong: 0, expected: 0 };
    known.wrong += sample.right ? 0 : 1;
    known.expected += this.#rate(sample);
    this.#sellers.set(sellerOf(sample), known);
    this.#known.add(sample.seller);
  }
}

const kindOf = ({ document, field, reader }: ValueKind): string => `${document} ${field} ${reader}`;
const sellerOf = (value: ValueKind): string => `${kindOf(value)} ${value.seller}`;

/** Scores from one on, up to those of the band before. */
interface RatedScores {
  readonly from: number;
  readonly rate: number;
}

/**
 * From the highest scores down, how often values were wrong: never less often than those that score higher (pool adjacent violators, Ayer et al., 1955). Where few
 * were judged it is as often as the score says, times how much more often than it says the kind was wrong.
 */
function bandsOf(judged: readonly JudgedSample[]): readonly RatedScores[] {
  const wrongIn = (samples: readonly JudgedSample[]): number => samples.filter(({ right }) => !right).length;
  const said = judged.reduce((sum, { score }) => sum + doubtOf(score), 0);
  const factor = (wrongIn(judged) + kindStrength) / (said + kindStrength);
  const bands: { from: number; values: number; wrong: number }[] = [];
  for (const [from, own] of [...Map.groupBy(judged, ({ score }) => score)].sort(([a], [b]) => b - a)) {
    let band = { from, values: own.length + scoreStrength, wrong: wrongIn(own) + scoreStrength * Math.min(1, doubtOf(from) * factor) };
    for (let above = bands.at(-1); above && above.wrong * band.values >= band.wrong * above.values; above = bands.at(-1)) {
      band = { from, values: above.values + band.values, wrong: above.wrong + band.wrong };
      bands.pop();
    }
    bands.push(band);
  }
  return bands.map(({ from, values, wrong }) => ({ from, rate: wrong / values }));
}

/** As how many mistakes counts what the scores of a kind say, and as how many values what one score says. */
const [kindStrength, scoreStrength] = [1, 20];
const doubtOf = (score: number): number => Math.max(0.001, 1 - score);

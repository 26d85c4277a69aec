/** A score as number, word, icon and colour. */
export function Confidence({ score }: { readonly score: number }) {
  const { word, tone, bars, action } = bandOf(score);
  return (
    <span class={`confidence tone-${tone}`} title={`${word}: ${action}`}>
      <svg class="bars" viewBox="0 0 22 14" aria-hidden="true" focusable="false">
        {[1, 2, 3, 4, 5].map((bar) => (
          <rect
            key={bar}
            class={bar <= bars ? 'full' : 'hollow'}
            x={(bar - 1) * 4.4 + 0.5}
            y={11 - bar * 2}
            width="3"
            height={bar * 2 + 2}
            rx="0.8"
          />
        ))}
      </svg>
      <span class="percent">{percentOf(score)} %</span> <span class="word">{word}</span>
    </span>
  );
}

/** One of the five levels of the specification. Word, icon and colour all show the level. */
export interface ConfidenceBand {
  readonly word: string;
  readonly tone: 'very-high' | 'high' | 'moderate' | 'low' | 'very-low';
  /** The number of full bars, out of five. */
  readonly bars: 1 | 2 | 3 | 4 | 5;
  readonly action: string;
}

const bands: readonly (ConfidenceBand & { readonly from: number })[] = [
  { from: 0.95, word: 'Very high', tone: 'very-high', bars: 5, action: 'use directly' },
  { from: 0.9, word: 'High', tone: 'high', bars: 4, action: 'use directly' },
  { from: 0.85, word: 'Moderate', tone: 'moderate', bars: 3, action: 'review if critical' },
  { from: 0.7, word: 'Low', tone: 'low', bars: 2, action: 'review recommended' },
];
const lowest: ConfidenceBand = { word: 'Very low', tone: 'very-low', bars: 1, action: 'may be unreliable' };

export const bandOf = (score: number): ConfidenceBand => bands.find(({ from }) => score >= from) ?? lowest;

/** Rounded down, so that 0.949 does not show as the 95 % of a better band. */
export const percentOf = (score: number): number => Math.floor(score * 100 + 1e-9);

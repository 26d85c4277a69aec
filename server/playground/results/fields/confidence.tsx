import { bandOf, percentOf } from './bands.js';

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

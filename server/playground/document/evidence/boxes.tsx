import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { bandOf, percentOf } from '../../results/fields/bands.js';
import { type Entry, entriesOf } from '../../results/fields/entries.js';
import { focusField } from '../../results/fields/focus-field.js';
import { valueText } from '../../results/fields/value-text.js';
import { useStore } from '../../state/store.js';
import type { Sight } from '../view/turn.js';
import { turned } from '../view/turn.js';
import type { Hit } from '../view/use-search.js';
import type { Placed, Rectangle } from './placed.js';

interface BoxesProps {
  readonly page: number;
  readonly turns: Sight['turns'];
  readonly hits: readonly Hit[];
}

/** A button over every value of the page whose place is known, and what a search has found. */
export function Boxes({ page, turns, hits }: BoxesProps) {
  const { run, placed, view } = useStore().state;
  const entries = run.phase === 'done' ? entriesOf(run.result) : [];
  const here = entries.filter(({ path }) => placed?.get(path)?.page === page);
  const stop = here.find(({ path }) => path === view.field) ?? here[0];
  const style = (rectangle: Rectangle) => shares(turned(rectangle, turns));
  return (
    <div class="boxes">
      {hits
        .filter((hit) => hit.page === page)
        .flatMap((hit) =>
          hit.rectangles.map((rectangle, index) => (
            <mark key={`${rectangle.x} ${rectangle.y} ${index}`} class={hit.current ? 'current' : ''} style={style(rectangle)} />
          )),
        )}
      {here.map((entry) => {
        const at = placed?.get(entry.path);
        return (
          at && <Box key={entry.path} entry={entry} placed={at} chosen={entry.path === view.field} stop={entry === stop} style={style} />
        );
      })}
    </div>
  );
}

interface BoxProps {
  readonly entry: Entry;
  readonly placed: Placed;
  readonly chosen: boolean;
  /** Whether Tab stops here. */
  readonly stop: boolean;
  readonly style: (rectangle: Rectangle) => Readonly<Record<string, string>>;
}

/** The value's own rectangle is the button; the further lines of a value, and the quote of the chosen one, are shown behind it. */
function Box({ entry, placed, chosen, stop, style }: BoxProps) {
  const { dispatch } = useStore();
  const button = useRef<HTMLButtonElement>(null);
  const [first, ...more] = placed.value;
  useEffect(() => {
    if (chosen) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  if (!first) return null;
  const tone = bandOf(entry.score).tone;
  const choose = (): void => dispatch({ type: 'look', view: { field: entry.path, pane: 'results', tab: 'fields' } });
  return (
    <Fragment>
      {chosen && placed.quote.map((rectangle, index) => <span key={index} class="quote-mark" style={style(rectangle)} />)}
      {more.map((rectangle, index) => (
        <span key={index} class={`box further tone-${tone} ${chosen ? 'chosen' : ''}`} style={style(rectangle)} />
      ))}
      <button
        type="button"
        ref={button}
        class={`box tone-${tone} ${chosen ? 'chosen' : ''}`}
        style={style(first)}
        data-box={entry.path}
        aria-label={boxName(entry)}
        aria-pressed={chosen}
        tabIndex={stop ? 0 : -1}
        onClick={choose}
        onKeyDown={(event) => {
          if (event.key === 'Escape') focusField(entry.path);
          else moveFocus(event);
        }}
      >
        <span class="tip" aria-hidden="true">
          {entry.label}: {valueText(entry.value, entry.label)} · {percentOf(entry.score)} %
        </span>
      </button>
    </Fragment>
  );
}

/** 'Total 120.00, 97 percent, page 1' */
export const boxName = ({ label, value, score, page }: Entry): string =>
  `${label} ${valueText(value, label)}, ${percentOf(score)} percent, page ${page}`;

const shares = ({ x, y, w, h }: Rectangle) => ({ left: `${x * 100}%`, top: `${y * 100}%`, width: `${w * 100}%`, height: `${h * 100}%` });

/** Arrows go through the boxes of the page: one stop for Tab, however many there are. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const boxes = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('button.box') ?? [])];
  boxes[(boxes.indexOf(event.currentTarget) + step + boxes.length) % boxes.length]?.focus();
}

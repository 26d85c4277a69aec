import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { focusField } from '../../results/fields/choose-field.js';
import { bandOf, percentOf } from '../../results/fields/confidence.js';
import { entriesOf, type FieldEntry } from '../../results/fields/entries.js';
import { valueText } from '../../results/fields/value.js';
import { useStore } from '../../state/store.js';
import type { PageView } from '../view/page-view.js';
import { type Rectangle, rotated } from '../view/rectangle.js';
import type { Hit } from '../view/search.js';
import type { EvidencePosition } from './positions.js';

interface BoxesProps {
  readonly page: number;
  readonly quarterTurns: PageView['quarterTurns'];
  readonly hits: readonly Hit[];
}

/** A button over every value of the page whose place is known, and what a search has found. */
export function Boxes({ page, quarterTurns, hits }: BoxesProps) {
  const { run, placed, view } = useStore().state;
  const entries = run.phase === 'done' ? entriesOf(run.result) : [];
  const here = entries.filter(({ path }) => placed?.get(path)?.page === page);
  const stop = here.find(({ path }) => path === view.field) ?? here[0];
  const style = (rectangle: Rectangle) => shares(rotated(rectangle, quarterTurns));
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
  readonly entry: FieldEntry;
  readonly placed: EvidencePosition;
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
  const choose = (): void => dispatch({ type: 'show', view: { field: entry.path, pane: 'results', tab: 'fields' } });
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
export const boxName = ({ label, value, score, page }: FieldEntry): string =>
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

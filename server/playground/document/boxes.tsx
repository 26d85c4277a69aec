import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { bandOf } from '../../report/html.js';
import { entriesOf, type FieldEntry } from '../results/entries.js';
import { focusField, percentOf, valueText } from '../results/value.js';
import { useStore } from '../store.js';
import type { PageView } from './page-view.js';
import type { EvidencePosition } from './positions.js';
import { type Rectangle, rotated } from './rectangle.js';
import type { Hit } from './toolbar.js';

interface BoxesProps {
  readonly page: number;
  readonly quarterTurns: PageView['quarterTurns'];
  readonly hits: readonly Hit[];
}

/** A button over every value whose position on this page is known, and the hits of the search. */
export function Boxes({ page, quarterTurns, hits }: BoxesProps) {
  const { run, positions, view } = useStore().state;
  const entries = run.phase === 'done' ? entriesOf(run.result) : [];
  const onPage = entries.filter(({ path }) => positions?.get(path)?.page === page);
  const tabStop = onPage.find(({ path }) => path === view.field) ?? onPage[0];
  const style = (rectangle: Rectangle) => shares(rotated(rectangle, quarterTurns));
  return (
    <div class="boxes" data-page={quarterTurns === 0 ? page : undefined}>
      {hits
        .filter((hit) => hit.page === page)
        .flatMap((hit) =>
          hit.rectangles.map((rectangle, index) => (
            <mark key={`${rectangle.x} ${rectangle.y} ${index}`} class={hit.current ? 'current' : ''} style={style(rectangle)} />
          )),
        )}
      {onPage.map((entry) => {
        const at = positions?.get(entry.path);
        return (
          at && (
            <Box
              key={entry.path}
              entry={entry}
              position={at}
              chosen={entry.path === view.field}
              tabStop={entry === tabStop}
              style={style}
            />
          )
        );
      })}
    </div>
  );
}

interface BoxProps {
  readonly entry: FieldEntry;
  readonly position: EvidencePosition;
  readonly chosen: boolean;
  /** True for the only box that Tab stops at. */
  readonly tabStop: boolean;
  readonly style: (rectangle: Rectangle) => Readonly<Record<string, string>>;
}

/** The first line of the value is the button. Its other lines, and the quote of the chosen value, are only drawn. */
function Box({ entry, position, chosen, tabStop, style }: BoxProps) {
  const { dispatch } = useStore();
  const button = useRef<HTMLButtonElement>(null);
  const [first, ...more] = position.value;
  useEffect(() => {
    if (chosen) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  if (!first) return null;
  const tone = bandOf(entry.score).name;
  const choose = (): void => dispatch({ type: 'show', view: { field: entry.path, pane: 'results', tab: 'fields' } });
  return (
    <Fragment>
      {chosen && position.quote.map((rectangle, index) => <span key={index} class="quote-mark" style={style(rectangle)} />)}
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
        tabIndex={tabStop ? 0 : -1}
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

/** The name for screen readers: 'Total 120.00, 97 percent, page 1'. */
export const boxName = ({ label, value, score, page }: FieldEntry): string =>
  `${label} ${valueText(value, label)}, ${percentOf(score)} percent, page ${page}`;

const shares = ({ x, y, w, h }: Rectangle) => ({ left: `${x * 100}%`, top: `${y * 100}%`, width: `${w * 100}%`, height: `${h * 100}%` });

/** Arrow keys move between the boxes of the page, which have a single Tab stop together. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const boxes = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('button.box') ?? [])];
  boxes[(boxes.indexOf(event.currentTarget) + step + boxes.length) % boxes.length]?.focus();
}

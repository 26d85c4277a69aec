import { useEffect, useRef, useState } from 'preact/hooks';
import type { Json } from '../../../core/contracts/schema.js';
import type { ShownRun } from '../../client/index.js';
import type { Rectangle } from '../document/rectangle.js';
import { Icon } from '../parts/controls.js';
import { entriesOf } from '../results/entries.js';
import { Confidence, valueText } from '../results/value.js';
import { VerificationTab } from '../results/verification-tab.js';
import { useStore } from '../store.js';
import type { VerdictWish } from './runs.js';
import { Values } from './values.js';

type OpenDoubt = ShownRun['review']['fields'][number];

interface ReviewPaneProps {
  readonly run: ShownRun;
  readonly isBusy: boolean;
  /** Where the verdict is about what is still to be decided, the next doubt follows. */
  readonly give: (...wishes: readonly VerdictWish[]) => void;
}

/** What is left for a person, one doubt at a time, and below it all values as a table with their checks. */
export function ReviewPane({ run, isBusy, give }: ReviewPaneProps) {
  const { state, dispatch } = useStore();
  const { fields } = run.review;
  const [at, setAt] = useState(0);
  const [drawing, setDrawing] = useState(false);
  const chosen = fields[Math.min(at, fields.length - 1)];
  const go = (to: number): void => setAt((to + fields.length) % Math.max(1, fields.length));
  useEffect(() => {
    if (chosen && chosen.path !== '$') dispatch({ type: 'show', view: { field: chosen.path } });
  }, [chosen?.path, run.version]);
  useDrawing(drawing && !isBusy, (box) => {
    setDrawing(false);
    if (chosen) give({ path: chosen.path, verdict: 'corrected', boxes: [box] });
  });
  const alike = chosen ? alikeFrom(chosen, fields) : [];
  useKeys({
    chosen,
    alike,
    go: (step) => go(Math.min(at, fields.length - 1) + step),
    draw: () => setDrawing(!drawing),
    give: isBusy ? () => undefined : give,
  });
  const result = state.run.phase === 'done' ? state.run.result : undefined;
  const entries = result ? entriesOf(result) : [];
  const correct = (path: string, value: string): void => give({ path, verdict: 'corrected', value });
  return (
    <section class="work review" aria-label="Review">
      <div class="work-panel">
        {chosen ? (
          <Doubt
            key={`${chosen.path} ${run.version}`}
            doubt={chosen}
            alike={alike}
            left={fields.length}
            drawing={drawing}
            correct={correct}
            give={give}
          />
        ) : (
          <p class="review-done" role="status">
            <Icon name="ok" /> Nothing is left to decide. The run is {run.state}.
          </p>
        )}
        <Values entries={entries} version={run.version} correct={correct} />
        <h2>Checks</h2>
        <VerificationTab result={result} />
        <p class="review-keys">
          Keys: Enter confirms, A confirms all of a kind that are shown, 1 to 9 takes a candidate, E edits, B draws a box, X absent, N and P
          go on and back, S postpones, R rejects.
        </p>
      </div>
    </section>
  );
}

/** What it may be instead: what other readers have read, and what the page prints besides. */
function othersOf({ candidates = [], printed = [] }: OpenDoubt): readonly Json[] {
  const read = candidates.map(({ value }) => value);
  return [...read, ...printed.filter((text) => !read.includes(text))];
}

/** So many are seen at a glance. */
const mostAlike = 10;

/** The doubts of one column and of one kind, from one on, which are shown together. Where anything else might stand, each is decided by itself. */
export function alikeFrom(chosen: OpenDoubt, fields: readonly OpenDoubt[]): readonly OpenDoubt[] {
  const kindOf = ({ path, why }: OpenDoubt): string => [path, ...why].join(' ').replace(/\d+/g, '');
  const isPlain = (one: OpenDoubt): boolean =>
    one.path.includes('[') && one.value !== null && one.checks.length === 0 && othersOf(one).length === 0;
  const alike = fields.slice(fields.indexOf(chosen)).filter((one) => isPlain(one) && kindOf(one) === kindOf(chosen));
  return isPlain(chosen) ? alike.slice(0, mostAlike) : [];
}

const confirming = (doubts: readonly OpenDoubt[]): readonly VerdictWish[] => doubts.map(({ path }) => ({ path, verdict: 'confirmed' }));

interface KeyTerms {
  readonly chosen: OpenDoubt | undefined;
  /** What is shown together with it, itself among them. */
  readonly alike: readonly OpenDoubt[];
  readonly go: (step: number) => void;
  readonly draw: () => void;
  readonly give: ReviewPaneProps['give'];
}

/** Keys act unless something is being typed or pressed. */
function useKeys({ chosen, alike, go, draw, give }: KeyTerms): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        (event.target as Element).closest('input, select, textarea, button, a, [role=separator]')
      )
        return;
      const act = chosen && actions({ chosen, alike, go, draw, give })[event.key.toLowerCase()];
      const other = chosen && othersOf(chosen)[Number(event.key) - 1];
      if (!act && other === undefined) return;
      event.preventDefault();
      if (chosen && other !== undefined) give({ path: chosen.path, verdict: 'corrected', value: other });
      else act?.();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

function actions({ chosen, alike, go, draw, give }: KeyTerms & { readonly chosen: OpenDoubt }): Readonly<Record<string, () => void>> {
  const { path } = chosen;
  const isWhole = path === '$';
  return {
    enter: () => give({ path, verdict: 'confirmed' }),
    n: () => go(1),
    p: () => go(-1),
    s: () => give({ path: '$', verdict: 'postponed' }),
    r: () => document.getElementById('review-reason')?.focus(),
    ...(alike.length > 1 && { a: () => give(...confirming(alike)) }),
    ...(!isWhole && {
      x: () => give({ path, verdict: 'absent' }),
      e: () => document.querySelector<HTMLInputElement>('#review-value')?.select(),
      b: draw,
    }),
  };
}

interface DoubtProps extends Pick<ReviewPaneProps, 'give'> {
  readonly doubt: OpenDoubt;
  readonly alike: readonly OpenDoubt[];
  readonly left: number;
  readonly drawing: boolean;
  readonly correct: (path: string, value: string) => void;
}

function Doubt({ doubt, alike, left, drawing, correct, give }: DoubtProps) {
  const { path, value, score, why, checks } = doubt;
  const isWhole = path === '$';
  return (
    <section class="doubt" aria-label="What to decide">
      <p class="doubt-left">{left} left</p>
      <h2>{isWhole ? 'The document as a whole' : path.slice(2)}</h2>
      {!isWhole && <p class="doubt-value">{valueText(value, path)}</p>}
      {score !== undefined && <Confidence score={score} />}
      {why.length + checks.length > 0 && (
        <ul class="doubt-why">
          {[...why, ...checks.map((check) => `${check} fails`)].map((says) => (
            <li key={says}>{says}</li>
          ))}
        </ul>
      )}
      {othersOf(doubt).map((other, index) => (
        <button type="button" class="button" key={index} onClick={() => give({ path, verdict: 'corrected', value: other })}>
          {index + 1}: {valueText(other, path)}
        </button>
      ))}
      {!isWhole && (
        <form class="review-line" onSubmit={sending((value) => correct(path, value))}>
          <input id="review-value" aria-label="The right value" defaultValue={value === null ? '' : String(value)} autocomplete="off" />
          <button type="submit" class="button">
            Correct
          </button>
        </form>
      )}
      {alike.length > 1 && <Alike doubts={alike} give={give} />}
      {drawing && <p role="status">Draw a box around the value on the page.</p>}
      <div class="review-line">
        <button type="button" class="button primary" onClick={() => give({ path, verdict: 'confirmed' })}>
          Confirm
        </button>
        {!isWhole && (
          <button type="button" class="button" onClick={() => give({ path, verdict: 'absent' })}>
            Absent
          </button>
        )}
        <button type="button" class="button" onClick={() => give({ path: '$', verdict: 'postponed' })}>
          Postpone
        </button>
      </div>
      <form class="review-line" onSubmit={sending((reason) => give({ path: '$', verdict: 'rejected', reasons: [reason] }))}>
        <input id="review-reason" aria-label="Why the document is rejected" required placeholder="Reason" autocomplete="off" />
        <button type="submit" class="button">
          Reject the document
        </button>
      </form>
    </section>
  );
}

/** The doubts that are confirmed together, each with its row and value. */
function Alike({ doubts, give }: { readonly doubts: readonly OpenDoubt[]; readonly give: ReviewPaneProps['give'] }) {
  return (
    <>
      <ul class="doubt-alike" aria-label="Of the same kind">
        {doubts.map(({ path, value }) => (
          <li key={path}>
            {path.slice(2)}: {valueText(value, path)}
          </li>
        ))}
      </ul>
      <button type="button" class="button" onClick={() => give(...confirming(doubts))}>
        Confirm all {doubts.length}
      </button>
    </>
  );
}

/** Hands on what stands in the field of a form. */
const sending =
  (send: (text: string) => void) =>
  (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    send(event.currentTarget.querySelector('input')?.value.trim() ?? '');
  };

/** While it is on, a rectangle that is drawn on an unturned page is handed on, in shares of the page. */
function useDrawing(isOn: boolean, onDrawn: (box: Rectangle & { readonly page: number }) => void): void {
  // The page may be rendered anew while somebody draws, which must not lose what is drawn.
  const handOn = useRef(onDrawn);
  handOn.current = onDrawn;
  useEffect(() => {
    if (!isOn) return;
    let from: { readonly sheet: HTMLElement; readonly x: number; readonly y: number; readonly frame: HTMLElement } | undefined;
    const start = (event: PointerEvent): void => {
      const sheet = (event.target as Element).closest('.sheet')?.querySelector<HTMLElement>('.boxes[data-page]');
      if (!sheet) return;
      event.preventDefault();
      const frame = Object.assign(document.createElement('span'), { className: 'drawn' });
      sheet.append(frame);
      from = { sheet, frame, ...shareOf(event, sheet) };
    };
    const move = (event: PointerEvent): void => {
      if (!from) return;
      const { x, y, w, h } = between(from, shareOf(event, from.sheet));
      Object.assign(from.frame.style, { left: `${x * 100}%`, top: `${y * 100}%`, width: `${w * 100}%`, height: `${h * 100}%` });
    };
    const end = (event: PointerEvent): void => {
      if (!from) return;
      const box = between(from, shareOf(event, from.sheet));
      from.frame.remove();
      if (box.w > 0 && box.h > 0) handOn.current({ page: Number(from.sheet.dataset['page']), ...box });
      from = undefined;
    };
    const listeners = { pointerdown: start, pointermove: move, pointerup: end };
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener as EventListener, true);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener as EventListener, true);
    };
  }, [isOn]);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function shareOf({ clientX, clientY }: PointerEvent, sheet: HTMLElement): Point {
  const { left, top, width, height } = sheet.getBoundingClientRect();
  const within = (share: number): number => Math.min(1, Math.max(0, share));
  return { x: within((clientX - left) / width), y: within((clientY - top) / height) };
}

const between = (a: Point, b: Point) => ({ x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), w: Math.abs(a.x - b.x), h: Math.abs(a.y - b.y) });

import type { Json } from '../../../core/contracts/schema.js';
import { bandOf, bands } from '../../report/html.js';
import { useStore } from '../store.js';
import type { FieldEntry } from './entries.js';

/** A value as plain text, so that it cannot inject markup. */
export const Value = ({ entry: { value, path, row } }: { readonly entry: FieldEntry }) => (
  <span class={`value ${value === null ? 'null' : ''} ${typeof value === 'number' ? 'number' : ''}`}>
    {valueText(value, row?.column ?? path)}
  </span>
);

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 10 });

/** A value as text: numbers with group separators, amounts with at least two decimals, null as the word. */
export function valueText(value: Json, name = ''): string {
  if (value === null) return 'null';
  if (value === '') return '(empty text)';
  if (typeof value === 'number') return isAmount(name) ? amountText(value) : number.format(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isAmount = (name: string): boolean =>
  /total|tax$|amount|price|due$|tip|discount|paid|balance|shipping|charge/i.test(name) && !/tax_id|number|date/i.test(name);

export const amountText = (value: number): string => value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 10 });

/** A score as number, word, icon and colour. */
export function Confidence({ score }: { readonly score: number }) {
  const band = bandOf(score);
  const fullBars = bands.length - bands.indexOf(band);
  return (
    <span class={`confidence tone-${band.name}`} title={`${band.label}: ${band.action}`}>
      <svg class="bars" viewBox="0 0 22 14" aria-hidden="true" focusable="false">
        {[1, 2, 3, 4, 5].map((bar) => (
          <rect
            key={bar}
            class={bar <= fullBars ? 'full' : 'hollow'}
            x={(bar - 1) * 4.4 + 0.5}
            y={11 - bar * 2}
            width="3"
            height={bar * 2 + 2}
            rx="0.8"
          />
        ))}
      </svg>
      <span class="percent">{percentOf(score)} %</span> <span class="word">{band.label}</span>
    </span>
  );
}

/** Rounded down, so that 0.949 does not show as the 95 % of a better band. */
export const percentOf = (score: number): number => Math.floor(score * 100 + 1e-9);

/** Handlers for the card or cell of a field: choosing it shows its evidence, and Enter moves the focus to its box. */
export function useChoose(path: string) {
  const { dispatch } = useStore();
  const choose = (): void => dispatch({ type: 'show', view: { field: path } });
  return {
    onClick: choose,
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      choose();
      // The box appears only after the page has been drawn.
      setTimeout(() => focusBox(path), 60);
    },
    onMouseEnter: () => preview(path, true),
    onMouseLeave: () => preview(path, false),
  };
}

/** Highlights the box of a field while the pointer is over the field. The state of the page does not change. */
function preview(path: string, on: boolean): void {
  document.querySelector(`[data-box="${CSS.escape(path)}"]`)?.classList.toggle('preview', on);
}

/** Focuses the card or the table cell of a field. */
export function focusField(path: string): void {
  document.querySelector<HTMLElement>(`[data-field="${CSS.escape(path)}"]`)?.focus();
}

/** Focuses the box of a field once its page is drawn, or the document if the field has no box. */
function focusBox(path: string, tries = 20): void {
  const box = document.querySelector<HTMLElement>(`[data-box="${CSS.escape(path)}"]`);
  if (box) box.focus();
  else if (tries > 0) setTimeout(() => focusBox(path, tries - 1), 50);
  else document.querySelector<HTMLElement>('.scroller')?.focus();
}

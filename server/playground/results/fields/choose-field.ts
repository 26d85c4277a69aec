import { useStore } from '../../state/store.js';

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

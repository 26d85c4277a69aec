import { useStore } from '../../state/store.js';

/** Choosing a field shows its evidence; Enter goes there, and Escape comes back. */
export function useChoose(path: string) {
  const { dispatch } = useStore();
  const choose = (): void => dispatch({ type: 'show', view: { field: path } });
  return {
    onClick: choose,
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      choose();
      // The page is drawn after the choice.
      setTimeout(() => focusBox(path), 60);
    },
    onMouseEnter: () => preview(path, true),
    onMouseLeave: () => preview(path, false),
  };
}

/** Hovering lights up the box, if its page is shown; nothing of the state changes by it. */
function preview(path: string, on: boolean): void {
  document.querySelector(`[data-box="${CSS.escape(path)}"]`)?.classList.toggle('preview', on);
}

/** Puts the focus on a field of the result: its card, or its cell. */
export function focusField(path: string): void {
  document.querySelector<HTMLElement>(`[data-field="${CSS.escape(path)}"]`)?.focus();
}

/** Puts it on its box in the document, once the page is drawn; on the document where there is none. */
export function focusBox(path: string, tries = 20): void {
  const box = document.querySelector<HTMLElement>(`[data-box="${CSS.escape(path)}"]`);
  if (box) box.focus();
  else if (tries > 0) setTimeout(() => focusBox(path, tries - 1), 50);
  else document.querySelector<HTMLElement>('.scroller')?.focus();
}

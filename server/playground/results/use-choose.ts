import { useStore } from '../state/store.js';
import { focusBox } from './fields/focus-field.js';

/** Choosing a field shows its evidence; Enter goes there, and Escape comes back. */
export function useChoose(path: string) {
  const { dispatch } = useStore();
  const choose = (): void => dispatch({ type: 'look', view: { field: path } });
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

/** Puts the focus on a field of the result: its card, or its cell. */
export function focusField(path: string): void {
  document.querySelector<HTMLElement>(`[data-field="${CSS.escape(path)}"]`)?.focus();
}

/** Puts it on its box in the document, once the page is drawn; on the document where there is none. */
export function focusBox(path: string, tries = 20): void {
  const box = document.querySelector<HTMLElement>(`[data-box="${CSS.escape(path)}"]`);
  if (box) box.focus();
  else if (tries > 0) setTimeout(() => focusBox(path, tries - 1), 50);
  else document.querySelector<HTMLElement>('.desk')?.focus();
}

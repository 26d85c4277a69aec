/**
 * Adds a copy button to each code block where the browser allows it. A table that is wider than the page becomes focusable, so that it can be
 * scrolled with the keyboard.
 */
export const script = `
const status = document.createElement('p');
status.className = 'spoken';
status.setAttribute('role', 'status');
document.querySelector('main').append(status);
if (navigator.clipboard) for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    status.textContent = button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; status.textContent = ''; }, 1500);
  });
  const frame = document.createElement('div');
  frame.className = 'copyable';
  block.replaceWith(frame);
  frame.append(block, button);
}
const fit = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const scrolls = target.scrollWidth > target.clientWidth;
    for (const [name, value] of Object.entries({ tabindex: '0', role: 'group', 'aria-label': 'Table' }))
      scrolls ? target.setAttribute(name, value) : target.removeAttribute(name);
  }
});
for (const table of document.querySelectorAll('.wide')) fit.observe(table);
`;

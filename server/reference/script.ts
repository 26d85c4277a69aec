/** Gives each block of code a button that copies it, where the browser lets a page do so; without it the text can still be selected. */
export const script = `
if (navigator.clipboard) for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  const frame = document.createElement('div');
  frame.className = 'copyable';
  block.replaceWith(frame);
  frame.append(block, button);
}
`;

import { createHash } from 'node:crypto';
import { html, Markup } from '../http/html.js';

export interface DocumentationPage {
  readonly title: string;
  readonly navigation: Markup;
  readonly main: Markup;
}

/** One HTML file with its style and script embedded, so that it loads nothing and can be saved. */
export const page = ({ title, navigation, main }: DocumentationPage): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<nav aria-label="Documentation">${navigation}</nav>
<main id="main" tabindex="-1">${main}</main>
<script>${new Markup(script)}</script>
</body>
</html>
`.text;

/**
 * Adds a copy button to each code block where the browser allows it. A table that is wider than the page becomes focusable, so that it can be
 * scrolled with the keyboard.
 */
const script = `
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

/** The style of the documentation, which matches the playground: one accent colour, light and dark themes, and print. */
const style = `
:root { color-scheme: light dark; --canvas: light-dark(#f3f4f7, #12151c); --surface: light-dark(#fff, #1a1e27); --sunken: light-dark(#f8f9fb, #151922);
  --line: light-dark(#dcdfe7, #2f3542); --text: light-dark(#1a2030, #e9ecf3); --muted: light-dark(#565e70, #a5adbd);
  --accent: light-dark(#2f4bb8, #9bb0ff); --accent-soft: light-dark(#e4e9fb, #28325a); --problem: light-dark(#a3211d, #ff9d97);
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); background: var(--canvas); color: var(--text);
  font: 400 .9375rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1.5rem 1rem 2rem 1.5rem; font-size: .875rem; }
nav strong { display: block; margin: 1.25rem 0 .25rem; color: var(--muted); font-size: .8125rem; font-weight: 600; }
nav strong:first-child { margin-top: 0; color: var(--text); font-size: 1.0625rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: .2rem .5rem; margin-left: -.5rem; border-radius: 6px; color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
nav a:hover, nav a[aria-current] { background: var(--accent-soft); }
nav .method { min-width: 2.9em; }
main { max-width: 62rem; min-height: 100vh; padding: 1.75rem 2.5rem 4rem; background: var(--surface); border-left: 1px solid var(--line); outline: 0; }
h1 { margin: 0 0 .5rem; font-size: 1.625rem; line-height: 1.25; font-weight: 680; }
h2 { margin: 2.75rem 0 .75rem; padding-top: 1.25rem; border-top: 1px solid var(--line); font-size: 1.25rem; font-weight: 660; }
h3 { margin: 2rem 0 .4rem; font-size: 1.0625rem; font-weight: 650; }
h4 { margin: 1.25rem 0 .35rem; font-size: .875rem; font-weight: 650; color: var(--muted); }
h2 + section > h3:first-child { margin-top: 1rem; }
p { margin: .4rem 0 .7rem; max-width: 46rem; }
main ul, main ol { max-width: 46rem; padding-left: 1.25rem; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code { font: .875em/1.5 var(--mono); overflow-wrap: anywhere; }
p code, li code, td code { padding: .05em .3em; border-radius: 4px; background: var(--sunken); box-shadow: inset 0 0 0 1px var(--line); }
img { display: block; max-width: min(100%, 40rem); height: auto; margin: .4rem 0 1.2rem; border: 1px solid var(--line); border-radius: 6px; }
pre { margin: .4rem 0 .8rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 6px; background: var(--sunken); }
pre code { font-size: .8125rem; white-space: pre-wrap; }
p.file { margin: .8rem 0 -.2rem; font-size: .875rem; }
.copyable { position: relative; }
.copyable pre { padding-right: 5rem; }
.copyable button { position: absolute; top: .4rem; right: .4rem; padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--surface);
  color: var(--muted); font: inherit; font-size: .8125rem; cursor: pointer; }
.copyable button:hover { color: var(--text); border-color: var(--muted); }
.wide { overflow-x: auto; margin: .3rem 0 .9rem; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
th, td { padding: .35rem .75rem .35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--muted); font-size: .8125rem; font-weight: 550; white-space: nowrap; }
tbody th { white-space: nowrap; }
td.type { color: var(--muted); min-width: 7rem; }
.required { color: var(--problem); font-size: .8125rem; white-space: nowrap; }
.method { display: inline-block; margin-right: .5em; color: var(--accent); font: 650 .8125em/1 var(--mono); }
.lead { color: var(--muted); }
details { margin: .3rem 0; } summary { cursor: pointer; } summary:hover { color: var(--accent); }
details > summary { padding: .1rem 0; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: 1rem; z-index: 1; padding: .4rem .8rem; background: var(--surface); }
@media (max-width: 56rem) { body { display: block; } nav { position: static; max-height: 40vh; padding: 1rem 1.25rem; } main { padding: 1.25rem; border-left: 0; border-top: 1px solid var(--line); }
  td.type { min-width: 5rem; } }
@media print { :root { color-scheme: light; } body { display: block; background: none; } nav, .copyable button { display: none; } main { padding: 0; border: 0; max-width: none; } }
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows only the style and the script that are embedded in the page. */
export const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

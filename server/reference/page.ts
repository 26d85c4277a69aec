import { createHash } from 'node:crypto';
import { html, Markup } from '../http/html.js';
import { script } from './script.js';
import { style } from './style.js';

/** A page of the documentation: its navigation and its text. */
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

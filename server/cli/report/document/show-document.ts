import type { Engine, SourceFile, View } from '../../../../core/index.js';
import type { ReportContent } from '../content.js';
import { html, linkTargets, type Markup } from '../html.js';
import { documentText } from './document-text.js';
import { type DrawnPage, pages } from './pages.js';

/** A document with at most this many pages is shown whole; of a longer one only the pages with evidence are shown. */
const maxPagesShownWhole = 8;
/** More pages would make the file too large for a mail. */
const maxPagesShown = 40;

/** Makes the function that shows a document: its pages as pictures, its text if it has no pages, or why it cannot be shown. */
export async function showDocument(
  file: SourceFile,
  pagesWithEvidence: ReadonlySet<number>,
  engine: Engine,
): Promise<(content: ReportContent) => Markup> {
  try {
    const view = await engine.view(file);
    if (!view.draw) return (content) => documentText(view.document, content);
    const drawnPages = await drawPages(view, pagesWithEvidence);
    return (content) => pages(drawnPages, view.document.pages.length, content);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it could not be read';
    return ({ all }) =>
      html`<section class="pages" aria-labelledby="pages"><h2 id="pages">Pages</h2><p>${linkTargets(all)}The document cannot be shown: ${why}.</p></section>`;
  }
}

async function drawPages({ document, draw: drawPage }: View, pagesWithEvidence: ReadonlySet<number>): Promise<readonly DrawnPage[]> {
  const selected = document.pages
    .filter(({ number }) => document.pages.length <= maxPagesShownWhole || pagesWithEvidence.has(number))
    .slice(0, maxPagesShown);
  const drawnPages: DrawnPage[] = [];
  for (const { number } of selected.length > 0 ? selected : document.pages.slice(0, 1)) {
    const picture = await drawPage?.(number, new AbortController().signal);
    if (picture) drawnPages.push({ number, picture });
  }
  return drawnPages;
}

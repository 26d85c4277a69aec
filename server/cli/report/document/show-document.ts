import type { Engine, SourceFile, View } from '../../../../core/index.js';
import type { ReportContent } from '../content.js';
import { html, linkTargets, type Markup } from '../html.js';
import { documentText } from './document-text.js';
import { type DrawnPage, pages } from './pages.js';

/** A short document is shown whole; of a longer one the pages that prove something, and no more than a mail can carry. */
const maxPagesShownWhole = 8;
const maxPagesShown = 40;

/** How a document is shown in its report: drawn page by page, or as text where it has no pages. One that cannot be shown says why. */
export async function showDocument(
  file: SourceFile,
  evident: ReadonlySet<number>,
  engine: Engine,
): Promise<(shown: ReportContent) => Markup> {
  try {
    const view = await engine.view(file);
    if (!view.draw) return (shown) => documentText(view.document, shown);
    const sheets = await drawPages(view, evident);
    return (shown) => pages(sheets, view.document.pages.length, shown);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it could not be read';
    return ({ all }) =>
      html`<section class="pages" aria-labelledby="pages"><h2 id="pages">Pages</h2><p>${linkTargets(all)}The document cannot be shown: ${why}.</p></section>`;
  }
}

async function drawPages({ document, draw: drawPage }: View, evident: ReadonlySet<number>): Promise<readonly DrawnPage[]> {
  const shown = document.pages
    .filter(({ number }) => document.pages.length <= maxPagesShownWhole || evident.has(number))
    .slice(0, maxPagesShown);
  const sheets: DrawnPage[] = [];
  for (const { number } of shown.length > 0 ? shown : document.pages.slice(0, 1)) {
    const picture = await drawPage?.(number, new AbortController().signal);
    if (picture) sheets.push({ number, picture });
  }
  return sheets;
}

import { type ReportContent, reportContent } from '../../report/content.js';
import { type DrawnPage, notShown, pages, shownPages } from '../../report/pages.js';
import { report } from '../../report/report.js';
import { draw } from '../document/draw.js';
import type { OpenedFile, OpenedPdf } from '../document/sheets.js';
import type { PlaygroundResult } from '../service.js';

/** A result with its document as one HTML file, the one that `vouch report` makes. */
export async function reportOf({ body, fileName }: PlaygroundResult, opened: OpenedFile | undefined): Promise<string> {
  const content = reportContent(body.object ?? {});
  const document =
    opened?.kind === 'pdf'
      ? pages(await drawnPages(opened, content), opened.pages, content)
      : notShown(content, 'a report of this page has the pages of a PDF only');
  return report({ title: fileName, body, document, made: new Date() });
}

/** Wide enough to be read in print. */
const pictureWidth = 1_240;

async function drawnPages({ pdf, pages: count }: OpenedPdf, content: ReportContent): Promise<readonly DrawnPage[]> {
  const drawn: DrawnPage[] = [];
  for (const number of shownPages(count, content)) {
    const { width, height, source } = await draw(await pdf.getPage(number), pictureWidth);
    drawn.push({ number, width, height, source });
  }
  return drawn;
}

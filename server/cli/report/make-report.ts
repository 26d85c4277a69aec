import type { Engine, SourceFile } from '../../../core/index.js';
import { reportContent } from './document/exhibit.js';
import { showDocument } from './document/show-document.js';
import { type ReportedAnswer, report } from './report.js';

/** The report of an answer with `boxes`, and of the document it was read from, as HTML. */
export async function makeReport(file: SourceFile, body: ReportedAnswer, engine: Engine): Promise<string> {
  const evident = new Set(reportContent(body.object ?? {}).all.flatMap(({ page }) => page ?? []));
  return report({ title: file.name, body, document: await showDocument(file, evident, engine), made: new Date() });
}

import type { Engine, SourceFile } from '../../../core/index.js';
import { exhibit } from './document/exhibit.js';
import { showDocument } from './document/show-document.js';
import { type Kept, report } from './report.js';

/** The report of an answer with `boxes`, and of the document it was read from, as HTML. */
export async function makeReport(file: SourceFile, body: Kept, engine: Engine): Promise<string> {
  const evident = new Set(exhibit(body.object ?? {}).all.flatMap(({ page }) => page ?? []));
  return report({ title: file.name, body, document: await showDocument(file, evident, engine), made: new Date() });
}

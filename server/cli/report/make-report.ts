import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine, SourceFile } from '../../../core/index.js';
import { explainWriteError } from '../output/explain-write-error.js';
import type { Terminal } from '../output/terminal.js';
import { reportContent } from './content.js';
import { showDocument } from './document/show-document.js';
import { type ReportedAnswer, report } from './report.js';

/** Makes the HTML report of an answer with `boxes` and, if it has it, `evidence`, and of the document that it was read from. */
export async function makeReport(file: SourceFile, body: ReportedAnswer, engine: Engine): Promise<string> {
  const pagesWithEvidence = new Set(reportContent(body.object ?? {}).all.flatMap(({ page }) => page ?? []));
  return report({ title: file.name, body, document: await showDocument(file, pagesWithEvidence, engine), made: new Date() });
}

/** Writes a report to a file, or to the standard output if none is named. @throws ConfigError when the file cannot be written */
export function writeReport(output: string | undefined, page: string, { cwd, stdout }: Terminal): void {
  if (output === undefined) stdout.write(page);
  else explainWriteError(output, () => writeFileSync(resolve(cwd, output), page));
}

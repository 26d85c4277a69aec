import { type Engine, InputError, type Observer, type Schema, type SourceFile } from '../../../core/index.js';
import type { ExtractionBody } from '../../wire/extraction.js';
import { type Inclusion, inclusions, wire } from '../../wire/wire.js';
import { readInput } from '../input/read-input.js';
import { type FileAnswer, pagesText } from '../output/answer.js';
import type { Terminal } from '../output/terminal.js';
import { makeReport, writeReport } from '../report/make-report.js';

export interface EmbeddedTask {
  readonly engine: Engine;
  readonly schema: Schema;
  readonly threshold: number;
  readonly verify: boolean;
  readonly include: readonly Inclusion[];
  /** Where an HTML report is written; none when absent. */
  readonly report?: string;
}

/** Answers files with an engine in this process. A file that is refused must not end the run. */
export const embedded =
  ({ engine, include, report, ...request }: EmbeddedTask, terminal: Terminal) =>
  async (file: string, observer: Observer): Promise<FileAnswer> => {
    try {
      const source = await readInput(file, terminal);
      const outcome = await engine.extract({ ...request, observer, file: source });
      if (report !== undefined) await writeReports({ report, source, body: wire(outcome, inclusions), engine }, terminal);
      return { kind: 'answered', file, body: wire(outcome, include) };
    } catch (error) {
      if (error instanceof InputError) return { kind: 'refused', file, detail: error.message };
      throw error;
    }
  };

interface ReportTask {
  readonly report: string;
  readonly source: SourceFile;
  readonly body: ExtractionBody;
  readonly engine: Engine;
}

/** One report; of several documents one each, named with its pages: `report.p3-4.html`. */
async function writeReports({ report, source, body, engine }: ReportTask, terminal: Terminal): Promise<void> {
  if (!body.documents) return writeReport(report, await makeReport(source, body, engine), terminal);
  for (const { pages, ...document } of body.documents) {
    const named = report.replace(/(?=\.[^./\\]*$)|$/, `.${pagesText(pages)}`);
    writeReport(named, await makeReport(source, document, engine), terminal);
  }
}

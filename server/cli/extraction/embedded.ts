import { type Engine, InputError, type Observer, type Schema } from '../../../core/index.js';
import { type Inclusion, inclusions, wire } from '../../wire/wire.js';
import { readInput } from '../input/read-input.js';
import type { FileAnswer } from '../output/answer.js';
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
      if (report !== undefined) writeReport(report, await makeReport(source, wire(outcome, inclusions), engine), terminal);
      return { kind: 'answered', file, body: wire(outcome, include) };
    } catch (error) {
      if (error instanceof InputError) return { kind: 'refused', file, detail: error.message };
      throw error;
    }
  };

import { type Document, ExtractionError, type PluginContext, type SourceFile } from '../../../core/index.js';
import { messageOf } from './messages.js';
import { Pool } from './pool.js';
import { program } from './program.js';
import type { Answer, Limits, Reason, Refusal, Task } from './protocol.js';
import { Refusals } from './refusals.js';

export interface CageSettings {
  /** How messages call the format: 'PDF'. */
  readonly format: string;
  readonly converter: 'pdf' | 'docx';
  readonly children: number;
  readonly recycleAfter: number;
  readonly deadlineMs: number;
  readonly memoryMb: number;
  /** What the child itself is to keep. */
  readonly limits: Limits;
}

/** Reads a file in a child process. @throws ExtractionError EXTRACTION_FAILED with the reason. */
export type Read = (file: SourceFile, signal: AbortSignal) => Promise<Document>;

/** Reasons after which a child was lost; the same file would cost another one. */
const deadly: readonly Reason[] = ['memory', 'time', 'crash'];

/**
 * A cage for a parser that reads hostile files: whatever a file does to it, the answer is a document or a typed failure, and this process
 * lives on. The first child starts here, so that the first file finds it warm.
 */
export function openCage(settings: CageSettings, context: PluginContext): Read {
  const pool = new Pool({ ...settings, program: program(settings.converter) });
  const refusals = new Refusals();
  const limits = { ...settings.limits, memoryMb: settings.memoryMb, deadlineMs: settings.deadlineMs };
  context.onClose(() => pool.close());

  /** Who kills a child from outside hits whatever it was about to read: a crash counts when a fresh child ends by the same file. */
  const read = async (task: Task, signal: AbortSignal): Promise<Answer> => {
    const answer = await pool.read(task, signal);
    return answer.kind === 'refusal' && answer.refusal.reason === 'crash' ? pool.read(task, signal) : answer;
  };

  return async (file, signal) => {
    const known = refusals.find(file.bytes);
    if (known) throw failure(known, settings.format, limits);
    const answer = await read({ bytes: file.bytes, limits }, signal).catch((error) => {
      if (signal.aborted) throw signal.reason;
      context.log('parser child unavailable', { format: settings.format, reason: reasonOf(error) });
      throw new ExtractionError('EXTRACTION_FAILED', `${settings.format} could not be read: ${reasonOf(error)}`, { cause: error });
    });
    if (answer.kind === 'content') return { ...answer.content, format: settings.converter, file };
    if (deadly.includes(answer.refusal.reason)) refusals.remember(file.bytes, answer.refusal);
    report(answer.refusal, settings, context);
    throw failure(answer.refusal, settings.format, limits);
  };
}

const failure = (refusal: Refusal, format: string, limits: Limits): ExtractionError =>
  new ExtractionError('EXTRACTION_FAILED', messageOf(refusal, format, limits));

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'its parser failed');

function report(refusal: Refusal, settings: CageSettings, context: PluginContext): void {
  const { reason, origin } = refusal;
  if (deadly.includes(reason)) context.log('parser child lost', { format: settings.format, reason });
  else if (origin) context.log('parser failed', { format: settings.format, reason, origin });
}

import { ExtractionError, type PluginContext } from '../../core/index.js';
import { confinement } from './isolation/confine.js';
import { messageOf } from './messages.js';
import { Pool } from './pool.js';
import { program } from './program.js';
import type { ChildReply, Limits, Reason, Refusal, Task } from './protocol.js';
import { Refusals } from './refusals.js';

export interface SandboxSettings {
  /** The plugin's folder, which holds its child: 'converters/pdf'. */
  readonly plugin: string;
  /** What messages call that which is read: 'PDF'. */
  readonly subject: string;
  readonly children: number;
  readonly recycleAfter: number;
  readonly deadlineMs: number;
  readonly memoryMb: number;
  readonly recycleAboveMb: number;
  /** Whether a child starts at once, so that the first file finds it warm. Else the first file waits for it. */
  readonly warm: boolean;
  /** What the child itself is to keep. */
  readonly limits: Limits;
}

/** Reads bytes in a child process, or what is wanted of them. @throws ExtractionError EXTRACTION_FAILED with the reason. */
export type Read<T> = (bytes: Uint8Array, signal: AbortSignal, wanted?: unknown) => Promise<T>;

/** Reasons after which a child was lost; the same file would cost another one. */
const deadly: readonly Reason[] = ['memory', 'time', 'crash'];

/**
 * A cage for a parser that reads hostile files: whatever a file does to it, the answer is its content or a typed failure, and this process
 * lives on. @typeParam T what the child's `serve` answers with
 */
export function openSandbox<T>(settings: SandboxSettings, context: PluginContext): Read<T> {
  sayWhatIsOpen(context);
  const pool = new Pool({ ...settings, program: program(settings.plugin) });
  const refusals = new Refusals();
  const limits = { ...settings.limits, memoryMb: settings.memoryMb, deadlineMs: settings.deadlineMs };
  context.onProbe(() => pool.works());
  context.onClose(() => pool.close());

  /** Who kills a child from outside hits whatever it was about to read: a crash counts when a fresh child ends by the same file. */
  const read = async (task: Task, signal: AbortSignal): Promise<ChildReply> => {
    const answer = await pool.read(task, signal);
    return answer.kind === 'refusal' && answer.refusal.reason === 'crash' ? pool.read(task, signal) : answer;
  };

  return async (bytes, signal, wanted) => {
    const task = { bytes, limits, wanted };
    const known = refusals.find(task);
    if (known) throw failure(known, settings.subject, limits);
    const answer = await read(task, signal).catch((error) => {
      if (signal.aborted) throw signal.reason;
      context.log('parser child unavailable', { subject: settings.subject, reason: reasonOf(error) });
      throw new ExtractionError('EXTRACTION_FAILED', `${settings.subject} could not be read: ${reasonOf(error)}`, { cause: error });
    });
    if (answer.kind === 'content') return answer.content as T;
    if (deadly.includes(answer.refusal.reason)) refusals.remember(task, answer.refusal);
    report(answer.refusal, settings, context);
    throw failure(answer.refusal, settings.subject, limits);
  };
}

let said = false;

/** Once in a process: whoever runs it should know where Node's own walls stand alone. */
function sayWhatIsOpen({ log }: PluginContext): void {
  if (said || confinement() === 'room') return;
  said = true;
  log('parser children stand behind the walls of Node alone', { open: reachable[confinement()], help: 'vouch doctor' });
}

const reachable = { room: '', network: 'sockets', none: 'network, sockets' } as const;

const failure = (refusal: Refusal, subject: string, limits: Limits): ExtractionError =>
  new ExtractionError('EXTRACTION_FAILED', messageOf(refusal, subject, limits));

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'its parser failed');

function report(refusal: Refusal, { subject }: SandboxSettings, context: PluginContext): void {
  const { reason, origin } = refusal;
  if (deadly.includes(reason)) {
    context.log('parser child lost', { subject, reason });
    context.report({ kind: 'child lost', reason });
  } else if (origin) context.log('parser failed', { subject, reason, origin });
}

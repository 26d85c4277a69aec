import { ExtractionError, type PluginContext, Semaphore, type SourceFile } from '../../core/index.js';
import { findIsolationLevel } from './isolation/confine.js';
import { shutInspector } from './isolation/inspector.js';
import { ChildPool } from './pool/pool.js';
import { programOf } from './program.js';
import type { ChildReply, ParserLimits, ParserRefusal, ParserTask, RefusalReason } from './protocol.js';
import { refusalMessage } from './refusal.js';
import { RefusedFiles } from './refused-files.js';

export interface SandboxSettings<T> {
  /** The plugin's folder, which holds its child: 'converters/pdf'. */
  readonly plugin: string;
  /** The name of the input in messages: 'PDF'. */
  readonly subject: string;
  readonly children: number;
  /** For how many callers a child is kept; as many as `children` when absent. */
  readonly callers?: number;
  readonly recycleAfter: number;
  readonly deadlineMs: number;
  readonly memoryMb: number;
  readonly recycleAboveMb: number;
  /** Whether a child starts at once; otherwise the first file has to wait for it. */
  readonly warm: boolean;
  /** Whether a fresh child starts before the next caller comes, once there have been several. It does not when absent. */
  readonly ahead?: boolean;
  /** Whether the child may load native code from our packages; it may not when absent. */
  readonly addons?: boolean;
  /** Limits that the child itself enforces. */
  readonly limits: ParserLimits;
  /**
   * Makes the content of what a child has sent, which may be anything where a file has taken the parser over: a new value of plain data.
   * `wanted` is that of the task. @throws NotAsAgreed where it is anything else; the child has then crashed
   */
  readonly taken: (sent: unknown, wanted: unknown) => T;
}

/** Bytes to be read, and whose they are: children serve one caller only. */
export type SandboxedFile = Pick<SourceFile, 'bytes' | 'caller' | 'guest'>;

/** Reads a file in a child process; `wanted` selects a part of the work. @throws ExtractionError EXTRACTION_FAILED with the reason. */
export type SandboxedRead<T> = (file: SandboxedFile, signal: AbortSignal, wanted?: unknown) => Promise<T>;

/** Refusals that cost a child process; the same file would cost another one. */
const childLosses: readonly RefusalReason[] = ['memory', 'time', 'crash'];

/** Opens a sandbox for a parser of untrusted files. Every file yields its content or a typed failure, and never harms this process. */
export function openSandbox<T>(settings: SandboxSettings<T>, context: PluginContext): SandboxedRead<T> {
  shutInspector();
  void logMissingIsolation(context);
  const pool = new ChildPool({ ...settings, program: { ...programOf(settings.plugin), addons: settings.addons ?? false } });
  const line = lineBefore(settings.children);
  const refusals = new RefusedFiles();
  const limits = { ...settings.limits, memoryMb: settings.memoryMb, deadlineMs: settings.deadlineMs };
  context.onProbe(() => pool.works());
  context.onClose(() => pool.close());

  /** An external kill can hit a child in the middle of a file, so a crash counts only when a second child crashes on the same file. */
  const read = async (task: ParserTask, caller: string, signal: AbortSignal): Promise<ChildReply> => {
    const answer = await pool.read(task, caller, signal);
    return answer.kind === 'refusal' && answer.refusal.reason === 'crash' ? pool.read(task, caller, signal) : answer;
  };

  return async (file, signal, wanted) => {
    const { bytes, caller = '' } = file;
    const task = { bytes, limits, wanted };
    const known = refusals.find(task, caller);
    if (known) throw failure(known, settings.subject, limits);
    const release = await line.acquire(partsOf(file), signal);
    const answer = await read(task, caller, signal)
      .finally(release)
      .catch((error) => {
        if (signal.aborted) throw signal.reason;
        context.log('parser child unavailable', { subject: settings.subject, reason: reasonOf(error) });
        throw new ExtractionError('EXTRACTION_FAILED', `${settings.subject} could not be read: ${reasonOf(error)}`, { cause: error });
      });
    // `taken` has made it.
    if (answer.kind === 'content') return answer.content as T;
    if (childLosses.includes(answer.refusal.reason)) refusals.add(task, caller, answer.refusal);
    report(answer.refusal, settings, context);
    throw failure(answer.refusal, settings.subject, limits);
  };
}

let logged = false;

/** Logs once per process where the kernel does not isolate the children completely. */
async function logMissingIsolation({ log }: PluginContext): Promise<void> {
  const level = await findIsolationLevel();
  if (logged || level === 'full') return;
  logged = true;
  log('parser children are not fully isolated', { open: reachable[level], help: 'vouch doctor' });
}

const reachable = { full: '', network: 'sockets', permissions: 'network, sockets, other processes' } as const;

const failure = (refusal: ParserRefusal, subject: string, limits: ParserLimits): ExtractionError =>
  new ExtractionError('EXTRACTION_FAILED', refusalMessage(refusal, subject, limits));

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'its parser failed');

function report(refusal: ParserRefusal, { subject }: Pick<SandboxSettings<unknown>, 'subject'>, context: PluginContext): void {
  const { reason, origin } = refusal;
  if (childLosses.includes(reason)) {
    context.log('parser child lost', { subject, reason });
    context.report({ kind: 'child lost', reason });
  } else if (origin) context.log('parser failed', { subject, reason, origin });
}

/** What one file takes of a sandbox: a child, and one of those that guests or large files may have. */
type SandboxPart = 'children' | 'guests' | 'large';

/** A file from here on, in bytes, is large: it is likely to be read for a while. */
const largeBytes = 1_048_576;

/** The line before a sandbox with so many children: its files wait here until one is free for them. */
export const lineBefore = (children: number): Semaphore<SandboxPart> => {
  const butOne = Math.max(1, children - 1);
  return new Semaphore({ children, guests: butOne, large: butOne }, mayOvertake);
};

/** Guests and large files leave one child to others, so callers with a key pass guests, and small files large ones, that wait for their part. */
const mayOvertake = ({ guests, large }: Readonly<Record<SandboxPart, number>>): boolean => guests === 0 || large === 0;

export const partsOf = ({ bytes, guest }: SandboxedFile): Readonly<Record<SandboxPart, number>> => ({
  children: 1,
  guests: guest ? 1 : 0,
  large: bytes.length >= largeBytes ? 1 : 0,
});

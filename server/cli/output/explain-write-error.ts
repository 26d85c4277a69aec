import { ConfigError } from '../../../core/index.js';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/** Runs work that writes to the output file. @throws ConfigError that says why the file cannot be written. */
export function explainWriteError<T>(output: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause;
    const code = String(cause.code);
    throw new ConfigError(`${output} cannot be written: ${reasons[code] ?? code}.`, [], { cause });
  }
}

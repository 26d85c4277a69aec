import { type Stats, statSync } from 'node:fs';
import { ConfigError } from '../../core/index.js';

/** Bits of a file's mode: its group, or everybody, may write it. */
const [byGroup, byAll] = [0o020, 0o002];

/** @throws ConfigError when another user than this one and root may write the file; on systems without users it never does */
export function requireOwn(file: string, user = process.getuid?.()): void {
  if (user === undefined) return;
  const risk = riskOf(statSync(file), user);
  if (risk === undefined) return;
  throw new ConfigError(
    `${file} is a script, and ${risk}. It was found, not named, so it is not run. Name it with --config or VOUCH_CONFIG if you trust it, or mend it: ${mending(file)}`,
  );
}

function riskOf({ uid, gid, mode }: Stats, user: number): string | undefined {
  if (uid !== user && uid !== 0) return `it belongs to another user (${uid})`;
  if ((mode & byAll) !== 0) return 'everybody may write it';
  // Many systems give each user a group of the same number, in which there is nobody else.
  return (mode & byGroup) !== 0 && gid !== uid ? `its group (${gid}) may write it` : undefined;
}

const mending = (file: string): string => `chown "$USER" '${file}' && chmod go-w '${file}'`;

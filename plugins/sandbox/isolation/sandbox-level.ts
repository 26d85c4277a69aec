import checkIsolation, { type IsolationReport } from './check-isolation.js';
import { findIsolationLevel, type IsolationLevel } from './confine.js';

/** How far parsers are isolated; 'none' where not even Node's permissions hold. */
export type SandboxLevel = IsolationLevel | 'none';

/** What Node's permissions keep a parser from. */
const byNode = ['reading', 'writing', 'program', 'sqlite', 'processes', 'threads', 'server'] satisfies readonly (keyof IsolationReport)[];

/**
 * The strongest level of this machine. Where the kernel does not keep a parser from files, a child tries whether Node does.
 * @throws Error when no child can be started
 */
export default async function sandboxLevel(): Promise<SandboxLevel> {
  const level = await findIsolationLevel();
  if (level === 'full') return level;
  const report = await checkIsolation(level);
  return byNode.every((kept) => report[kept]) ? level : 'none';
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const contender = fileURLToPath(new URL('../../../dist/test/server/state/contender.js', import.meta.url));

interface Got {
  readonly holds: number;
  readonly calls: number;
  readonly from: number;
  readonly to: number;
}

/** Starts eight processes that compete for one store. Returns what they got together, and the most calls that the time allowed. */
export async function contend(address: string): Promise<{ readonly holds: number; readonly calls: number; readonly mostCalls: number }> {
  expect(existsSync(contender)).toBe(true);
  const runs = await Promise.all(Array.from({ length: 8 }, () => promisify(execFile)(process.execPath, [contender, address])));
  const got = runs.map(({ stdout }) => JSON.parse(stdout) as Got);
  const total = (of: (one: Got) => number): number => got.reduce((sum, one) => sum + of(one), 0);
  const seconds = (Math.max(...got.map(({ to }) => to)) - Math.min(...got.map(({ from }) => from))) / 1_000;
  return { holds: total(({ holds }) => holds), calls: total(({ calls }) => calls), mostCalls: Math.floor(seconds + 0.1) + 1 };
}

import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Where a server says that it listens. @throws Error with all it said when it ends before. */
export async function listening({ stderr }: ChildProcess): Promise<string> {
  let all = '';
  if (stderr)
    for await (const line of createInterface(stderr)) {
      all += `${line}\n`;
      const url = /listening on (\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      stderr.resume();
      return url;
    }
  throw new Error(`The server did not start:\n${all}`);
}

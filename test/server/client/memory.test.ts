import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ofDoor } from './answering.js';

const sender = fileURLToPath(new URL('../../../dist/test/server/client/sender.js', import.meta.url));

it('a stream of 10 MB is sent with at most 2 MB more in memory than before it', async () => {
  const { server } = await ofDoor();
  const child = spawn(process.execPath, ['--expose-gc', sender, server], { stdio: ['ignore', 'pipe', 'inherit'] });
  const { sent, most } = JSON.parse(await text(child.stdout)) as { readonly sent: number; readonly most: number };
  expect(sent).toBe(10 * 1_048_576);
  expect(most).toBeLessThan(2 * 1_048_576);
});

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { key } from '../../support/door.js';
import { modes } from '../../support/modes.js';
import { dial, listen } from '../../support/socket.js';

const words = 'Total due 4711.00 to Brightwater';

/** What lies in the files of batches that this process has open. Only Linux shows that. */
const spooled = (): readonly Buffer[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    const path = `/proc/self/fd/${descriptor}`;
    try {
      return readlinkSync(path).includes('/vouch-batch-') ? [readFileSync(path)] : [];
    } catch {
      return [];
    }
  });

describe.each(modes.filter(({ state }) => state === 'memory'))('a batch that $door takes in', ({ open }) => {
  it.runIf(process.platform === 'linux')('lies on the disk encrypted while it comes', async () => {
    const app = await open({});
    const socket = await dial(await listen(app));
    onTestFinished(() => void socket.destroy());
    const part = (name: string, file: string, text: string): string =>
      `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\n\r\n${text}\r\n`;
    const body = `${part('jobs', 'jobs.jsonl', `{"custom_id":"${words}","file":"a.pdf"}`)}${part('file', 'a.pdf', words.repeat(4_000))}`;
    const head = ['POST /v1/batches HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`, 'Content-Type: multipart/form-data; boundary=b'];
    socket.write(`${head.join('\r\n')}\r\nContent-Length: 900000\r\n\r\n${body}`);
    await expect.poll(() => Math.max(0, ...spooled().map(({ length }) => length))).toBeGreaterThan(60_000);
    for (const bytes of spooled()) expect([bytes.includes('Brightwater'), bytes.includes('custom_id')]).toEqual([false, false]);
  });
});

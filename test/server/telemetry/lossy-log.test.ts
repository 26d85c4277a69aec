import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { lossyLog } from '../../../server/telemetry/logging.js';

/** A stream as Node makes of a standard output that is a file: one failure ends it, its descriptor stays. */
function output(fd: number) {
  let full = true;
  const stream = new Writable({
    write: (_chunk, _encoding, done) => done(full ? new Error('ENOSPC: no space left on device, write') : null),
  });
  return Object.assign(stream, {
    fd,
    drain() {
      full = false;
    },
  });
}

it('loses and reports lines that cannot be written, and the process continues', async () => {
  const fd = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(fd));
  let lost = 0;
  const log = lossyLog(output(fd), () => {
    lost += 1;
  });
  for (let line = 0; line < 3; line += 1) {
    log.write('line\n');
    await new Promise(setImmediate);
  }
  expect(lost).toBe(3);
});

it('writes lines again when there is space', async () => {
  const file = join(tmpdir(), `vouch-log-${process.pid}`);
  const fd = openSync(file, 'w');
  onTestFinished(() => {
    closeSync(fd);
    rmSync(file);
  });
  const stream = output(fd);
  const log = lossyLog(stream, () => undefined);
  log.write('lost\n');
  await new Promise(setImmediate);
  stream.drain();
  log.write('kept\n');
  expect(readFileSync(file, 'utf8')).toBe('kept\n');
});

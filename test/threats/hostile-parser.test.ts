import { existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { familyOf } from '../measure/bench/process.js';
import { key } from '../measure/bench/server.js';
import { at, rawPdf } from '../plugins/converters/raw-pdf.js';
import { behaviours, heldByKernelOnly, heldByServer, hostileParser, orderOf, pdfChild } from './hostile-parser.js';
import { ask, type HostileServer, levels, otherKey, startHostile } from './hostile-server.js';

const config = 'converters: [{ use: pdf, deadline_ms: 1500, memory_mb: 300 }, docx]\nrecognizers: []';
const good = rawPdf([{ content: at(50, 700, 'Total 120.00') }]);
const names = Object.keys(behaviours) as readonly (keyof typeof behaviours)[];

/** The real server, with the program of its PDF parser replaced by one that a file can take over. */
describe.each(levels)('with isolation "%s"', (level) => {
  let hostileServer: HostileServer;
  beforeAll(async () => {
    hostileServer = await startHostile({ programs: { [pdfChild]: hostileParser() }, config, level });
  });
  afterAll(() => hostileServer.stop());

  const hostile = (behaviour: (typeof names)[number]): Uint8Array => {
    const order = orderOf(pdfChild, behaviour, hostileServer.server);
    return Buffer.concat([rawPdf([{ content: at(50, 700, 'Total 1.00') }]), Buffer.from(`\n%${order}\n`)]);
  };
  const held = names
    .filter((name) => level !== 'permissions' || !heldByKernelOnly.includes(name))
    .filter((name) => level === levels[0] || !heldByServer.includes(name));

  it.each(held)('a parser that is taken over and %s costs its own file, and nobody else notices', async (behaviour) => {
    const { server } = hostileServer;
    const { status, total, code = '' } = await ask(server.url, hostile(behaviour), { key });
    // On a machine that is busy enough the request ends first, because the time does not count for which a parser waits for a processor.
    expect([status, total, /^(EXTRACTION_FAILED|TIMEOUT_ERROR)$/.test(code)]).toEqual([200, undefined, true]);
    expect(server.alive()).toBe(true);
    expect((await fetch(`${server.url}/livez`, { signal: AbortSignal.timeout(20_000) })).status).toBe(200);
    expect((await ask(server.url, good, { key: otherKey })).total).toBe(120);
  });

  it('leaves no process behind, no file and no inspector open', async () => {
    await expect.poll(() => familyOf(hostileServer.server.pid).length, { timeout: 20_000 }).toBeLessThanOrEqual(1 + 4 * mostChildren);
    const open = await new Promise((resolve) => {
      createConnection({ host: '127.0.0.1', port: hostileServer.inspectorPort }, () => resolve(true)).on('error', () => resolve(false));
    });
    expect([open, existsSync('/tmp/vouch-hostile.db')]).toEqual([false, false]);
  });
});

/** Those of both callers, and a fresh one; each has been started by `unshare` and a shell. */
const mostChildren = 5;

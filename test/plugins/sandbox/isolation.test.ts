import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findIsolationLevel, isolationLevel } from '../../../plugins/sandbox/confine.js';
import { checkIsolation, sandboxLevel } from '../../../plugins/sandbox/isolation.js';
import { givenUp, sandboxFinding } from '../../../server/cli/doctor/parts.js';

const folder = mkdtempSync(join(tmpdir(), 'vouch-isolation-'));
afterAll(() => rmSync(folder, { recursive: true }));

const byNode = {
  reading: true,
  writing: true,
  program: true,
  sqlite: true,
  processes: true,
  threads: true,
  environment: true,
  server: true,
  descriptors: true,
  memory: true,
};
/** Node 25 denies the network to a child without help of the kernel. */
const nodeDeniesNetwork = process.allowedNodeEnvironmentFlags.has('--allow-net');

it('is found the same, whether or not the process waits for the test', async () => {
  expect(await findIsolationLevel()).toBe(isolationLevel());
});

/** Many containers forbid full isolation; `vouch doctor` reports that, and the last test covers what is left. */
describe('a child with full isolation, where the kernel allows it', () => {
  beforeEach(({ skip }) => skip(isolationLevel() !== 'full', 'this kernel allows no user namespaces here'));

  it('is kept from everything, and reaches no listener', async () => {
    expect(await checkIsolation('full')).toEqual({ ...byNode, network: true, sockets: true, signals: true });
  });

  it('is how every child is started', async () => {
    expect(await checkIsolation()).toEqual({ ...byNode, network: true, sockets: true, signals: true });
    expect(await sandboxLevel()).toBe('full');
  });

  it('without its own mounts is kept by the kernel from the network and other processes alone', async () => {
    expect(await checkIsolation('network')).toEqual({ ...byNode, network: true, sockets: nodeDeniesNetwork, signals: true });
  });
});

it('a child without isolation by the kernel is kept by Node from all but the network, sockets and signals', async () => {
  expect(await checkIsolation('permissions')).toEqual({
    ...byNode,
    network: nodeDeniesNetwork,
    sockets: nodeDeniesNetwork,
    signals: false,
  });
});

it('what a child is kept from is found open in a process without a sandbox', async () => {
  const [probe, program] = [new URL('../../../dist/plugins/sandbox/probe.js', import.meta.url), join(folder, 'program.mjs')];
  writeFileSync(program, '');
  const wanted = { port: 1, path: '/nowhere', pid: process.pid, program, signal: 'SIGWINCH' };
  const script = `import { probeIsolation } from '${probe}';
    console.log(JSON.stringify(await probeIsolation({ wanted: ${JSON.stringify(wanted)} })));`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ignore', openSync(program, 'r')],
  });
  const [said] = await once(child.stdout ?? child, 'data');
  const { network, sockets, ...kept } = JSON.parse(String(said)) as Record<string, boolean>;
  expect(Object.values(kept)).toEqual(Array(9).fill(false));
});

describe('vouch doctor', () => {
  const all = { reading: true, network: true, sockets: true, memory: true };
  it.each([
    ['ok', all, 'a parser is kept from: reading, network, sockets, memory'],
    [
      'warn',
      { ...all, network: false, sockets: false },
      'a parser is kept from: reading, memory; a parser that is taken over could reach: network, sockets',
    ],
    [
      'warn',
      { ...all, signals: false },
      'a parser is kept from: reading, network, sockets, memory; a parser that is taken over could reach: signals',
    ],
    ['fail', { ...all, memory: false, network: false }, 'a parser is not kept from: network, memory'],
  ])('reports %s', (verdict, report, says) => {
    expect(sandboxFinding(report)).toMatchObject({ verdict, says });
  });

  it('warns of settings by which isolation is given up, and says what a document can then do', () => {
    const says = (settings: Parameters<typeof givenUp>[0]) => givenUp(settings).map(({ verdict, says: words }) => `${verdict} ${words}`);
    expect(says({ sandbox: 'permissions', parserPer: 'caller' })).toEqual([]);
    expect(says({ sandbox: 'none-accepted', parserPer: 'shared' })).toEqual([
      expect.stringMatching(/^warn VOUCH_PARSER_PER=shared: a document .* those of other callers/),
      expect.stringMatching(/^warn VOUCH_SANDBOX=none-accepted: .* all that the server can/),
    ]);
  });
});

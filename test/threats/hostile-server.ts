import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { type IsolationLevel, isolationLevel } from '../../plugins/sandbox/confine.js';
import { key, type ServerProcess, startVouchOf } from '../measure/bench/server.js';
import { freePort } from '../support/free-port.js';

const top = fileURLToPath(new URL('../..', import.meta.url));

/** How a process is kept from better isolation than this: by a user namespace of its own that may hold no others. */
const launchers: Readonly<Record<IsolationLevel, readonly string[]>> = {
  full: [],
  network: without('max_mnt_namespaces'),
  permissions: without('max_user_namespaces'),
};

function without(limit: string): readonly string[] {
  return ['/usr/bin/unshare', '--user', '--map-root-user', 'sh', '-c', `echo 0 > /proc/sys/user/${limit} && exec "$@"`, 'sh'];
}

/** Every level of isolation that can be tried on this machine: it may forbid namespaces. */
export const levels: readonly IsolationLevel[] = isolationLevel() === 'full' ? ['full', 'network', 'permissions'] : [isolationLevel()];

/** What a server is started by so that it finds this level, where this machine allows all of them. */
export const launcherOf = (level: IsolationLevel): readonly string[] => (isolationLevel() === 'full' ? launchers[level] : []);

export const otherKey = `pk_other${'1'.repeat(16)}`;

export interface HostileServer {
  readonly server: ServerProcess;
  /** Its compiled code. */
  readonly root: string;
  /** Where its inspector would listen; others that run beside it may have one at the usual port. */
  readonly inspectorPort: number;
  stop(): Promise<void>;
}

export interface HostileSettings {
  /** The programs of children by their path in the compiled code: 'plugins/converters/pdf/child.js'. */
  readonly programs: Readonly<Record<string, string>>;
  readonly config: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly level?: IsolationLevel;
}

/** The real server with other programs for its children, as a file makes them that takes a parser over. */
export async function startHostile({ programs, config, environment, level = isolationLevel() }: HostileSettings): Promise<HostileServer> {
  const root = mkdtempSync(join(tmpdir(), 'vouch-hostile-'));
  cpSync(join(top, 'dist'), join(root, 'dist'), { recursive: true, filter: (path) => path !== join(top, 'dist/test') });
  cpSync(join(top, 'package.json'), join(root, 'package.json'));
  cpSync(join(top, 'config/calibration'), join(root, 'config/calibration'), { recursive: true });
  symlinkSync(join(top, 'node_modules'), join(root, 'node_modules'));
  for (const [path, program] of Object.entries(programs)) writeFileSync(join(root, 'dist', path), await joinedProgram(path, program));
  const inspectorPort = await freePort();
  const variables = {
    VOUCH_KEYS: `${key},${otherKey}`,
    VOUCH_SANDBOX: level,
    NODE_OPTIONS: `--inspect-port=${inspectorPort}`,
    ...environment,
  };
  const server = await startVouchOf(root, config, variables, launcherOf(level));
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(root, { recursive: true });
  };
  return { server, root, inspectorPort, stop };
}

/** A program of a child in one file, as `server/compile.js` makes those of the product: it imports what the child's own module does. */
async function joinedProgram(path: string, program: string): Promise<string> {
  const module = join(top, dirname(path), 'hostile.js');
  const bundle = await rolldown({
    input: module,
    platform: 'node',
    external: (id) => !/^[./]/.test(id),
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [{ name: 'program', resolveId: (id) => (id === module ? id : null), load: (id) => (id === module ? program : null) }],
  });
  const { output } = await bundle.generate({ codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

/** What was answered about the one field of the tests. */
export interface HostileAnswer {
  readonly status: number;
  readonly total?: number;
  readonly code?: string;
}

/** The holder of a key, or somebody at the playground. */
export type Caller = { readonly key: string } | { readonly address: string };

/** Sends a file as the holder of a key, or from an address to the playground. */
export async function ask(url: string, bytes: Uint8Array, as: Caller): Promise<HostileAnswer> {
  const form = new FormData();
  form.set('file', new File([Buffer.from(bytes)], 'a'));
  form.set('output_schema', JSON.stringify({ type: 'object', properties: { total: { type: 'number' } }, required: ['total'] }));
  const [path, headers] =
    'key' in as ? ['extract', { authorization: `Bearer ${as.key}` }] : ['playground', { origin: url, 'x-forwarded-for': as.address }];
  const answer = await fetch(`${url}/v1/${path}`, { method: 'POST', body: form, headers: headers as Record<string, string> });
  const { error, object } = (await answer.json()) as { error?: { code: string }; object?: { total: number } };
  return { status: answer.status, ...(object && { total: object.total }), ...(error && { code: error.code }) };
}

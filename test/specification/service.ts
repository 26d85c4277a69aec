import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { loadConfig, type UserConfig } from '../../config/index.js';
import type { EngineSettings } from '../../core/index.js';
import { type RunningServer, startServer } from '../../server/index.js';
import { cellsText, type GivenCell } from '../fakes/llm-server.js';
import type { ServerAnswer } from '../server/support/ask.js';
import { ask } from '../server/support/ask.js';
import { expectFollowsSchema, type ObjectSchema } from './follows.js';

export const key = 'pk_specification0123456789';
export const origin = 'https://play.example.com';

/** A request as a caller would write it. `null` leaves a form field out; text is sent unchanged. */
export interface ServiceQuestion {
  readonly file?: Uint8Array | null;
  readonly name?: string;
  readonly type?: string;
  readonly schema?: ObjectSchema | string | null;
  readonly threshold?: number | string;
  readonly verify?: boolean | string;
  /**
   * What Tier 1 reads in the file, and Tier 2 as well unless `second` is set. It is recorded before the request is sent, so requests with
   * different readings of the same file must follow each other.
   */
  readonly reading?: readonly GivenCell[];
  readonly second?: readonly GivenCell[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's address; a new one by default, so that no client is limited to one request a second. */
  readonly address?: string;
}

/** The real server on a socket, with its own configuration file and store, called as a client calls it. */
export interface TestService {
  readonly url: string;
  readonly server: RunningServer;
  /** `POST /v1/extract` with a valid key. */
  extract(question: ServiceQuestion): Promise<ServerAnswer>;
  /** `POST /v1/playground` from an allowed page. */
  play(question: ServiceQuestion): Promise<ServerAnswer>;
  /** Sends any request and checks the answer against the OpenAPI document. */
  send(path: string, request?: RequestInit): Promise<ServerAnswer>;
}

/** Opens a service for the tests of one file. Without `tiers` both tiers replay the readings of the request. `parts` override the configuration. */
export async function openService(config: UserConfig = {}, parts: Partial<EngineSettings> = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-specification-'));
  const recordings = [join(folder, 'tier-1'), join(folder, 'tier-2')] as const;
  for (const recording of recordings) await mkdir(recording);
  const file = join(folder, 'vouch.config.json');
  await writeFile(file, JSON.stringify(whole(config, recordings)));
  const loaded = await loadConfig({ file, env: {}, cwd: folder });
  const server = await startServer({ ...loaded, engine: { ...loaded.engine, ...parts } });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  const send = (path: string, request?: RequestInit) => ask(server.url, path, request);
  const post = async (path: string, question: ServiceQuestion, headers: Readonly<Record<string, string>>) => {
    await record(question, recordings);
    const answer = await send(path, {
      method: 'POST',
      body: formOf(question),
      headers: { ...headers, 'x-forwarded-for': question.address ?? unusedAddress(), ...question.headers },
    });
    if (answer.status === 200) expectFollowsSchema(answer.body, question);
    return answer;
  };
  return {
    url: server.url,
    server,
    extract: (question) => post('/v1/extract', question, { authorization: `Bearer ${key}` }),
    play: (question) => post('/v1/playground', question, { origin }),
    send,
  };
}

/** Keeps the limits of the specification. Only address, keys, store, origins and proxies are set for the test; its readers are unmeasured. */
const whole = ({ server, ...config }: UserConfig, recordings: readonly string[]): UserConfig => ({
  tiers: recordings.map((folder) => `replay:${folder}`),
  witnesses: [],
  calibrations: [],
  ...config,
  server: {
    port: 0,
    host: '127.0.0.1',
    keys: [key],
    store: 'memory:',
    playground_origins: [origin],
    trusted_proxies: ['127.0.0.0/8'],
    ...server,
  },
});

function formOf({ file, name = 'document', type = '', schema, threshold, verify }: ServiceQuestion): FormData {
  const form = new FormData();
  if (schema !== null && schema !== undefined) form.set('output_schema', typeof schema === 'string' ? schema : JSON.stringify(schema));
  if (threshold !== undefined) form.set('confidence_threshold', String(threshold));
  if (verify !== undefined) form.set('enable_verification', String(verify));
  if (file) form.set('file', new Blob([Buffer.from(file)], { type }), name);
  return form;
}

async function record({ file, reading, second = reading }: ServiceQuestion, folders: readonly [string, string]): Promise<void> {
  if (!file) return;
  const name = `${sha256(file)}.json`;
  if (reading) await replace(join(folders[0], name), cellsText(reading));
  if (second) await replace(join(folders[1], name), cellsText(second));
}

/** Replaces a file atomically, because another request about the same document may read it at this moment. */
async function replace(file: string, text: string): Promise<void> {
  const written = `${file}.${randomUUID()}`;
  await writeFile(written, text);
  await rename(written, file);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let addressesUsed = 0;
/** An address that no request has used yet. */
export function unusedAddress(): string {
  addressesUsed += 1;
  return `10.${addressesUsed >> 16}.${(addressesUsed >> 8) & 255}.${addressesUsed & 255}`;
}

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
import { expectFollows, type ObjectSchema } from './follows.js';

export const key = 'pk_specification0123456789';
export const origin = 'https://play.example.com';

/** A question as a caller would write it; `null` leaves a field of the form out, text is sent as it is. */
export interface Question {
  readonly file?: Uint8Array | null;
  readonly name?: string;
  readonly type?: string;
  readonly schema?: ObjectSchema | string | null;
  readonly threshold?: number | string;
  readonly verify?: boolean | string;
  /**
   * What Tier 1 says of the file, and Tier 2 unless `second` says otherwise: recorded before the question is asked, so that two questions
   * with different readings of one file come one after the other.
   */
  readonly reading?: readonly GivenCell[];
  readonly second?: readonly GivenCell[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Who asks; somebody new each time, so that nobody asks twice within a second. */
  readonly address?: string;
}

/** The real server on a socket, with a configuration file and a store of its own, asked as a client asks. */
export interface Service {
  readonly url: string;
  readonly server: RunningServer;
  /** `POST /v1/extract` with a valid key. */
  extract(question: Question): Promise<ServerAnswer>;
  /** `POST /v1/playground` from an allowed page. */
  play(question: Question): Promise<ServerAnswer>;
  /** Any request; the answer is held against the OpenAPI document. */
  send(path: string, request?: RequestInit): Promise<ServerAnswer>;
}

/** Opens a service for the tests of one file. Without `tiers` both tiers replay what the question says that they say. `parts` go before the configured ones. */
export async function openService(config: UserConfig = {}, parts: Partial<EngineSettings> = {}): Promise<Service> {
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
  const post = async (path: string, question: Question, headers: Readonly<Record<string, string>>) => {
    await record(question, recordings);
    const answer = await send(path, {
      method: 'POST',
      body: formOf(question),
      headers: { ...headers, 'x-forwarded-for': question.address ?? someone(), ...question.headers },
    });
    if (answer.status === 200) expectFollows(answer.body, question);
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

/** The limits stay as the specification has them; only where to listen and whom to believe is the test's. */
const whole = ({ server, ...config }: UserConfig, recordings: readonly string[]): UserConfig => ({
  tiers: recordings.map((folder) => `replay:${folder}`),
  witnesses: [],
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

function formOf({ file, name = 'document', type = '', schema, threshold, verify }: Question): FormData {
  const form = new FormData();
  if (schema !== null && schema !== undefined) form.set('output_schema', typeof schema === 'string' ? schema : JSON.stringify(schema));
  if (threshold !== undefined) form.set('confidence_threshold', String(threshold));
  if (verify !== undefined) form.set('enable_verification', String(verify));
  if (file) form.set('file', new Blob([Buffer.from(file)], { type }), name);
  return form;
}

async function record({ file, reading, second = reading }: Question, folders: readonly [string, string]): Promise<void> {
  if (!file) return;
  const name = `${sha256(file)}.json`;
  if (reading) await replace(join(folders[0], name), cellsText(reading));
  if (second) await replace(join(folders[1], name), cellsText(second));
}

/** At once, for another question about the same file may be read at this moment. */
async function replace(file: string, text: string): Promise<void> {
  const written = `${file}.${randomUUID()}`;
  await writeFile(written, text);
  await rename(written, file);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let asked = 0;
/** An address that has not asked yet. */
export function someone(): string {
  asked += 1;
  return `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`;
}

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { freePort } from '../../../../support/free-port.js';

/** What is used of the package, which has no types. */
interface S3rver {
  run(): Promise<unknown>;
  close(): Promise<void>;
}
type S3rverClass = new (options: {
  readonly port: number;
  readonly address: string;
  readonly silent: boolean;
  readonly directory: string;
  readonly configureBuckets: readonly { readonly name: string }[];
}) => S3rver;

/** A server of S3's protocol on this machine, which checks signatures, and what lies in its bucket. */
export interface S3Server {
  /** For `VOUCH_DOCUMENTS`. */
  readonly address: string;
  /** What the objects say, by their names. */
  objects(): ReadonlyMap<string, Buffer>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function s3Server(): Promise<S3Server> {
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3rverClass;
  const [port, directory] = [await freePort(), mkdtempSync(join(tmpdir(), 'vouch-s3-'))];
  let running: S3rver | undefined;
  const start = async (): Promise<void> => {
    running = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'documents' }] });
    await running.run();
  };
  const stop = async (): Promise<void> => {
    const ended = running?.close();
    running = undefined;
    await ended;
  };
  onTestFinished(async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  });
  await start();
  signAs('S3RVER');
  return {
    address: `s3://documents/of/vouch?region=us-east-1&endpoint=http://127.0.0.1:${port}`,
    objects() {
      const names = readdirSync(join(directory, 'documents'), { recursive: true, encoding: 'utf8' });
      const objects = names.filter((name) => name.endsWith('._S3rver_object'));
      return new Map(objects.map((name) => [name.replace('._S3rver_object', ''), readFileSync(join(directory, 'documents', name))]));
    },
    start,
    stop,
  };
}

/** The server knows one pair of keys, each of which is this text. */
export function signAs(secret: string): void {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
  onTestFinished(() => void vi.unstubAllEnvs());
}

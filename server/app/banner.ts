import { createKey } from '../guards/keys/manage-keys.js';
import type { RunningServer } from './start-server.js';

/**
 * The state of the API keys at the start: one was made just now, there are some, there are none, there are none and the store is the memory of this
 * process, where no command can make one, or the store cannot be reached.
 */
export type FirstKey = { readonly kind: 'made'; readonly key: string } | { readonly kind: 'some' | 'none' | 'noneInMemory' | 'unknown' };

/** Makes a first key if there is none, the output is a terminal (never a log), and only this machine can reach the server. */
export async function firstKey(
  { store, url }: Pick<RunningServer, 'store' | 'url'>,
  { listed, shown, inMemory }: { readonly listed: number; readonly shown: boolean; readonly inMemory: boolean },
): Promise<FirstKey> {
  if (listed > 0) return { kind: 'some' };
  const keys = await store.keys.list().catch(() => undefined);
  if (!keys) return { kind: 'unknown' };
  if (keys.length > 0) return { kind: 'some' };
  if (!shown || !/^http:\/\/(127\.|\[::1\])/.test(url)) return { kind: inMemory ? 'noneInMemory' : 'none' };
  const { key } = await createKey(store.keys, { label: 'made at the first start' });
  return { kind: 'made', key };
}

/** The server's address and a command to try it with. */
export function banner(url: string, key: FirstKey, { playground = true } = {}): string {
  return `
Vouch is listening on ${url}
${playground ? `A page to try it with: ${url}/playground\n` : ''}${keyLines[key.kind]}
  curl ${url}/v1/extract \\
    -H 'Authorization: Bearer ${key.kind === 'made' ? key.key : '<your key>'}' \\
    -F file=@invoice.pdf -F enable_verification=true \\
    -F 'output_schema={"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}'

`;
}

const keyLines: Readonly<Record<FirstKey['kind'], string>> = {
  made: 'A first API key was made. It is shown only now.\n',
  some: '',
  none: 'There is no API key yet: make one with "npx vouch key create", or set VOUCH_KEYS.\n',
  noneInMemory:
    'There is no API key, and the store is the memory of this process: set VOUCH_KEYS, or a store that keeps keys, VOUCH_STORE=sqlite:<file>.\n',
  unknown: 'The store cannot be reached yet. It is used from the moment it can.\n',
};

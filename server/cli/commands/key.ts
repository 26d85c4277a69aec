import { type Command, InvalidArgumentError } from 'commander';
import type { ServerSettings } from '../../../config/index.js';
import { ConfigError, InputError } from '../../../core/index.js';
import { accountOf } from '../../guards/callers/caller.js';
import { hashKey, looksLikeKey } from '../../guards/keys/format.js';
import { createKey } from '../../guards/keys/manage-keys.js';
import { openStore } from '../../state/open-store.js';
import { type KeyRecord, type KeyStore, type Store, StoreError } from '../../state/store.js';
import { loadConfigFor, type SettingFlags, withSettings } from '../input/configuration.js';
import type { Terminal } from '../output/terminal.js';
import { columns, printable } from '../output/text.js';

export function addKey(program: Command, terminal: Terminal): void {
  const key = program.command('key').description('Make, list and revoke API keys.');
  const create = key
    .command('create')
    .description('Make a key and print it; it is shown this once.')
    .option('--label <text>', 'whose it is, or what for', '')
    .option('--expires <when>', 'a date such as 2027-01-31, or a time from now such as 90d or 12h', futureDate);
  const list = key.command('list').description('List the keys by id; the keys themselves are kept nowhere.').option('--json', 'print JSON');
  const revoke = key
    .command('revoke')
    .description('End a key; whoever calls with it gets a 401 from now on.')
    .argument('<id>', 'as key list shows it; the key itself will do, too');
  withStoreFlags(create).action((options: CreateOptions) => createAndPrintKey(options, terminal));
  withStoreFlags(list).action((options: ListOptions) => listKeys(options, terminal));
  withStoreFlags(revoke).action((id: string, flags: SettingFlags) => revokeKey(id, flags, terminal));
}

type CreateOptions = SettingFlags & { readonly label: string } & { readonly expires?: Date };
type ListOptions = SettingFlags & { readonly json?: true };

const withStoreFlags = (command: Command): Command => withSettings(command, ['config', 'store']);

async function createAndPrintKey({ label, expires, ...flags }: CreateOptions, terminal: Terminal): Promise<void> {
  const { key, record } = await withStore(flags, terminal, ({ keys }) =>
    createKey(keys, { label, ...(expires && { expiresAt: expires }) }),
  );
  terminal.stdout.write(`${key}\n`);
  terminal.stderr.write(`This is the only time the key is shown. Its id is ${record.id}; it ${validity(record)}.\n`);
}

async function listKeys({ json, ...flags }: ListOptions, terminal: Terminal): Promise<void> {
  const records = await withStore(flags, terminal, listWithTokens);
  if (json) terminal.stdout.write(`${JSON.stringify(records, null, 2)}\n`);
  else for (const line of columns(records.map(row), 0)) terminal.stdout.write(`${line}\n`);
  if (records.length === 0) terminal.stderr.write('There are no keys. Make one with: vouch key create\n');
}

/** A key, and where keys have a budget of tokens, how much of it is used or set aside today. */
type ListedKey = KeyRecord & { readonly tokensToday?: number };

async function listWithTokens({ keys, quotas }: Store, { dailyTokensPerKey: limit }: ServerSettings): Promise<readonly ListedKey[]> {
  const records = await keys.list();
  if (limit === 0) return records;
  const today = await Promise.all(records.map(({ id }) => quotas.allowance(accountOf({ kind: 'key', id }, 'tokens'), limit)));
  return records.map((record, index) => ({ ...record, tokensToday: limit - (today[index]?.left ?? limit) }));
}

/** Opens the configured store for some work. @throws ConfigError when the store is the memory of this process, or cannot be reached. */
async function withStore<T>(
  flags: SettingFlags,
  terminal: Terminal,
  work: (store: Store, server: ServerSettings) => Promise<T>,
): Promise<T> {
  const { server } = await loadConfigFor(flags, terminal);
  if (server.store === 'memory:')
    throw new ConfigError('The store is memory:, which forgets a key at once. Name another: --store sqlite:<file>, or VOUCH_STORE.');
  const store = openStore(server.store);
  try {
    return await work(store, server);
  } catch (error) {
    throw error instanceof StoreError ? new ConfigError(`The store cannot be used: ${error.message}`, [], { cause: error }) : error;
  } finally {
    await store.close();
  }
}

const row = (record: ListedKey): readonly string[] => [
  record.id,
  `${record.display}…`,
  day(record.createdAt),
  validity(record),
  ...(record.tokensToday === undefined ? [] : [`${record.tokensToday.toLocaleString('en')} tokens today`]),
  printable(record.label),
];

function validity({ revokedAt, expiresAt }: KeyRecord): string {
  if (revokedAt) return `revoked ${day(revokedAt)}`;
  return expiresAt ? `expires ${expiresAt.toISOString()}` : 'never expires';
}
const day = (date: Date): string => date.toISOString().slice(0, 10);

/** The argument may be a key, so no message repeats it. */
async function revokeKey(idOrKey: string, flags: SettingFlags, terminal: Terminal): Promise<void> {
  const revoked = await withStore(flags, terminal, async ({ keys }) => {
    const id = await idOf(idOrKey, keys);
    return id !== undefined && (await keys.revoke(id)) ? id : undefined;
  });
  if (revoked === undefined)
    throw new InputError(
      'The store has no live key like that. vouch key list shows the ids; a key of VOUCH_KEYS ends when it leaves that list.',
    );
  terminal.stderr.write(`The key ${revoked} is revoked.\n`);
}

async function idOf(idOrKey: string, keys: KeyStore): Promise<string | undefined> {
  if (!looksLikeKey(idOrKey)) return idOrKey;
  return (await keys.find(hashKey(idOrKey, await keys.pepper())))?.record.id;
}

/** Parses a date in the future: `90d`, `12h`, `2027-01-31`. */
function futureDate(text: string): Date {
  const [, count, unit] = /^(\d+)([dh])$/.exec(text) ?? [];
  const at =
    count === undefined ? new Date(`${text}T00:00:00Z`) : new Date(Date.now() + Number(count) * (unit === 'd' ? 86_400_000 : 3_600_000));
  if (at.getTime() > Date.now()) return at;
  throw new InvalidArgumentError('It must be a day to come such as 2027-01-31, or a time from now such as 90d or 12h.');
}

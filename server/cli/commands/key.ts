import { type Command, InvalidArgumentError } from 'commander';
import type { LoadedConfig } from '../../../config/index.js';
import { decimal, InputError } from '../../../core/index.js';
import { keyId, newReceiptKey, signingKey } from '../../extraction/receipt.js';
import { changeKey, createKey, listKeys, revokeKey, rotateKey, showKey } from '../../guards/manage-keys.js';
import { type CallerLimits, faultOfGrant, type KeyChanges, type KeyRecord, type Scope, type Store, scopes } from '../../state/store.js';
import { duration, durationIn, someOf } from '../options.js';
import { namedKey, type StoreFlags, unknownKey, withStore, withStoreFlags } from '../store.js';
import { print, type Terminal, writeOutput } from '../terminal.js';
import { effectiveLimits, keyDetails, keyLines, type ListedKey, usageToday, validity } from './print-keys.js';

export function addKey(program: Command, terminal: Terminal): void {
  const key = program
    .command('key')
    .description('Make, list, show, change, rotate and revoke API keys; make the key that signs receipts (new).');
  const create = withKeyOptions(key.command('create').description('Make a key and print it; it is shown this once.'));
  const list = key.command('list').description('List the keys by id; their secrets are kept nowhere.').option('--json', 'print JSON');
  const show = ofOne(key.command('show').description('Show all about one key but its secret.')).option('--json', 'print JSON');
  const set = withKeyOptions(ofOne(key.command('set').description('Change a key; what is not named stays as it is.')));
  const rotate = ofOne(
    key.command('rotate').description('Give a key a new secret and print it; the one before works a while longer.'),
  ).option('--overlap <time>', 'for how long, such as 12h or 7d; 0 ends it at once', duration, duration('24h'));
  const revoke = ofOne(key.command('revoke').description('End a key; whoever calls with it gets a 401 from now on.'));
  addNewReceiptKey(key, terminal);
  withStoreFlags(create).action((options: KeyFlags) => createAndPrintKey(options, terminal));
  withStoreFlags(list).action((options: JsonFlags) => printKeys(options, terminal));
  withStoreFlags(show).action((named: string, options: JsonFlags) => printKey(named, options, terminal));
  withStoreFlags(set).action((named: string, options: KeyFlags) => setKey(named, options, terminal));
  withStoreFlags(rotate).action((named: string, options: RotateFlags) => rotateAndPrintKey(named, options, terminal));
  withStoreFlags(revoke).action((named: string, flags: StoreFlags) => endKey(named, flags, terminal));
}

type KeyFlags = StoreFlags & KeyOptions;
type JsonFlags = StoreFlags & { readonly json?: true };
type RotateFlags = StoreFlags & { readonly overlap: number };

const ofOne = (command: Command): Command =>
  command.argument('<id>', 'as key list shows it; the key itself will do, too, and - reads it from the standard input');

async function createAndPrintKey(options: KeyFlags, terminal: Terminal): Promise<void> {
  const { label = '', expiresAt, scopes, limits } = changesOf(options);
  const made = await withStore(options, terminal, async ({ keys }, loaded) => {
    warnOfSettings(options, loaded, terminal);
    return createKey(keys, {
      label,
      ...(expiresAt && { expiresAt }),
      ...(scopes && { scopes }),
      limits: Object.fromEntries(Object.entries(limits ?? {}).filter(([, value]) => value !== null)),
    });
  });
  terminal.stdout.write(`${made.key}\n`);
  terminal.stderr.write(`${onlyTime} Its id is ${made.record.id}; it ${validity(made.record)}.\n`);
}

const onlyTime = 'This is the only time the key is shown.';

async function printKeys({ json, ...flags }: JsonFlags, terminal: Terminal): Promise<void> {
  const keys = await withStore(flags, terminal, async (store, loaded) =>
    Promise.all((await listKeys(store.keys)).map((record) => listed(store, record, loaded))),
  );
  print(terminal, json, keys, () => keyLines(keys));
  if (keys.length === 0) terminal.stderr.write('There are no keys. Make one with: vouch key create\n');
}

async function printKey(argument: string, { json, ...flags }: JsonFlags, terminal: Terminal): Promise<void> {
  await withStore(flags, terminal, async (store, loaded) => {
    const { id } = await namedKey(argument, store.keys, terminal);
    const record = id === undefined ? undefined : await showKey(store.keys, id);
    if (!record) throw unknownKey();
    const key = await listed(store, record, loaded);
    print(terminal, json, key, () => keyDetails(key, effectiveLimits(record, loaded.server), loaded.config.prices?.currency));
  });
}

const listed = async (store: Store, record: KeyRecord, { server }: LoadedConfig): Promise<ListedKey> => ({
  ...record,
  today: await usageToday(store, record, server),
});

async function setKey(argument: string, options: KeyFlags, terminal: Terminal): Promise<void> {
  const changes = changesOf(options);
  if (Object.keys(changes).length === 0) throw new InputError('Nothing is to change: name --label, --expires, --scopes or a limit.');
  const changed = await withStore(options, terminal, async ({ keys }, loaded) => {
    const { id } = await namedKey(argument, keys, terminal);
    warnOfSettings(options, loaded, terminal);
    return id === undefined ? undefined : changeKey(keys, id, changes);
  });
  if (!changed) throw unknownKey();
  terminal.stderr.write(`The key ${changed.id} is changed; it ${validity(changed)}.\n`);
}

/** Says where the settings allow a key less than its options seem to. */
function warnOfSettings(
  { dailyCost = 'default', rate = 'default' }: KeyOptions,
  { config, server }: LoadedConfig,
  { stderr }: Terminal,
): void {
  const limitsCost = dailyCost !== 'default' && !decimal(dailyCost).isZero();
  if (limitsCost && !config.prices)
    stderr.write('The configuration has no prices, so no cost is known: providers will not be asked for this key until it has.\n');
  const { rateLimit } = server;
  if (rate !== 'default' && rateLimit > 0 && (rate === 0 || rate > rateLimit))
    stderr.write(`One address may still send only ${rateLimit} a second, with whatever key: VOUCH_RATE_LIMIT is the limit of addresses.\n`);
}

async function rotateAndPrintKey(argument: string, { overlap: overlapMs, ...flags }: RotateFlags, terminal: Terminal): Promise<void> {
  const { rotated, from } = await withStore(flags, terminal, async ({ keys }) => {
    const { id, secret } = await namedKey(argument, keys, terminal);
    const order = { overlapMs, ...(secret !== undefined && { from: secret }) };
    return { rotated: id === undefined ? undefined : await rotateKey(keys, id, order), from: secret };
  });
  if (!rotated) throw unknownKey();
  const { id, formerSecrets } = rotated.record;
  const [before] = formerSecrets;
  const ends = before ? `works until ${before.validUntil.toISOString()}` : 'has ended';
  terminal.stdout.write(`${rotated.key}\n`);
  terminal.stderr.write(`${onlyTime} Its id is still ${id}; the secret before ${ends}.\n`);
  if (from === undefined) terminal.stderr.write(`${answersStay}\n`);
}

const answersStay =
  'Answers that were kept for an Idempotency-Key are found with the secret before only. Rotate with the secret in place of the id to take them along.';

async function endKey(argument: string, flags: StoreFlags, terminal: Terminal): Promise<void> {
  const revoked = await withStore(flags, terminal, async ({ keys }) => {
    const { id } = await namedKey(argument, keys, terminal);
    return id !== undefined && (await revokeKey(keys, id)) ? id : undefined;
  });
  if (revoked === undefined) throw unknownKey();
  terminal.stderr.write(`The key ${revoked} is revoked.\n`);
}

interface KeyOptions extends LimitOptions {
  readonly label?: string;
  readonly expires?: Date | 'never';
  readonly scopes?: readonly Scope[];
}

type LimitOptions = { readonly [Name in keyof CallerLimits]?: CallerLimits[Name] | 'default' };

const withKeyOptions = (command: Command): Command =>
  command
    .option('--label <text>', 'whose it is, or what for')
    .option('--expires <when>', 'a date such as 2027-01-31, a time from now such as 90d or 12h, or never', futureDate)
    .option('--scopes <names>', `what it may do: ${anyScopes}`, someOf(scopes, anyScopes))
    .option('--rate <number>', `requests a second; ${ownLimit}`, limit('rate'))
    .option('--daily-credits <number>', `credits a UTC day; ${ownLimit}`, limit('dailyCredits'))
    .option('--daily-tokens <number>', `tokens of providers a UTC day; ${ownLimit}`, limit('dailyTokens'))
    .option('--daily-cost <amount>', `what providers may cost a UTC day, in the currency of the prices; ${ownLimit}`, limit('dailyCost'));

const anyScopes = `one or more of ${scopes.join(', ')}, with commas`;
const ownLimit = '0 is no limit, default is as the settings say';

function changesOf({ label, expires, scopes: named, ...rest }: KeyOptions): KeyChanges {
  const limits = Object.fromEntries(
    limitNames.flatMap((name) => (rest[name] === undefined ? [] : [[name, rest[name] === 'default' ? null : rest[name]]])),
  );
  return {
    ...(label !== undefined && { label }),
    ...(expires !== undefined && { expiresAt: expires === 'never' ? null : expires }),
    ...(named && { scopes: named }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}

const limitNames = ['rate', 'dailyCredits', 'dailyTokens', 'dailyCost'] as const;

/** Parses a date in the future: `90d`, `12h`, `2027-01-31`, `never`. */
function futureDate(written: string): Date | 'never' {
  if (written === 'never') return written;
  const ms = durationIn(written);
  const at = ms === undefined ? new Date(`${written}T00:00:00Z`) : new Date(Date.now() + ms);
  if (at.getTime() > Date.now()) return at;
  throw new InvalidArgumentError('It must be a day to come such as 2027-01-31, a time from now such as 90d or 12h, or never.');
}

const limit =
  <Name extends keyof CallerLimits>(name: Name) =>
  (written: string): CallerLimits[Name] | 'default' => {
    if (written === 'default') return written;
    const value = name === 'dailyCost' || !/^\d*\.?\d+$/.test(written) ? written : Number(written);
    const fault = faultOfGrant({ limits: { [name]: value } });
    if (fault !== undefined) throw new InvalidArgumentError(`${fault.replace(name, 'It')}, or default.`);
    return value as CallerLimits[Name];
  };

/** Adds `key new`, which makes the key that signs receipts. */
function addNewReceiptKey(key: Command, terminal: Terminal): void {
  key
    .command('new')
    .description(
      'Make the key that signs receipts: the private half in a file that only you can read, the public half on the standard output.',
    )
    .argument('[file]', 'where the private half is written; an existing file is never overwritten', 'vouch-receipt-key.pem')
    .action((file: string) => writeReceiptKey(file, terminal));
}

function writeReceiptKey(file: string, { cwd, stdout, stderr }: Terminal): void {
  const { privateKey, publicKey } = newReceiptKey();
  writeOutput(file, privateKey, cwd, { mode: 0o600, flag: 'wx' });
  stdout.write(publicKey);
  stderr.write(
    `The private key is in ${file}: name it as server.receipt_key or VOUCH_RECEIPT_KEY. Its id is ${keyId(signingKey(privateKey))}.\n` +
      'Keep the public key, which is printed above, where answers are checked: vouch verify --receipt-key <file>.\n',
  );
}

import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { decimal } from '../../../../core/index.js';
import { generateKey } from '../../../../server/guards/key-secret.js';
import { callerBudget } from '../../../../server/guards/token-budgets.js';
import { openStore } from '../../../../server/index.js';
import { freshSchema } from '../../state/fresh-schema.js';
import { postgresServer } from '../../state/postgres-server.js';
import { extract, openDoor } from '../../support/door.js';
import { goodForm } from '../../support/form.js';
import { cliWorkspace } from '../cli-workspace.js';

const { vouch, command, folder } = cliWorkspace({
  'priced.yaml':
    'converters: [./pages.js]\ntiers: [./reader.js]\nwitnesses: []\nserver: { store: "sqlite:keys.db" }\nprices: { currency: EUR }\n',
});

/** The server's door to the store of the command line. */
async function open() {
  const store = openStore(`sqlite:${join(folder, 'keys.db')}`);
  onTestFinished(() => store.close());
  const app = await openDoor({ store, keys: [] });
  return { store, ask: (key: string) => extract(app, goodForm(), { authorization: `Bearer ${key}` }) };
}

/** Makes a key and says its secret and id. */
async function made(...options: readonly string[]) {
  const { out, err } = await command(['key', 'create', ...options]);
  return { key: out.trim(), id: /Its id is (\w+)/.exec(err)?.[1] ?? '' };
}

const shown = async (id: string) => JSON.parse((await command(['key', 'show', id, '--json'])).out);

describe('vouch key, as a process', () => {
  it('makes, shows, changes, rotates and revokes a key that a server accepts, and shows its secrets once', async () => {
    const { ask } = await open();
    const created = await vouch(['key', 'create', '--label', 'team a', '--scopes', 'extract,jobs', '--daily-credits', '50', '--rate', '5']);
    expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^pk_[A-Za-z0-9]{49}\n$/) });
    const key = created.out.trim();
    const id = /Its id is (\w+); it never expires/.exec(created.err)?.[1] ?? '';
    expect((await ask(key)).status).toBe(200);

    const rotated = await vouch(['key', 'rotate', id, '--overlap', '7d']);
    expect(rotated).toMatchObject({ code: 0, err: expect.stringMatching(/Its id is still \w+; the secret before works until 20\d\d-/) });
    const fresh = rotated.out.trim();
    expect([(await ask(key)).status, (await ask(fresh)).status]).toEqual([200, 200]);

    const lines = (await command(['key', 'list'])).out.trim().split('\n');
    expect(lines.map((line) => line.trim().replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(`^${id} ${fresh.slice(0, 7)}… never expires extract,jobs last used 20\\S+ 0 credits today team a$`),
      expect.stringMatching(`^${key.slice(0, 7)}… until 20\\S+Z$`),
    ]);

    const show = await command(['key', 'show', id]);
    expect(show.out.split('\n').map((line) => line.replaceAll(/\s+/g, ' '))).toEqual(
      expect.arrayContaining([
        `id ${id}`,
        `secret ${fresh.slice(0, 7)}…`,
        expect.stringMatching(/^earlier pk_\w{4}…, works until 20/),
        'label team a',
        'scopes extract, jobs',
        'state never expires',
        expect.stringMatching(/^last used 20\S+, to within two minutes$/),
        'rate 5 a second',
        'credits 0 of 50 today',
        'tokens no limit',
        'cost no limit',
      ]),
    );

    expect(await command(['key', 'set', id, '--scopes', 'jobs'])).toMatchObject({
      code: 0,
      err: `The key ${id} is changed; it never expires.\n`,
    });
    expect((await ask(fresh)).status).toBe(403);
    expect(await command(['key', 'revoke', id])).toMatchObject({ code: 0, err: `The key ${id} is revoked.\n` });
    expect([(await ask(key)).status, (await ask(fresh)).status]).toEqual([401, 401]);

    const printed = JSON.stringify([show, await command(['key', 'list']), await command(['key', 'list', '--json'])]);
    for (const secret of [key, fresh]) expect(printed).not.toContain(secret.slice(8, 30));
  });

  it('takes a secret from the standard input, and then takes kept answers along', async () => {
    const { store } = await open();
    const { key, id } = await made();
    const rotated = await vouch(['key', 'rotate', '-', '--overlap', '0'], { input: `${key}\n` });
    expect(rotated.err).toBe(`This is the only time the key is shown. Its id is still ${id}; the secret before has ended.\n`);
    expect((await store.keys.list()).find((record) => record.id === id)?.display).toBe(rotated.out.slice(0, 7));
    expect((await command(['key', 'rotate', id])).err).toContain('kept for an Idempotency-Key are found with the secret before only');
  });

  it('does the same in PostgreSQL', async () => {
    const { url } = await freshSchema(postgresServer());
    const opened = openStore(url);
    onTestFinished(() => opened.close());
    await vi.waitFor(() => opened.keys.pepper(), 60_000);
    const store = ['--store', url];
    const created = await command(['key', 'create', '--rate', '5', '--daily-cost', '0.10', ...store]);
    const id = /Its id is (\w+)/.exec(created.err)?.[1] ?? '';
    await command(['key', 'set', id, '--rate', 'default', '--scopes', 'extract', ...store]);
    const rotated = await command(['key', 'rotate', '-', '--overlap', '12h', ...store], { input: created.out });
    const [listed] = JSON.parse((await command(['key', 'list', '--json', ...store])).out);
    expect(listed).toMatchObject({
      id,
      display: rotated.out.slice(0, 7),
      scopes: ['extract'],
      limits: { dailyCost: '0.10' },
      formerSecrets: [{ display: created.out.slice(0, 7) }],
    });
    expect((await command(['key', 'revoke', id, ...store])).code).toBe(0);
    expect((await command(['key', 'rotate', id, ...store])).code).toBe(2);
  });

  it('says what each option takes in its help', async () => {
    const { out } = await command(['key', 'set', '--help']);
    for (const flag of ['--label', '--expires', '--scopes', '--rate', '--daily-credits', '--daily-tokens', '--daily-cost', '--store'])
      expect(out).toContain(flag);
  });
});

describe('vouch key create', () => {
  it('makes a key as its options say', async () => {
    const { id } = await made(
      '--label',
      'x',
      '--expires',
      '90d',
      '--scopes',
      'admin, extract',
      '--daily-tokens',
      '0',
      '--daily-cost',
      '2.50',
    );
    const record = await shown(id);
    expect(record).toMatchObject({
      label: 'x',
      scopes: ['extract', 'admin'],
      limits: { dailyTokens: 0, dailyCost: '2.50' },
      today: { cost: '0' },
    });
    expect(new Date(record.expiresAt).getTime() / 86_400_000).toBeCloseTo(Date.now() / 86_400_000 + 90, 2);
  });

  it('without options makes one that does what is done with documents, for ever and as the settings say', async () => {
    const { id } = await made();
    expect(await shown(id)).toMatchObject({
      label: '',
      scopes: ['extract', 'jobs', 'review'],
      limits: {},
      expiresAt: null,
      lastUsedAt: null,
    });
  });

  it.each([
    [['--scopes', 'everything'], 'one or more of extract, jobs, review, admin'],
    [['--rate', '-1'], 'It must be a number from 0.001 to 10000, or 0, or default.'],
    [['--daily-credits', '1.5'], 'It must be a whole number from 0 to 2000000000, or default.'],
    [['--daily-tokens', 'many'], 'It must be a whole number from 0 to 2000000000, or default.'],
    [['--daily-cost', '1,50'], 'It must be an amount such as "2.50"'],
    [['--expires', '2001-01-01'], 'It must be a day to come'],
  ])('refuses %j', async (options, message) => {
    expect(await command(['key', 'create', ...options])).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  });

  it('warns when costs are limited that nobody can count', async () => {
    expect((await command(['key', 'create', '--daily-cost', '1'])).err).toContain('The configuration has no prices');
    expect((await command(['key', 'create', '--daily-cost', '1', '--config', 'priced.yaml'])).err).not.toContain('no prices');
    expect((await command(['key', 'create', '--daily-cost', '0'])).err).not.toContain('no prices');
  });
});

describe('a rate of a key that its address may not reach', () => {
  it('is pointed out, also where an existing key gets it', async () => {
    const warning = 'One address may still send only 1 a second';
    expect((await command(['key', 'create', '--rate', '5'])).err).toContain(warning);
    expect((await command(['key', 'create', '--rate', '1'])).err).not.toContain(warning);
    expect((await command(['key', 'create', '--rate', '5'], { env: { VOUCH_RATE_LIMIT: '0' } })).err).not.toContain(warning);
    const { id } = await made();
    expect((await command(['key', 'set', id, '--rate', '0'])).err).toContain(warning);
  });
});

describe('vouch key set', () => {
  it('changes what it names, and gives limits back to the settings', async () => {
    const { id } = await made('--label', 'old', '--rate', '2', '--daily-tokens', '5', '--expires', '1d');
    await command(['key', 'set', id, '--label', 'new', '--rate', 'default', '--daily-cost', '0.10', '--expires', 'never']);
    expect(await shown(id)).toMatchObject({ label: 'new', limits: { dailyTokens: 5, dailyCost: '0.10' }, expiresAt: null });
    expect((await shown(id)).limits).not.toHaveProperty('rate');
  });

  it('gives an expired key a later end, by the key itself too', async () => {
    const { store, ask } = await open();
    const { key, id } = await made();
    await store.keys.change(id, { expiresAt: new Date(Date.now() - 1_000) });
    expect((await ask(key)).status).toBe(401);
    expect((await command(['key', 'show', id])).out).toMatch(/state +expired 20/);
    expect((await command(['key', 'set', key, '--expires', '1d'])).code).toBe(0);
    expect((await ask(key)).status).toBe(200);
  });

  it('wants to be told what', async () => {
    const { id } = await made();
    expect(await command(['key', 'set', id])).toMatchObject({ code: 2, err: expect.stringContaining('Nothing is to change') });
  });
});

describe('a key that the store does not know', () => {
  it.each([['show'], ['set', '--label', 'x'], ['rotate'], ['revoke']])('is refused by %s, and not repeated', async (name, ...options) => {
    const key = generateKey();
    const { code, out, err } = await command(['key', name, key, ...options]);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining('no live key') });
    expect(err).not.toContain(key);
    expect((await command(['key', name, 'nosuchid', ...options])).code).toBe(2);
  });
});

describe('what a key has used today', () => {
  it('is shown where it has a limit, of its own or by the settings, also beyond it', async () => {
    const { store } = await open();
    const { id } = await made('--daily-cost', '2.50', '--config', 'priced.yaml');
    const caller = { kind: 'key', id, scopes: ['extract'], limits: {} } as const;
    const budget = callerBudget(store.quotas, { tokens: 5_000, cost: 10, currency: 'EUR', leaseMs: 60_000 })(caller);
    await (await budget?.reserve(4_000, decimal(3)))?.(1_234, decimal('2.75'));
    const env = { VOUCH_DAILY_TOKENS_PER_KEY: '5000' };
    const { out } = await command(['key', 'show', id, '--config', 'priced.yaml'], { env });
    expect(out).toMatch(/tokens +1,234 of 5,000 today, as the settings say/);
    expect(out).toMatch(/cost +2\.75 of 2\.50 EUR today\n/);
    expect((await shown(id)).today).toEqual({ cost: '2.75' });
  });
});

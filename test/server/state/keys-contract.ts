import { describe, expect, it } from 'vitest';
import { hashKey } from '../../../server/guards/key-secret.js';
import { changeKey, createKey, type KeyRecord, listKeys, revokeKey, rotateKey, type Store, showKey } from '../../../server/index.js';

export interface OpenedStore {
  readonly store: Store;
  /** Advances the store's clock. */
  readonly pass: (ms: number) => void | Promise<void>;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The clock of a newly opened store. */
const noon = Date.UTC(2030, 0, 1, 12);
const fromNoon = (ms: number): Date => new Date(noon + ms);

/** A key as it is found by a secret. */
const own = ({ formerSecrets: _, ...record }: KeyRecord) => record;

/** The tests of keys that every store must pass. */
export function keysContract(name: string, open: () => Promise<OpenedStore>): void {
  const opened = async () => {
    const { store, pass } = await open();
    const { keys } = store;
    const find = async (key: string) => keys.find(hashKey(key, await keys.pepper()));
    return { keys, pass, find, sweep: () => store.sweep() };
  };

  describe(`${name}: keys`, () => {
    it('finds a key only by its hash, with its whole record', async () => {
      const { keys, find } = await opened();
      const { key, record } = await createKey(keys, {
        label: 'Accounting',
        expiresAt: new Date('2999-01-01'),
        scopes: ['extract', 'admin'],
        limits: { rate: 0.5, dailyCredits: 0, dailyTokens: 2_000_000_000, dailyCost: '2.50' },
      });
      const found = await find(key);
      expect(found).toMatchObject({ state: 'valid', validUntil: new Date('2999-01-01'), carried: null });
      expect(found?.record).toEqual(own(record));
      expect(await listKeys(keys)).toEqual([record]);
      expect(Buffer.from(found?.hash ?? []).equals(hashKey(key, await keys.pepper()))).toBe(true);
      expect(await find(`${key}x`)).toBeUndefined();
    });

    it('gives a key without wishes what is done with documents, and no limits of its own', async () => {
      const { keys, find } = await opened();
      const { key } = await createKey(keys, { label: '' });
      expect((await find(key))?.record).toMatchObject({
        scopes: ['extract', 'jobs', 'review'],
        limits: {},
        lastUsedAt: null,
      });
    });

    it('keeps one pepper of 32 bytes', async () => {
      const { keys } = await opened();
      expect((await keys.pepper()).length).toBe(32);
      expect(await keys.pepper()).toEqual(await keys.pepper());
    });

    it('does not find a revoked key, and revokes once', async () => {
      const { keys, find } = await opened();
      const { key, record } = await createKey(keys, { label: '' });
      expect([await revokeKey(keys, record.id), await revokeKey(keys, record.id), await revokeKey(keys, 'no such id')]).toEqual([
        true,
        false,
        false,
      ]);
      expect(await find(key)).toBeUndefined();
    });

    it('says that a key has expired from that moment on, by the clock of the store', async () => {
      const { keys, pass, find } = await opened();
      const { key } = await createKey(keys, { label: '', expiresAt: fromNoon(minute) });
      expect(await find(key)).toMatchObject({ state: 'valid', validUntil: fromNoon(minute) });
      await pass(minute - 1);
      expect((await find(key))?.state).toBe('valid');
      await pass(1);
      expect((await find(key))?.state).toBe('expired');
    });

    it('lists every key, the revoked ones too, oldest first, and shows one', async () => {
      const { keys } = await opened();
      const made = [];
      for (const label of ['one', 'two']) made.push((await createKey(keys, { label })).record);
      await revokeKey(keys, made[0]?.id ?? '');
      const listed = await listKeys(keys);
      expect(listed.map((record) => [record.label, record.revokedAt !== null]).sort()).toEqual([
        ['one', true],
        ['two', false],
      ]);
      expect(await showKey(keys, made[1]?.id ?? '')).toEqual(made[1]);
      expect(await showKey(keys, 'no such id')).toBeUndefined();
    });
  });

  describe(`${name}: changes of a key`, () => {
    it('change what they name and nothing else', async () => {
      const { keys, find } = await opened();
      const { key, record } = await createKey(keys, { label: 'old', limits: { rate: 2, dailyTokens: 5 }, expiresAt: fromNoon(day) });
      const changed = await changeKey(keys, record.id, { label: 'new', scopes: ['jobs'] });
      expect(changed).toEqual({ ...record, label: 'new', scopes: ['jobs'] });
      expect(await showKey(keys, record.id)).toEqual(changed);
      expect((await find(key))?.record.scopes).toEqual(['jobs']);
    });

    it('set one limit at a time, and leave one to the settings again', async () => {
      const { keys } = await opened();
      const { record } = await createKey(keys, { label: '', limits: { rate: 2, dailyTokens: 5 } });
      expect((await changeKey(keys, record.id, { limits: { dailyCost: '0.10', dailyTokens: 0 } }))?.limits).toEqual({
        rate: 2,
        dailyTokens: 0,
        dailyCost: '0.10',
      });
      expect((await changeKey(keys, record.id, { limits: { rate: null, dailyCredits: null } }))?.limits).toEqual({
        dailyTokens: 0,
        dailyCost: '0.10',
      });
    });

    it('give an expired key a later end, and take an end away', async () => {
      const { keys, find, pass } = await opened();
      const { key, record } = await createKey(keys, { label: '', expiresAt: fromNoon(minute) });
      await pass(hour);
      expect((await changeKey(keys, record.id, { label: 'late' }))?.expiresAt).toEqual(fromNoon(minute));
      await changeKey(keys, record.id, { expiresAt: fromNoon(2 * hour) });
      expect(await find(key)).toMatchObject({ state: 'valid', validUntil: fromNoon(2 * hour) });
      await changeKey(keys, record.id, { expiresAt: null });
      expect(await find(key)).toMatchObject({ state: 'valid', validUntil: null });
    });

    it('reach no revoked and no unknown key', async () => {
      const { keys } = await opened();
      const { record } = await createKey(keys, { label: '' });
      await revokeKey(keys, record.id);
      expect([await changeKey(keys, record.id, { label: 'x' }), await changeKey(keys, 'no such id', { label: 'x' })]).toEqual([
        undefined,
        undefined,
      ]);
    });

    it('are refused when they cannot be used', async () => {
      const { keys } = await opened();
      const { record } = await createKey(keys, { label: '' });
      await expect(changeKey(keys, record.id, { scopes: [] })).rejects.toThrow(
        'scopes must be one or more of extract, jobs, review, admin',
      );
      await expect(changeKey(keys, record.id, { limits: { dailyCost: '1,5' } })).rejects.toThrow(
        'dailyCost must be an amount such as "2.50"',
      );
      await expect(changeKey(keys, record.id, { expiresAt: new Date('never') })).rejects.toThrow('its end is no date');
      await expect(createKey(keys, { label: '', limits: { dailyTokens: 0.5 } })).rejects.toThrow('dailyTokens must be a whole number');
    });
  });

  describe(`${name}: a rotation`, () => {
    it('makes a new secret that works at once, and lets the old one work until the overlap ends', async () => {
      const { keys, find, pass } = await opened();
      const { key: old, record } = await createKey(keys, { label: 'a', scopes: ['extract'], limits: { rate: 3 } });
      const rotated = await rotateKey(keys, record.id, { overlapMs: hour });
      const fresh = rotated?.key ?? '';
      const expected = { ...record, display: fresh.slice(0, 7), formerSecrets: [{ display: old.slice(0, 7), validUntil: fromNoon(hour) }] };
      expect(rotated?.record).toEqual(expected);
      expect(await listKeys(keys)).toEqual([expected]);
      expect(await find(fresh)).toMatchObject({ record: own(expected), state: 'valid', validUntil: null });
      expect(await find(old)).toMatchObject({ record: own(expected), state: 'valid', validUntil: fromNoon(hour) });
      await pass(hour);
      expect((await find(fresh))?.state).toBe('valid');
      expect((await showKey(keys, record.id))?.formerSecrets).toEqual([]);
      expect(await find(old)).toMatchObject({ state: 'replaced', record: { id: record.id } });
    });

    it('overlaps by a day unless told otherwise, and by nothing where told so', async () => {
      const { keys, find } = await opened();
      const { key, record } = await createKey(keys, { label: '' });
      const first = await rotateKey(keys, record.id);
      expect((await find(key))?.validUntil).toEqual(fromNoon(day));
      expect((await rotateKey(keys, record.id, { overlapMs: 0 }))?.record.formerSecrets).toEqual([]);
      expect([(await find(key))?.state, (await find(first?.key ?? ''))?.state]).toEqual(['replaced', 'replaced']);
    });

    it('shortens what is left to older secrets, and never lengthens it', async () => {
      const { keys, find } = await opened();
      const { key: first, record } = await createKey(keys, { label: '' });
      const second = (await rotateKey(keys, record.id, { overlapMs: hour }))?.key ?? '';
      const third = await rotateKey(keys, record.id, { overlapMs: day });
      expect((await find(first))?.validUntil).toEqual(fromNoon(hour));
      expect(third?.record.formerSecrets).toEqual([
        { display: second.slice(0, 7), validUntil: fromNoon(day) },
        { display: first.slice(0, 7), validUntil: fromNoon(hour) },
      ]);
      await rotateKey(keys, record.id, { overlapMs: minute });
      expect([(await find(first))?.validUntil, (await find(second))?.validUntil]).toEqual([fromNoon(minute), fromNoon(minute)]);
    });

    it('outlives no end of the key, and a revocation ends all secrets', async () => {
      const { keys, find, pass } = await opened();
      const { key: old, record } = await createKey(keys, { label: '', expiresAt: fromNoon(minute) });
      const { key: fresh } = (await rotateKey(keys, record.id)) ?? { key: '' };
      expect((await find(old))?.validUntil).toEqual(fromNoon(minute));
      await pass(minute);
      expect([(await find(old))?.state, (await find(fresh))?.state]).toEqual(['expired', 'expired']);
      await changeKey(keys, record.id, { expiresAt: null });
      expect([(await find(old))?.state, (await find(fresh))?.state]).toEqual(['valid', 'valid']);
      await revokeKey(keys, record.id);
      expect([await find(old), await find(fresh)]).toEqual([undefined, undefined]);
    });

    it('reaches no expired, revoked or unknown key', async () => {
      const { keys, pass } = await opened();
      const ended = (await createKey(keys, { label: '', expiresAt: fromNoon(minute) })).record.id;
      const revoked = (await createKey(keys, { label: '' })).record.id;
      await revokeKey(keys, revoked);
      await pass(minute);
      for (const id of [ended, revoked, 'no such id']) expect(await rotateKey(keys, id)).toBeUndefined();
    });

    it('by two at once leaves one new secret, and both others work for the overlap', async () => {
      const { keys, find } = await opened();
      const { key: old, record } = await createKey(keys, { label: '' });
      const rotated = await Promise.all([1, 2].map(() => rotateKey(keys, record.id, { overlapMs: hour })));
      const ends = await Promise.all(rotated.map(async (one) => (await find(one?.key ?? ''))?.validUntil));
      expect(ends).toContainEqual(null);
      expect(ends).toContainEqual(fromNoon(hour));
      expect((await find(old))?.validUntil).toEqual(fromNoon(hour));
    });

    it('is remembered for a month after its overlap, so that the old secret is told why it ended', async () => {
      const { keys, find, pass, sweep } = await opened();
      const { key: old, record } = await createKey(keys, { label: '' });
      await rotateKey(keys, record.id, { overlapMs: hour });
      await pass(30 * day);
      await sweep();
      expect((await find(old))?.state).toBe('replaced');
      await pass(hour + 1);
      await sweep();
      expect(await find(old)).toBeUndefined();
    });

    it('takes along what the holder of the old secret wants to keep, and only then', async () => {
      const { keys, find } = await opened();
      const { key: old, record } = await createKey(keys, { label: '' });
      const taken = (await rotateKey(keys, record.id, { from: old }))?.key ?? '';
      expect(Buffer.from((await find(taken))?.carried ?? []).length).toBeGreaterThan(60);
      expect((await find(old))?.carried).toBeNull();
      const left = (await rotateKey(keys, record.id))?.key ?? '';
      expect((await find(left))?.carried).toBeNull();
      expect((await find(taken))?.carried).not.toBeNull();
      const { key: other } = await createKey(keys, { label: '' });
      await expect(rotateKey(keys, record.id, { from: other })).rejects.toThrow('is no valid secret of this key');
    });
  });

  describe(`${name}: the last use of a key`, () => {
    it('is noted, but not again within seconds', async () => {
      const { keys, pass } = await opened();
      const { id } = (await createKey(keys, { label: '' })).record;
      const used = async () => {
        await keys.touch(id);
        return (await showKey(keys, id))?.lastUsedAt;
      };
      expect(await used()).toEqual(fromNoon(0));
      await pass(29_999);
      expect(await used()).toEqual(fromNoon(0));
      await pass(30_001);
      expect(await used()).toEqual(fromNoon(minute));
      await pass(-day);
      expect(await used()).toEqual(fromNoon(minute - day));
    });
  });
}

import { expect, it } from 'vitest';
import { generateKey } from '../../../../server/guards/keys/format.js';
import { cliWorkspace } from '../cli-workspace.js';

const { vouch } = cliWorkspace();

it('takes the key itself and names it by its id', async () => {
  const key = (await vouch(['key', 'create'])).out.trim();
  const [{ id }] = JSON.parse((await vouch(['key', 'list', '--json'])).out);
  expect(await vouch(['key', 'revoke', key])).toEqual({ code: 0, out: '', err: `The key ${id} is revoked.\n` });
  expect((await vouch(['key', 'list'])).out).toContain('revoked');
});

it('shows no key that it does not know', async () => {
  const key = generateKey();
  const { code, out, err } = await vouch(['key', 'revoke', key]);
  expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining('no live key') });
  expect(err).not.toContain(key);
});

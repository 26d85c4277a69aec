import { expect, it } from 'vitest';
import { generateKey } from '../../../../server/guards/key-secret.js';
import { cliWorkspace } from '../cli-workspace.js';

const { command } = cliWorkspace();

it('takes the key itself and names it by its id', async () => {
  const key = (await command(['key', 'create'])).out.trim();
  const [{ id }] = JSON.parse((await command(['key', 'list', '--json'])).out);
  expect(await command(['key', 'revoke', key])).toEqual({ code: 0, out: '', err: `The key ${id} is revoked.\n` });
  expect((await command(['key', 'list'])).out).toContain('revoked');
});

it('shows no key that it does not know', async () => {
  const key = generateKey();
  const { code, out, err } = await command(['key', 'revoke', key]);
  expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining('no live key') });
  expect(err).not.toContain(key);
});

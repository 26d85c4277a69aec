import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { refusals } from '../../../server/http/refusal.js';
import { call, key, openDoor } from '../support/door.js';

const guide = readFileSync(new URL('../../../server/docs/use/errors.md', import.meta.url), 'utf8');

describe('the codes of refusals', () => {
  it('are those of the guide, with the same statuses, but for the one that nobody receives', () => {
    const documented = [...guide.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => [code, Number(status)]);
    const { CLIENT_GONE: _, ...sent } = refusals;
    expect(Object.fromEntries(documented)).toEqual(sent);
    expect(documented).toHaveLength(Object.keys(sent).length);
  });

  it.each([
    [{ method: 'POST', url: '/v1/extract' }, 401, 'KEY_REFUSED'],
    [{ method: 'POST', url: '/v1/extract', headers: { authorization: `Bearer ${key}` } }, 415, 'WRONG_MEDIA_TYPE'],
    [{ method: 'GET', url: '/v1/extract' }, 405, 'METHOD_NOT_ALLOWED'],
    [{ method: 'GET', url: '/v1/jobs?limit=0', headers: { authorization: `Bearer ${key}` } }, 400, 'INVALID_REQUEST'],
    [{ method: 'GET', url: '/nowhere' }, 404, 'NOT_FOUND'],
    [{ method: 'POST', url: '/v1/playground', headers: { origin: 'https://elsewhere.example' } }, 403, 'ORIGIN_NOT_ALLOWED'],
  ] as const)('stand in the header beside the sentence: %j', async (request, status, code) => {
    const answer = await call(await openDoor(), request);
    expect([answer.status, answer.headers['x-error-code'], Object.keys(answer.body)]).toEqual([status, code, ['detail']]);
  });
});

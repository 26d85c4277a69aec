import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { openService } from './service.js';

const service = await openService();

describe('9. Versioning', () => {
  it.each(['/extract', '/v2/extract', '/v2/playground', '/v1/health'])(
    'the extraction and playground endpoints live under the path prefix /v1, and nothing at %s',
    async (path) => {
      expect((await service.send(path, { method: 'POST' })).status).toBe(404);
    },
  );

  it('/playground is a page for people and takes no document', async () => {
    expect((await service.send('/playground', { method: 'POST' })).status).toBe(405);
  });

  it('the root endpoint returns a version string field that reports the API version', async () => {
    const { version } = createRequire(import.meta.url)('vouch/package.json');
    expect((await service.send('/')).body.version).toBe(version);
  });
});

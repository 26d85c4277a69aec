import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import azure from '../../../plugins/models/azure.js';
import vertex from '../../../plugins/models/vertex.js';
import { workspace } from '../../config/workspace.js';
import { generateCheck } from '../../fakes/wire/checks.js';
import { generateReply } from '../../fakes/wire/replies.js';
import { serverOfEachTest } from './llm/server-of-each-test.js';
import { context, filled, task } from './llm/setting.js';

const server = serverOfEachTest({
  check: generateCheck('/v1/projects/p1/locations/global/publishers/google/models/gemini-test', ['authorization', 'Bearer token-1']),
});
beforeEach(() => {
  server.answer(generateReply([{ path: '$.total', value: '12.00' }]));
});
afterEach(() => void vi.unstubAllEnvs());

const make = (options: object = {}, secrets: Readonly<Record<string, string>> = { GOOGLE_CLOUD_PROJECT: 'p1' }) =>
  vertex.create(filled(vertex.options, { model: 'gemini-test', base_url: `${server.url}/v1`, ...options }), context(secrets));

/** The identity of the machine: a workload that exchanges its own token for one of Google, at an address of the test. */
async function workloadIdentity(answer: object): Promise<string[]> {
  const asked: string[] = [];
  const exchange = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked.push(body);
    response.writeHead('error' in answer ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => exchange.once('listening', resolve));
  onTestFinished(() => void exchange.close());
  const folder = workspace({ token: 'subject-1' });
  const credentials = {
    type: 'external_account',
    audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/provider',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `http://127.0.0.1:${(exchange.address() as AddressInfo).port}/token`,
    credential_source: { file: join(folder, 'token') },
  };
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', join(workspace({ 'credentials.json': JSON.stringify(credentials) }), 'credentials.json'));
  return asked;
}

const token = {
  access_token: 'token-1',
  issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  token_type: 'Bearer',
  expires_in: 3600,
};

describe('Vertex AI', () => {
  it('is asked as the identity of the machine, whose token is kept until it expires', async () => {
    const asked = await workloadIdentity(token);
    const model = make();
    expect((await model.read(task())).cells).toHaveLength(1);
    await model.read(task());
    expect(asked).toEqual([expect.stringContaining('subject-1')]);
    expect(server.requests).toHaveLength(2);
  });

  it('is not asked where the machine has no identity', async () => {
    await workloadIdentity({ error: 'invalid_grant', error_description: 'CANARY' });
    await expect(make().read(task())).rejects.toMatchObject({
      code: 'LLM_ERROR',
      message: 'vertex:gemini-test: no access token could be had, so nothing was sent',
    });
    expect(server.requests).toHaveLength(0);
  });

  it.each([{ project: 'a/b' }, { location: '../x' }, { location: 'EU' }])('takes names only for names: %j', (options) => {
    expect(() => make(options)).toThrow(/^Plugin "vertex": (project|location) is not the name of a \1$/);
  });
});

describe('a package that is not installed', () => {
  it('is a mistake of the configuration, with the command that installs it', () => {
    const options = filled(azure.options, { model: 'm', base_url: server.url, auth: 'entra' });
    expect(() => azure.create(options, context())).toThrow(
      'Plugin "azure" needs a package that is not installed: npm install @azure/identity@4',
    );
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import bedrock from '../../../plugins/models/bedrock.js';
import { converseCheck } from '../../fakes/wire/checks.js';
import { converseBreak, converseReply } from '../../fakes/wire/replies.js';
import { serverOfEachTest } from './llm/server-of-each-test.js';
import { context, filled, task } from './llm/setting.js';

const server = serverOfEachTest({
  check: converseCheck(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request, SignedHeaders=[a-z0-9;-]+, Signature=[0-9a-f]{64}$/,
  ),
});
beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-1');
  vi.stubEnv('AWS_BEARER_TOKEN_BEDROCK', undefined);
});
afterEach(() => void vi.unstubAllEnvs());

const cells = [{ path: '$.total', value: '12.00' }];
const make = (options: object = {}, secrets: Readonly<Record<string, string>> = { AWS_REGION: 'eu-central-1' }) =>
  bedrock.create(
    filled(bedrock.options, { model: 'anthropic.claude-test-v1:0', base_url: server.url, pdf: 'text', ...options }),
    context(secrets),
  );

describe('Bedrock', () => {
  it('is signed with the credentials of the machine, and told nothing else of it', async () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'stray');
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=stray');
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1');
    server.answer(converseReply(cells));
    expect((await make().read(task())).cells).toHaveLength(1);
    const { headers, path } = server.requests[0] ?? {};
    expect(path).toBe('/model/anthropic.claude-test-v1%3A0/converse-stream');
    expect(headers).toMatchObject({ 'user-agent': 'vouch', 'x-amz-content-sha256': expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(
      Object.keys(headers ?? {})
        .filter((name) => /^(x-)?amz/.test(name))
        .sort(),
    ).toEqual(['x-amz-content-sha256', 'x-amz-date']);
  });

  it('answers as a whole where the host wants no stream', async () => {
    server.answer(converseReply(cells));
    expect(await make({ stream: false }).read(task())).toMatchObject({
      cells: [{ value: '12.00' }],
      usage: { inputTokens: 1000, outputTokens: 200 },
    });
    expect(server.requests[0]?.path).toMatch(/\/converse$/);
  });

  it('is shown the file where the host says so', async () => {
    server.answer(converseReply(cells));
    await make({ pdf: 'native' }).read(task());
    const bytes = Buffer.from(task().document.file.bytes).toString('base64');
    expect(server.requests[0]?.body).toMatchObject({
      messages: [{ content: [{ document: { format: 'pdf', name: 'document', source: { bytes } } }, {}] }],
    });
  });

  it.each([
    ['throttlingException', 'once'],
    ['modelStreamErrorException', 'once'],
    ['validationException', false],
  ])('whose stream ends with a %s gave no answer (again: %s), and its words are not shown', async (exception, retryable) => {
    server.answer(converseBreak(exception));
    await expect(make().read(task())).rejects.toMatchObject({
      code: 'LLM_ERROR',
      retryable,
      message: expect.not.stringContaining('CANARY'),
    });
  });

  it('is not asked where no credentials are found, and the operator is told', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, undefined);
    for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(name, '/nowhere');
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    await expect(make().read(task())).rejects.toMatchObject({
      ours: true,
      retryable: false,
      message: expect.stringContaining('no AWS credentials were found'),
    });
    expect(server.requests).toHaveLength(0);
  });

  it.each([[{}], [{ AWS_REGION: 'x/y' }]])('needs a region: %j', (secrets) => {
    expect(() => make({}, secrets)).toThrow(/^Plugin "bedrock".*region/);
  });
});

import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Controller, Get, HttpException, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../config/index.js';
import { createEngine } from '../../../core/index.js';
import { extractionApi } from '../../../server/index.js';
import { samplePath } from '../../fixtures/sample.js';
import { ask } from '../support/ask.js';
import { key } from '../support/door.js';
import { askHost } from '../support/not-held.js';

const { engine: settings } = await loadConfig({ env: {}, cwd: tmpdir() });
const engine = createEngine(settings);

@Controller('own')
class OwnController {
  @Get()
  fine() {
    return { ours: true };
  }

  @Get('refused')
  refused() {
    throw new HttpException('not today', 409);
  }

  @Get('broken')
  broken() {
    throw new Error('secret of the host');
  }
}

@Module({ controllers: [OwnController] })
class AppModule {}

describe('inside a Nest app on Fastify', () => {
  let app: NestFastifyApplication;
  let url: string;
  beforeAll(async () => {
    app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), { logger: false });
    await app.register(extractionApi, { engine, keys: [key], rateLimit: 0, prefix: '/documents' });
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(async () => {
    await app.close();
    await engine.close();
  });

  const get = async (path: string): Promise<readonly unknown[]> => {
    const answer = await askHost(`${url}${path}`);
    return [answer.status, await answer.json()];
  };
  const post = async (authorization: string): Promise<readonly unknown[]> => {
    const form = new FormData();
    form.set('output_schema', '{"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}');
    form.set('file', new Blob([await readFile(samplePath)]), 'invoice.pdf');
    const { status, body } = await ask(`${url}/documents`, '/v1/extract', { method: 'POST', body: form, headers: { authorization } });
    return [status, body];
  };

  it('a document is read', async () => {
    expect(await post(`Bearer ${key}`)).toMatchObject([200, { object: { total: 12231.98 }, metadata: { credits: 2 } }]);
  });

  it('what is refused there has our shape', async () => {
    expect(await post('')).toEqual([401, { detail: expect.stringContaining('API key') }]);
    expect(await ask(`${url}/documents`, '/v1/extract')).toMatchObject({ status: 405, body: { detail: 'Method not allowed: use POST' } });
  });

  it('the routes of Nest keep their answers, and their errors the shape of Nest', async () => {
    expect(await get('/own')).toEqual([200, { ours: true }]);
    expect(await get('/own/refused')).toEqual([409, { statusCode: 409, message: 'not today' }]);
    expect(await get('/own/broken')).toEqual([500, { statusCode: 500, message: 'Internal server error' }]);
    expect(await get('/nowhere')).toEqual([404, { statusCode: 404, error: 'Not Found', message: 'Cannot GET /nowhere' }]);
  });

  it('a form posted to Nest is still for Nest to refuse', async () => {
    const form = new FormData();
    form.set('a', 'b');
    const answer = await askHost(`${url}/own`, { method: 'POST', body: form });
    expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([404, ['message', 'error', 'statusCode']]);
  });
});

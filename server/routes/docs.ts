import type { FastifyInstance } from 'fastify';
import { Refusal } from '../http/refusal.js';
import { ownAddress } from '../http/request.js';
import type { Operations } from '../reference/operations.js';
import { policy } from '../reference/page.js';
import { reference } from '../reference/reference.js';
import type { OpenApi } from '../reference/types.js';

/** Loaded on demand, because most servers never need the guide and it imports a Markdown library. */
const guide = async () => (await import('../reference/guide.js')).guide();

/** `GET /docs`: the reference as a page, with the guide below it. Each page is one file that loads nothing. */
export function docsRoutes(app: FastifyInstance, operations: Operations, document: () => OpenApi): void {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' };
  app.get('/docs', { schema: operations.reference, exposeHeadRoute: true }, async (request, reply) =>
    reply.headers(headers).send(reference(document(), { guide: await guide(), address: ownAddress(request, app.prefix) })),
  );
  // The pages link to each other by name, so the index needs a name as well.
  app.get('/docs/guide', { schema: operations.guideIndex, exposeHeadRoute: true }, async (_request, reply) =>
    reply.redirect(`${app.prefix}/docs/guide/README`),
  );
  app.get<{ Params: { page: string } }>(
    '/docs/guide/:page',
    { schema: operations.guide, exposeHeadRoute: true },
    async ({ params }, reply) => {
      const pages = await guide();
      const page = pages.get(params.page);
      if (!page) throw new Refusal('NOT_FOUND', `Not found: the pages of the guide are ${[...pages.keys()].join(', ')}`);
      return reply.headers(headers).send(page.html);
    },
  );
}

/** `GET /openapi.json` and `GET /openapi.yaml`: the description of the endpoints for programs. */
export function openapiRoutes(app: FastifyInstance, operations: Operations, document: () => OpenApi): void {
  let yaml: string | undefined;
  app.get('/openapi.json', { schema: operations.openapiJson, exposeHeadRoute: true }, async () => document());
  app.get('/openapi.yaml', { schema: operations.openapiYaml, exposeHeadRoute: true }, async (_request, reply) => {
    const { stringify } = await import('yaml');
    yaml ??= stringify(document(), { aliasDuplicateObjects: false });
    return reply.type('application/yaml').send(yaml);
  });
}

import type { FastifyInstance } from 'fastify';
import type { OpenApi } from '../reference/openapi/types.js';

/** `GET /openapi.json` and `GET /openapi.yaml`: the endpoints for programs. */
export function openapiRoutes(app: FastifyInstance, document: () => OpenApi): void {
  let yaml: string | undefined;
  app.get('/openapi.json', { exposeHeadRoute: true }, async () => document());
  app.get('/openapi.yaml', { exposeHeadRoute: true }, async (_request, reply) => {
    const { stringify } = await import('yaml');
    yaml ??= stringify(document(), { aliasDuplicateObjects: false });
    return reply.type('application/yaml').send(yaml);
  });
}

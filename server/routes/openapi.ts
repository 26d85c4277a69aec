import type { FastifyInstance } from 'fastify';
import { stringify } from 'yaml';
import type { OpenApi } from '../openapi/types.js';

/** `GET /openapi.json` and `GET /openapi.yaml`: the endpoints for programs. */
export function openapiRoutes(app: FastifyInstance, document: OpenApi): void {
  let yaml: string | undefined;
  app.get('/openapi.json', { exposeHeadRoute: true }, async () => document);
  app.get('/openapi.yaml', { exposeHeadRoute: true }, async (_request, reply) => {
    yaml ??= stringify(document, { aliasDuplicateObjects: false });
    return reply.type('application/yaml').send(yaml);
  });
}

import type { FastifyInstance } from 'fastify';
import { badRequest, Refusal } from './refusal.js';

/** A form is no JSON; what a scope reads is its own. */
export function readsJsonOnly(scope: FastifyInstance, bodyLimit = 16_384): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (_request, text, done) => {
    try {
      done(null, JSON.parse(String(text)));
    } catch {
      done(badRequest('The body is not valid JSON'));
    }
  });
  scope.addContentTypeParser('*', (_request, _payload, done) =>
    done(new Refusal('WRONG_MEDIA_TYPE', 'The request must be application/json')),
  );
}

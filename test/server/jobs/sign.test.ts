import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newEndpointSecret } from '../../../server/jobs/webhooks/endpoint.js';
import { signatureHeaders } from '../../../server/jobs/webhooks/post.js';

it('what is signed with two secrets verifies with each, by the reference library', () => {
  const secrets = [newEndpointSecret(), newEndpointSecret()];
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const body = JSON.stringify({ text });
      const headers = signatureHeaders({ id: 'msg_1', timestamp: Math.floor(Date.now() / 1_000), body }, secrets);
      for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual({ text });
      expect(() => new Webhook(newEndpointSecret()).verify(body, headers)).toThrow();
    }),
  );
});

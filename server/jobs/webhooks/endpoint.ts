import { randomBytes } from 'node:crypto';
import { openSealed, sealBytes } from '../../state/sealing.js';
import { newId } from '../job-id.js';

/** What only the sender needs to know about an endpoint. */
export interface EndpointConfig {
  readonly url: string;
  /** For people; '' for none. */
  readonly description: string;
  /** `whsec_` and 32 bytes as base64, the newest first. Each message is signed with all that have not ended. */
  readonly secrets: readonly EndpointSecret[];
}

export interface EndpointSecret {
  readonly secret: string;
  /** When it ends: milliseconds since 1970; null for never. */
  readonly until: number | null;
}

export const newEndpointId = (): string => newId('wh');

/** Source of its form: Standard Webhooks, "Signature scheme": 24 to 64 random bytes. */
export const newEndpointSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const sealEndpoint = (key: Uint8Array, id: string, config: EndpointConfig): Uint8Array =>
  sealBytes(key, Buffer.from(JSON.stringify(config)), `${id} endpoint`);

/** @throws Error when another secret has sealed it */
export const openEndpoint = (key: Uint8Array, id: string, sealed: Uint8Array): EndpointConfig =>
  JSON.parse(openSealed(key, sealed, `${id} endpoint`).toString('utf8'));

/** A new secret in front of those before, which still sign for so long. */
export const withNewSecret = (config: EndpointConfig, secret: string, now: number, overlapMs: number): EndpointConfig => ({
  ...config,
  secrets: [{ secret, until: null }, ...validSecrets(config, now).map((before) => endingBy(before, now + overlapMs))],
});

export const validSecrets = ({ secrets }: EndpointConfig, now: number): readonly EndpointSecret[] =>
  secrets.filter(({ until }) => until === null || until > now);

const endingBy = ({ secret, until }: EndpointSecret, end: number): EndpointSecret => ({ secret, until: Math.min(until ?? end, end) });

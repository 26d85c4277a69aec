import { createHmac } from 'node:crypto';

export interface Signed {
  /** The id of the message, the same at each attempt. */
  readonly id: string;
  /** When it is sent: whole seconds since 1970. */
  readonly timestamp: number;
  /** JSON, byte for byte as it is sent. */
  readonly body: string;
}

/** The headers by which a receiver knows that a message is ours, signed with each secret. Source: Standard Webhooks, "Webhook headers". */
export function signatureHeaders(message: Signed, secrets: readonly string[]): Readonly<Record<string, string>> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(message, secret)}`).join(' '),
  };
}

function signatureOf({ id, timestamp, body }: Signed, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
}

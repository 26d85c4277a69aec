import { about } from '../http/about.js';
import type { ExtractionBody } from '../wire/extraction.js';
import { type Digests, digestOf, digestOfBytes, digestsOfParts } from './digest.js';

/** What was asked: of which a receipt has the digests. */
export interface ReceiptRequest {
  readonly document: Uint8Array;
  /** A JSON Schema as text. */
  readonly schema: string;
}

const predicateType = 'urn:vouch:receipt:1';

/** The text that is signed. Source: in-toto Attestation Framework, Statement v1. */
export function statement(body: ExtractionBody, { document, schema }: ReceiptRequest, made: Digests): string {
  const answer = JSON.parse(JSON.stringify(body));
  return JSON.stringify({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'answer', digest: { sha256: digestOf(answer) } },
      { name: 'document', digest: { sha256: digestOfBytes(document) } },
    ],
    predicateType,
    predicate: {
      made_at: new Date().toISOString(),
      vouch: about().version,
      digests: { schema: digestOf(JSON.parse(schema)), ...made },
      parts: digestsOfParts(answer),
    },
  });
}

/** What a receipt says, whether it is signed or not. */
export interface ReceiptSays {
  readonly madeAt: string;
  readonly vouch: string;
  /** Of the answer, the document, the schema and the ingredients. */
  readonly digests: Digests;
  /** Of the parts of the answer by their paths. */
  readonly parts: Digests;
}

/** Reads what a receipt says. @throws Error where its text is none that Vouch makes */
export function readStatement(text: string): ReceiptSays {
  const { subject, predicate } = JSON.parse(text);
  const subjects = subject.map(({ name, digest }: { name: string; digest: { sha256: string } }) => [name, digest.sha256]);
  return {
    madeAt: predicate.made_at,
    vouch: predicate.vouch,
    digests: { ...Object.fromEntries(subjects), ...predicate.digests },
    parts: predicate.parts,
  };
}

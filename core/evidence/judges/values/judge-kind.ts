import type { Cap } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import { conceptKind } from '../../labels/concepts/concept-kind.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { identifierKind } from '../../labels/concepts/identifier-kind.js';
import { spelt } from '../../labels/concepts/name-words.js';
import { ibanHolds, isCountryCode } from '../../print/identifiers.js';
import { squash } from '../../print/normalise.js';
import { cap } from '../../scoring/caps.js';
import { identifierNames } from './identifier-shapes.js';

type ProvenKind = 'iban' | 'email' | 'website' | 'phone';

/**
 * Refuses a text that its own shape proves to be of another kind than its field asks for: an account number is no flat, a telephone number no
 * tax number. A field whose name leaves open what it holds, such as `contact`, takes all that it may mean.
 */
export function judgeKind(printed: string, field: Field): readonly Cap[] {
  if (field.type !== 'string' || field.enum) return [];
  const kind = provenKind(printed.trim());
  const asked = identifierKind(field);
  if (kind === undefined || kind === asked || (asked === undefined && isOpenTo(kind, field))) return [];
  return [cap('format.wrongShape', `Check failed: this is ${identifierNames[kind]}, and the field asks for something else`)];
}

/** The kind that the whole text cannot but be. */
function provenKind(text: string): ProvenKind | undefined {
  if (/^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/.test(text)) return 'email';
  if (/^(?:https?:\/\/|www\.)\S+$/i.test(text)) return 'website';
  if (/^\+\d{1,3}(?:[ ()/.-]*\d){6,12}$/.test(text)) return 'phone';
  return isCountryCode(squash(text).slice(0, 2).toUpperCase()) && ibanHolds(text) ? 'iban' : undefined;
}

/** Whether a name may mean such a thing. What a concept means is known. */
function isOpenTo(kind: ProvenKind, field: Field): boolean {
  const concept = conceptOf(field);
  if (concept !== undefined) return conceptKind(concept) === 'text' && !closed.has(concept);
  return openNames[kind].test(spelt(field.names.join(' ')));
}

const closed: ReadonlySet<string> = new Set(['seller_name', 'buyer_name']);

const openNames: Readonly<Record<ProvenKind, RegExp>> = {
  iban: /\b(?:iban|bank\w*|account\w*|konto\w*|compte|cuenta|conto|rekening\w*|payment\w*|payee|transfer|debit|notes?|text|terms|instructions?)\b/,
  email: /\b(?:e ?mail\w*|contacts?|support|help|user\w*|login|sender|recipient|to|from|reply|address|account|id|paypal|notes?|text)\b/,
  website: /\b(?:web\w*|url|link|site|domain|portal|contacts?|support|help|homepage|page|qr\w*|notes?|text|address|terms)\b/,
  phone:
    /\b(?:phone\w*|tel\w*|fax\w*|mobile|cell\w*|contacts?|support|help|hotline|line|number|msisdn|sim|whatsapp|caller|notes?|text|from|to)\b/,
};

import { unknown } from '../../../core/index.js';
import type { AmountFact } from './facts.js';
import type { InvoiceKind } from './kind.js';

/** That of EN 16931 without more (BT-24). */
export const specification = 'urn:cen.eu:en16931:2017';

/** The type of a document (BT-3). Source: UNTDID 1001. */
export const typeCodes = { invoice: '380', credit_note: '381' } as const satisfies Readonly<Record<InvoiceKind, string>>;

/** An amount with two decimals; undefined where it is not known. */
export const money = (value: AmountFact): string | undefined => (value === unknown ? undefined : value.toFixed(2));

/** A number with the decimals that it has. */
export const number = (value: AmountFact): string | undefined => (value === unknown ? undefined : value.toFixed());

/**
 * A label or number sign that is printed without a space before a value: `#` of `#00042`, `n°` of `n°562`, `Nº` of `Nº000.002`, `No.` of
 * `No.123`, `Nr.:` of `Nr.:1425`, `#` of `#MON-36`; '' if there is none. A full stop only closes an abbreviation of "number": `A.123` is one
 * identifier.
 */
export const clingingLabel = (word: string): string => clinging.exec(word)?.[0] ?? '';

const clinging = /^(?:(?:\p{L}[\p{L}\p{M}./-]*)?[#№°º:]+|(?:no|nr|num|núm|nro|numer|nummer)\.)(?=\p{N})|^[#№]+(?=\p{L})/iu;

/** A number without the sign that announces it: `#MON-36` and `Nº 36` are `MON-36` and `36`. */
export const withoutNumberSign = (text: string): string => text.replace(/^(?:[#№]+|n[°º])\s*(?=[\p{L}\p{N}])/iu, '');

/**
 * The percentage in brackets right after a word: `20%` of `VAT(20%)`; in Turkish the sign comes first, `%20` of `KDV(%20)`. Source: CLDR,
 * percent formats.
 */
export const clingingRate = (word: string): string | undefined => rate.exec(word)?.[1];

const rate = /^\p{L}+\((%\d{1,2}(?:[.,]\d{1,3})?|\d{1,2}(?:[.,]\d{1,3})?%)\):?$/u;

/** A text without the marks that part it from its neighbours in a line: `INV-36 ·` is `INV-36`. */
export const withoutSeparators = (text: string): string => text.replace(/^[\s·•●∙▪|]+|[\s·•●∙▪|]+$/g, '') || text.trim();

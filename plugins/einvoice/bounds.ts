/** The limits of an attachment. Real invoices are far below each of them. */
export const bounds = { bytes: 2 * 1024 * 1024, elements: 100_000, levels: 64, textLength: 1_000 } as const;

/** Why an attachment that begins as an invoice cannot be read. The child names the fault; the parent has the sentences. */
export type XmlFault = 'doctype' | 'malformed' | 'encoding' | 'bytes' | 'elements' | 'levels';

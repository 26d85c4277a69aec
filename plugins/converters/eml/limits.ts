/** How deep parts may be nested in a mail, and elements in its XML. */
export const maxLevels = 64;

/** How deep mails may be nested in mails. A mail that is deeper is not looked into, and refused. */
export const maxMails = 3;

/** The limits of what is attached: those that the converters of these formats have as shipped. */
export const attachmentLimits = {
  inflatedMb: 50,
  maxParts: 2_000,
  partMb: 20,
  maxElements: 100_000,
  maxParagraphs: 50_000,
  megapixels: 40,
} as const;

import type { ParserLimits, ParserRefusal, RefusalReason } from './protocol.js';

/** Thrown inside a child when a file cannot be read for a known reason. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly refusal: ParserRefusal;

  constructor(reason: RefusalReason, count?: number, options?: ErrorOptions) {
    super(reason, options);
    this.refusal = { reason, ...(count !== undefined && { count }) };
  }

  /** The same about an attachment of the file, counted from 1, unless it already is about one in there. */
  about(attachment: number): RefusalError {
    const error = new RefusalError(this.refusal.reason, this.refusal.count, { cause: this });
    return Object.assign(error, { refusal: { attachment, ...this.refusal } });
  }
}

/** The caller's error message: what is wrong with the file, and which limit it exceeds. */
export function refusalMessage(refusal: ParserRefusal, format: string, limits: ParserLimits): string {
  const about = refusal.attachment === undefined ? '' : `attachment ${refusal.attachment}: `;
  return `${format} could not be read: ${about}${sentences[refusal.reason](limits, refusal)}`;
}

const sentences: Readonly<Record<RefusalReason, (limits: ParserLimits, refusal: ParserRefusal) => string>> = {
  encrypted: () => 'it is encrypted and needs a password or key; send it without encryption',
  'no-pages': () => 'it has zero pages',
  unreadable: () => 'it is unreadable, its structure is damaged or not that of its format',
  pages: (limits, refusal) => `it has too many pages, ${refusal.count ?? 'more than allowed'}; at most ${limits['maxPages']} are read`,
  inflated: (limits) => `it is too large inside, it unpacks to more than ${limits['inflatedMb']} MiB`,
  part: (limits, refusal) => `it is too large inside, one of its parts unpacks to more than ${refusal.count ?? limits['partMb']} MB`,
  parts: (limits, refusal) => `it has too many parts, ${refusal.count ?? 'more than allowed'}; at most ${limits['maxParts']} are read`,
  attachments: (limits) => `it has too many attachments; at most ${limits['maxAttachments']} are read`,
  elements: (limits) => `it is too large inside, its parts have more than ${limits['maxElements']} elements`,
  paragraphs: (limits) => `it is too large inside, it has more than ${limits['maxParagraphs']} paragraphs, line breaks or cells`,
  dots: (limits) => `it has too many dots, more than ${limits['megapixels']} million; send it at a lower resolution`,
  dtd: () => 'it has a document type definition, which can hide text and load files; send it without one',
  levels: (limits) => `its elements are nested deeper than ${limits['maxLevels']} levels`,
  memory: (limits) => `reading it took more memory than the ${limits['memoryMb']} MB allowed`,
  time: (limits) => `reading it took more time than the ${limits['deadlineMs']} ms allowed`,
  crash: () => 'it is unreadable, its parser ended unexpectedly',
};

import type { Converter, Document, DocumentContent, Picture, PluginContext } from '../../core/index.js';
import { type AnnotateRequest, type DrawRequest, type ExcerptRequest, type InvoiceRequest, isDraw, type ParserLimits } from './protocol.js';
import { openSandbox, type SandboxOptions, sandboxSettings } from './sandbox.js';
import { sentDocument, sentFile, sentPicture } from './sent.js';

interface ParsedFormat extends Required<Pick<Converter, 'reads'>> {
  /** In the list of what is read: 'DOCX'. */
  readonly name: string;
  /** In messages about a file; its name when absent. */
  readonly subject?: string;
  /** As documents name it: 'docx'. */
  readonly format: Document['format'];
  /** The folder that holds the parser's child: 'converters/docx'. */
  readonly parser: string;
  accepts(bytes: Uint8Array): boolean;
  /** Limits that the child itself enforces, besides the pages. */
  readonly limits?: ParserLimits;
  /** Whether a child starts at once. Many hosts never see most formats; their first file waits some 0.2 s for its child. */
  readonly warm?: boolean;
  /** Whether the child also draws pages, makes files of some of them, writes on them, and puts an invoice into them. */
  readonly draws?: boolean;
  readonly excerpts?: boolean;
  readonly annotates?: boolean;
  readonly addsInvoices?: boolean;
  /** Makes the document of what a child has sent for it. */
  readonly parse?: (sent: unknown) => DocumentContent;
}

/** A converter whose parser runs in the sandbox. */
export function openConverter(
  { parser, name, subject = name, limits, warm = false, parse = sentDocument, ...own }: ParsedFormat,
  options: SandboxOptions,
  context: PluginContext,
): Converter {
  const read = openSandbox<DocumentContent | Picture | Uint8Array>(
    {
      plugin: parser,
      subject,
      ...sandboxSettings(options),
      warm,
      limits: { maxPages: options.max_pages, ...limits },
      // The child sends what it was asked for.
      parse: (sent, wanted) => (wanted === undefined ? parse(sent) : isDraw(wanted) ? sentPicture(sent) : sentFile(sent)),
    },
    context,
  );
  const draw: Converter['draw'] = async (file, page, signal, width) =>
    (await read(file, signal, { page, ...(width !== undefined && { width }) } satisfies DrawRequest)) as Picture;
  const excerpt: Converter['excerpt'] = async (file, pages, signal) =>
    (await read(file, signal, { excerpt: pages } satisfies ExcerptRequest)) as Uint8Array;
  const annotate: Converter['annotate'] = async (file, marks, signal) =>
    (await read(file, signal, { annotate: marks } satisfies AnnotateRequest)) as Uint8Array;
  const addInvoice: Converter['addInvoice'] = async (file, invoice, signal) =>
    (await read(file, signal, { invoice } satisfies InvoiceRequest)) as Uint8Array;
  return {
    format: name,
    reads: own.reads,
    accepts: ({ bytes }) => own.accepts(bytes),
    convert: async (file, signal) => ({ ...((await read(file, signal)) as DocumentContent), format: own.format, file }),
    ...(own.draws && { draw }),
    ...(own.excerpts && { excerpt }),
    ...(own.annotates && { annotate }),
    ...(own.addsInvoices && { addInvoice }),
  };
}

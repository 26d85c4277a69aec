import type { Converter, Document, Page, PluginContext } from '../../../core/index.js';
import docx from '../../../plugins/converters/docx.js';
import einvoice from '../../../plugins/converters/einvoice.js';
import eml from '../../../plugins/converters/eml.js';
import image from '../../../plugins/converters/image.js';
import pdf from '../../../plugins/converters/pdf.js';
import xlsx from '../../../plugins/converters/xlsx.js';

/** A converter as an engine would open it, with default options except for those given. */
export interface OpenedConverter {
  readonly converter: Converter;
  readonly log: readonly string[];
  /** The reasons for which children were lost. */
  readonly lost: readonly string[];
  works(): boolean;
  convert(bytes: Uint8Array, signal?: AbortSignal): Promise<Document>;
  close(): Promise<void>;
}

type ConverterOptions = Readonly<Record<string, number>>;

export const openPdf = (options: ConverterOptions = {}): OpenedConverter =>
  open((context) => pdf.create({ ...defaultsOf(pdf), ...options }, context));
export const openDocx = (options: ConverterOptions = {}): OpenedConverter =>
  open((context) => docx.create({ ...defaultsOf(docx), ...options }, context));
export const openEInvoice = (options: ConverterOptions = {}): OpenedConverter =>
  open((context) => einvoice.create({ ...defaultsOf(einvoice), ...options }, context));
export const openImage = (options: ConverterOptions = {}): OpenedConverter =>
  open((context) => image.create({ ...defaultsOf(image), ...options }, context));

export const openEml = (options: ConverterOptions = {}): OpenedConverter =>
  open((context) => eml.create({ ...defaultsOf(eml), ...options }, context));

export const openXlsx = (options: ConverterOptions = {}): OpenedConverter =>
  open((context) => xlsx.create({ ...defaultsOf(xlsx), ...options }, context));

function open(create: (context: PluginContext) => Converter): OpenedConverter {
  const closers: (() => Promise<void> | void)[] = [];
  const log: string[] = [];
  const lost: string[] = [];
  let works = () => true;
  const converter = create({
    secret: (name) => {
      throw new Error(`no secret ${name} in a test`);
    },
    log: (message, details) => void log.push(`${message} ${JSON.stringify(details)}`),
    report: (event) => void ('reason' in event && lost.push(event.reason)),
    onProbe: (probe) => {
      works = probe;
    },
    onClose: (close) => void closers.push(close),
  });
  return {
    converter,
    log,
    lost,
    works: () => works(),
    convert: (bytes, signal = new AbortController().signal) => converter.convert({ name: 'file', bytes }, signal),
    close: async () => void (await Promise.all(closers.map((close) => close()))),
  };
}

/** The defaults that the engine takes from a plugin's options schema before `create`. */
function defaultsOf<T extends Readonly<Record<string, { readonly default: number }>>>(plugin: {
  readonly options?: { readonly properties: T };
}): { readonly [N in keyof T]: number } {
  const entries = Object.entries(plugin.options?.properties ?? {}).map(([name, option]) => [name, option.default]);
  return Object.fromEntries(entries) as { readonly [N in keyof T]: number };
}

export const text = (words: Page['words'] | undefined): string => (words ?? []).map((word) => word.text).join(' ');

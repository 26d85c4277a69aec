import type { ErrorDetail, XsdValidator } from 'libxml2-wasm';
import type { HostSchema } from '../host-schemas.js';
import type { BrokenRule } from '../sent-rules.js';

const xml = () => import('libxml2-wasm');
type Xml = Awaited<ReturnType<typeof xml>>;

/** What an invoice breaks of a schema of the host, or why that cannot be used. Nothing is loaded but the files that are given. */
export async function xsdBreaches(
  bytes: Uint8Array,
  schema: HostSchema,
): Promise<{ readonly broken: readonly BrokenRule[] } | { readonly unusable: string }> {
  const loaded = await xml();
  const { ParseOption, XmlDocument } = loaded;
  const [first, ...others] = mistakesOf(loaded, () => validatorOf(loaded, schema));
  const mistake = others.find(({ level }) => level > warning) ?? first;
  if (mistake) return { unusable: `${sentenceOf(mistake)}, at ${placeOf(mistake)} of ${mistake.file?.replace(folder, '') ?? schema.main}` };
  const mistakes = mistakesOf(loaded, () => {
    const document = XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET });
    try {
      validatorOf(loaded, schema).validate(document);
    } finally {
      document.dispose();
    }
  });
  return {
    broken: mistakes
      .filter(({ level }) => level > warning)
      .slice(0, most)
      .map((one) => ({ rule: 'XSD', place: placeOf(one), sentence: sentenceOf(one), severity: 'fatal' })),
  };
}

/** The level of what is no mistake. */
const warning = 1;
const most = 50;
const longest = 500;

/** The schema that was used last, which is mostly the next one, too. */
let latest: { readonly hash: string; readonly validator: XsdValidator } | undefined;

function validatorOf(loaded: Xml, { hash, main, files }: HostSchema): XsdValidator {
  if (latest?.hash === hash) return latest.validator;
  latest?.validator.dispose();
  latest = undefined;
  const buffers = Object.entries(files).map(([name, text]) => [`${folder}${name}`, Buffer.from(text, 'latin1')] as const);
  loaded.xmlCleanupInputProvider();
  loaded.xmlRegisterInputProvider(new loaded.XmlBufferInputProvider(Object.fromEntries(buffers)));
  const document = loaded.XmlDocument.fromBuffer(Buffer.from(files[main] ?? '', 'latin1'), { url: `${folder}${main}` });
  try {
    latest = { hash, validator: loaded.XsdValidator.fromDoc(document) };
    return latest.validator;
  } finally {
    document.dispose();
  }
}

/** Stands before the names of the host's files: a child has none that are called so. */
const folder = 'host/';

function mistakesOf({ XmlLibError }: Xml, work: () => void): readonly ErrorDetail[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof XmlLibError && error.details.length > 0) return error.details;
    throw error;
  }
}

/** Without the namespaces of names. */
const sentenceOf = ({ message }: ErrorDetail): string =>
  message
    .trim()
    .replace(/\{[^}\s]*\}|\.$/g, '')
    .slice(0, longest);

/** '/Invoice/ID, line 3', in local names; the line alone where libxml2 has no names, as for those of a default namespace. */
function placeOf({ xpath = '*', line }: ErrorDetail): string {
  const path = xpath.replace(/[\w.-]+:(?=[\w.-])/g, '').slice(-longest);
  return path.includes('*') ? `line ${line}` : `${path}, line ${line}`;
}

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { squash } from '../../../core/text.js';
import { findingsOf } from '../../../plugins/models/local/findings.js';
import { efforts } from '../../../plugins/models/local/layout.js';
import { blocksOf } from '../../../plugins/models/local/parties/blocks.js';
import { isAlike } from '../../../plugins/models/local/parties/issuer-signs.js';
import { signedNames } from '../../../plugins/models/local/parties/letterhead.js';
import { headedParties } from '../../../plugins/models/local/parties/parties.js';
import { headed } from '../../../plugins/models/local/parties/party-headings.js';
import { layoutOf } from '../../../plugins/models/local/read.js';
import { headersOf } from '../../../plugins/models/local/table/header.js';
import type { CorpusDocument } from '../eval/corpus/corpus.js';
import type { OpenDocuments } from '../faults/run/open-documents.js';
import type { Choice } from './choice-model.js';

/** The names of a document that may be its issuer's. */
export type IssuerChoice = Omit<Choice, 'weight'> & { readonly source: string };

/** Undefined where the truth states no seller, a heading names it, or the page shows no name. */
export async function issuerChoice({ path, source, truth }: CorpusDocument, { open }: OpenDocuments): Promise<IssuerChoice | undefined> {
  const { value, also = [] } = truth.fields.seller_name ?? {};
  const stated = [value, ...(also ?? [])].flatMap((name) => (typeof name === 'string' ? squash(name) : []));
  if (stated.length === 0 || source === null) return undefined;
  const document = await open({ name: basename(path), bytes: await readFile(path) });
  const plain = await layoutOf(document, efforts.normal, async () => undefined);
  const { layout } = findingsOf(plain, await headersOf(plain, plain.index.style, async () => undefined));
  if (headed(layout, 'seller')) return undefined;
  const names = signedNames(layout, blocksOf(layout, layout.index.firstPage), headedParties(layout));
  const right = names.flatMap(({ candidate }, at) => (stated.some((name) => isAlike(name, squash(candidate.name))) ? at : []));
  return names.length === 0 ? undefined : { source, names: names.map(({ signs }) => signs), right };
}

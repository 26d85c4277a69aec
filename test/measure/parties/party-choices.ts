import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { squash } from '../../../core/text.js';
import { findingsOf } from '../../../plugins/models/local/findings.js';
import { efforts } from '../../../plugins/models/local/layout.js';
import { blocksOf } from '../../../plugins/models/local/parties/blocks.js';
import { isAlike, issuerSigns } from '../../../plugins/models/local/parties/issuer-signs.js';
import { signedNames } from '../../../plugins/models/local/parties/letterhead.js';
import { findParties, headedParties } from '../../../plugins/models/local/parties/parties.js';
import type { SignedName } from '../../../plugins/models/local/parties/party-choice.js';
import { headed } from '../../../plugins/models/local/parties/party-headings.js';
import { addressedNames, recipientSigns } from '../../../plugins/models/local/parties/recipient.js';
import { layoutOf } from '../../../plugins/models/local/read.js';
import { headersOf } from '../../../plugins/models/local/table/header.js';
import type { CorpusDocument } from '../eval/corpus/corpus.js';
import type { OpenDocuments } from '../faults/run/open-documents.js';
import type { Choice } from './choice-model.js';

/** The two parties, and the signs that their names can show. */
export const partySigns = { issuer: Object.keys(issuerSigns), recipient: Object.keys(recipientSigns) } as const;
export type Party = keyof typeof partySigns;

/** The names of a document that may be those of one of its parties. */
export type PartyChoice = Omit<Choice, 'weight'> & { readonly party: Party; readonly source: string };

/** For each party whose name the truth states, no heading announces and the page shows. */
export async function partyChoices({ path, source, truth }: CorpusDocument, { open }: OpenDocuments): Promise<readonly PartyChoice[]> {
  if (source === null) return [];
  const document = await open({ name: basename(path), bytes: await readFile(path) });
  const plain = await layoutOf(document, efforts.normal, async () => undefined);
  const { layout } = findingsOf(plain, await headersOf(plain, plain.index.style, async () => undefined));
  const blocks = blocksOf(layout, layout.index.firstPage);
  const headings = headedParties(layout);
  const { seller } = findParties(layout, blocks);
  const choiceOf = (party: Party, { value, also = [] }: Stated, names: readonly SignedName<Named, string>[]): readonly PartyChoice[] => {
    const stated = [value, ...(also ?? [])].flatMap((name) => (typeof name === 'string' ? squash(name) : []));
    const right = names.flatMap(({ candidate }, at) => (stated.some((name) => isAlike(name, squash(candidate.name))) ? at : []));
    return stated.length === 0 || names.length === 0 ? [] : [{ party, source, names: names.map(({ signs }) => signs), right }];
  };
  const { seller_name = {}, buyer_name = {} } = truth.fields;
  return [
    ...(headed(layout, 'seller') ? [] : choiceOf('issuer', seller_name, signedNames(layout, blocks, headings))),
    ...(headings.buyer ? [] : choiceOf('recipient', buyer_name, addressedNames({ layout, blocks, seller, receiver: headings.receiver }))),
  ];
}

type Stated = Partial<NonNullable<CorpusDocument['truth']['fields']['seller_name']>>;
interface Named {
  readonly name: string;
}

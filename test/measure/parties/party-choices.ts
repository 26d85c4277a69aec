import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { exchangeSigns, type PlacedName, placedName, signsBeside } from '../../../core/evidence/judges/parties/exchange.js';
import { partyHeading } from '../../../core/evidence/labels/nearby/party-headings.js';
import { type DocumentIndex, squash } from '../../../core/text.js';
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

/** What is asked of a letter: who issued it, whom it is for, and who of both issued it; and the signs that names can show. */
export const partySigns = { issuer: Object.keys(issuerSigns), recipient: Object.keys(recipientSigns), exchange: exchangeSigns } as const;
export type Question = keyof typeof partySigns;

/** The names of a document that may be the answer. */
export type PartyChoice = Omit<Choice, 'weight'> & { readonly question: Question; readonly source: string };

/** For each party whose name the truth states, no heading announces and the page shows. */
export async function partyChoices({ path, source, truth }: CorpusDocument, { open }: OpenDocuments): Promise<readonly PartyChoice[]> {
  if (source === null) return [];
  const document = await open({ name: basename(path), bytes: await readFile(path) });
  const plain = await layoutOf(document, efforts.normal, async () => undefined);
  const { layout } = findingsOf(plain, await headersOf(plain, plain.index.style, async () => undefined));
  const blocks = blocksOf(layout, layout.index.firstPage);
  const headings = headedParties(layout);
  const { seller } = findParties(layout, blocks);
  const [issuer, recipient] = [statedNames(truth.fields.seller_name), statedNames(truth.fields.buyer_name)];
  const choices = [
    ...(headed(layout, 'seller') ? [] : choiceAmong('issuer', issuer, signedNames(layout, blocks, headings))),
    ...(headings.buyer ? [] : choiceAmong('recipient', recipient, addressedNames({ layout, blocks, seller, receiver: headings.receiver }))),
    ...choiceOfTwo(issuer, recipient, layout.index),
  ];
  return choices.map((choice) => ({ ...choice, source }));
}

type Asked = Omit<PartyChoice, 'source'>;

const statedNames = (field: CorpusDocument['truth']['fields']['seller_name']): readonly string[] =>
  [field?.value, ...(field?.also ?? [])].filter((name) => typeof name === 'string');

function choiceAmong(
  question: Question,
  stated: readonly string[],
  names: readonly SignedName<{ name: string }, string>[],
): readonly Asked[] {
  const right = names.flatMap(({ candidate }, at) => (stated.some((name) => isAlike(squash(name), squash(candidate.name))) ? at : []));
  return stated.length === 0 || names.length === 0 ? [] : [{ question, names: names.map(({ signs }) => signs), right }];
}

/** None where a heading says of one of both who it is, or the page does not print it. */
function choiceOfTwo(issuers: readonly string[], recipients: readonly string[], index: DocumentIndex): readonly Asked[] {
  const [issuer, recipient] = [issuers, recipients].map((names) => names.flatMap((name) => printedName(name, index))[0]);
  if (!issuer || !recipient || squash(issuer.text) === squash(recipient.text)) return [];
  const names = [signsBeside(issuer, recipient, index), signsBeside(recipient, issuer, index)];
  return [{ question: 'exchange', names, right: [0] }];
}

function printedName(name: string, index: DocumentIndex): readonly PlacedName[] {
  const spans = index.find(name).flatMap((passage) => passage.spans.slice(0, 1));
  const isHeaded = spans.some((span) => partyHeading(span, index) !== undefined);
  const placed = placedName(name, spans, index);
  return isHeaded || placed.phrases.length === 0 ? [] : [placed];
}

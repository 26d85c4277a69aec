import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { InputError } from '../../../core/index.js';
import { command, parsed } from '../eval/command.js';
import { readCorpus } from '../eval/corpus/corpus.js';
import { percent, ratio, textTable } from '../eval/figures/text-table.js';
import { openDocuments } from '../faults/run/open-documents.js';
import { type ChoiceModel, chancesOf, learnChoices } from './choice-model.js';
import { type Party, type PartyChoice, partyChoices, partySigns } from './party-choices.js';

const usage = `npm run parties -- CORPUS… [--out FILE]

Learns from the native documents of each CORPUS what each sign of a letter says of who issued it and of whom it is for, and shows for sources
that were left out how many names are likely at each chance, and how many of them are wrong. Only corpora that are given may be learned from.
  --out FILE  write the weights there: plugins/models/local/parties/party-weights.json is where the local reader has them
`;

const parties = Object.keys(partySigns) as readonly Party[];
const folds = 10;
const chances = [0.3, 0.4, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95];

async function main(): Promise<void> {
  const options = { out: { type: 'string' } } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  if (positionals.length === 0) throw new InputError(usage);
  const all = await choicesIn(positionals);
  const models = parties.map((party) => {
    const choices = all.filter((choice) => choice.party === party);
    process.stdout.write(`${party}: ${leftOut(choices, party)}\n`);
    return [party, rounded(learned(choices, party))] as const;
  });
  const text = `${JSON.stringify(Object.fromEntries(models), null, 2)}\n`;
  if (values.out === undefined) process.stdout.write(text);
  else await writeFile(values.out, text);
}

/** How many names are likely at each chance, and how many of them wrong, where nothing was learned from their sources. */
function leftOut(choices: readonly PartyChoice[], party: Party): string {
  const heldOut = [...Array(folds).keys()].flatMap((fold) => {
    const model = learned(
      choices.filter((choice) => foldOf(choice) !== fold),
      party,
    );
    return choices.filter((choice) => foldOf(choice) === fold).map((choice) => bestOf(choice, model));
  });
  const table = textTable([['chance', 'names', 'wrong', 'share'], ...chances.map((least) => rowOf(least, heldOut))]).join('\n');
  return `${choices.length} documents of ${new Set(choices.map(({ source }) => source)).size} sources\n${table}`;
}

async function choicesIn(corpora: readonly string[]): Promise<readonly PartyChoice[]> {
  const documents = openDocuments();
  try {
    const found: PartyChoice[] = [];
    for (const document of corpora.flatMap((corpus) => readCorpus(corpus)))
      if (document.textLayer === 'native') found.push(...(await partyChoices(document, documents)));
    return found;
  } finally {
    await documents.close();
  }
}

/** The documents of one source resemble each other: together they count as the square root of their number. */
function learned(choices: readonly PartyChoice[], party: Party): ChoiceModel {
  const sizes = new Map([...Map.groupBy(choices, ({ source }) => source)].map(([source, same]) => [source, same.length]));
  return learnChoices(
    choices.map((choice) => ({ ...choice, weight: 1 / Math.sqrt(sizes.get(choice.source) ?? 1) })),
    partySigns[party],
  );
}

const foldOf = ({ source }: PartyChoice): number =>
  [...source].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % folds;

interface Best {
  readonly chance: number;
  readonly isRight: boolean;
}

function bestOf(choice: PartyChoice, model: ChoiceModel): Best {
  const all = chancesOf(choice, model).map((chance, at) => ({ chance, isRight: choice.right.includes(at) }));
  return all.reduce((best, one) => (one.chance > best.chance ? one : best));
}

function rowOf(least: number, all: readonly Best[]): readonly string[] {
  const named = all.filter(({ chance }) => chance >= least);
  const wrong = named.filter(({ isRight }) => !isRight).length;
  return [least.toFixed(2), String(named.length), String(wrong), percent(ratio(wrong, named.length))];
}

const rounded = ({ none, signs: weights }: ChoiceModel): ChoiceModel => ({
  none: Number(none.toFixed(2)),
  signs: Object.fromEntries(Object.entries(weights).map(([sign, weight]) => [sign, Number(weight.toFixed(2))])),
});

await command(main);

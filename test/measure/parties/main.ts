import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { InputError } from '../../../core/index.js';
import { command, parsed } from '../eval/command.js';
import { readCorpus } from '../eval/corpus/corpus.js';
import { percent, ratio, textTable } from '../eval/figures/text-table.js';
import { openDocuments } from '../faults/run/open-documents.js';
import { type ChoiceModel, chancesOf, learnChoices } from './choice-model.js';
import { type PartyChoice, partyChoices, partySigns, type Question } from './party-choices.js';

const usage = `npm run parties -- CORPUS… [--write]

Learns from the native documents of each CORPUS what each sign of a letter says of who issued it, of whom it is for, and of who of both issued
it, and shows for sources that were left out how many names are likely at each chance, and how many of them are wrong. Only corpora that are
given may be learned from.
  --write  put the weights where the local reader and the judge of exchanged parties have them
`;

const files = {
  parties: 'plugins/models/local/parties/party-weights.json',
  exchange: 'core/evidence/judges/parties/exchange-weights.json',
};
const questions = Object.keys(partySigns) as readonly Question[];
const folds = 10;
const chances = [0.3, 0.4, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95];

async function main(): Promise<void> {
  const options = { write: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  if (positionals.length === 0) throw new InputError(usage);
  const all = await choicesIn(positionals);
  const models = Object.fromEntries(
    questions.map((question) => {
      const choices = all.filter((choice) => choice.question === question);
      process.stdout.write(`${question}: ${leftOut(choices, question)}\n`);
      return [question, rounded(learned(choices, question))] as const;
    }),
  );
  const { exchange, ...parties } = models;
  const texts = { parties, exchange: exchange?.signs };
  for (const [name, file] of Object.entries(files)) {
    const text = `${JSON.stringify(texts[name as keyof typeof files], null, 2)}\n`;
    if (values.write) await writeFile(file, text);
    else process.stdout.write(text);
  }
}

/** How many names are likely at each chance, and how many of them wrong, where nothing was learned from their sources. */
function leftOut(choices: readonly PartyChoice[], question: Question): string {
  const heldOut = [...Array(folds).keys()].flatMap((fold) => {
    const model = learned(
      choices.filter((choice) => foldOf(choice) !== fold),
      question,
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
function learned(choices: readonly PartyChoice[], question: Question): ChoiceModel {
  const sizes = new Map([...Map.groupBy(choices, ({ source }) => source)].map(([source, same]) => [source, same.length]));
  return learnChoices(
    choices.map((choice) => ({ ...choice, weight: 1 / Math.sqrt(sizes.get(choice.source) ?? 1) })),
    partySigns[question],
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

import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { InputError } from '../../../core/index.js';
import { type IssuerSign, issuerSigns } from '../../../plugins/models/local/parties/issuer-signs.js';
import { command, parsed } from '../eval/command.js';
import { readCorpus } from '../eval/corpus/corpus.js';
import { percent, ratio, textTable } from '../eval/figures/text-table.js';
import { openDocuments } from '../faults/run/open-documents.js';
import { type ChoiceModel, chancesOf, learnChoices } from './choice-model.js';
import { type IssuerChoice, issuerChoice } from './issuer-choices.js';

const usage = `npm run issuers -- CORPUS… [--out FILE]

Learns from the native documents of each CORPUS what each sign of a letterhead says of who issued a document, and shows for sources that
were left out how many names are likely at each chance, and how many of them are wrong. Only corpora that are given may be learned from.
  --out FILE  write the weights there: plugins/models/local/parties/issuer-weights.json is where the local reader has them
`;

const signs = Object.keys(issuerSigns) as readonly IssuerSign[];
const folds = 10;
const chances = [0.3, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95];

async function main(): Promise<void> {
  const options = { out: { type: 'string' } } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  if (positionals.length === 0) throw new InputError(usage);
  const choices = await choicesIn(positionals);
  const heldOut = [...Array(folds).keys()].flatMap((fold) => {
    const model = learned(choices.filter((choice) => foldOf(choice) !== fold));
    return choices.filter((choice) => foldOf(choice) === fold).map((choice) => bestOf(choice, model));
  });
  const rows = chances.map((least) => rowOf(least, heldOut));
  const table = textTable([['chance', 'names', 'wrong', 'share'], ...rows]).join('\n');
  process.stdout.write(`${choices.length} documents of ${new Set(choices.map(({ source }) => source)).size} sources\n${table}\n`);
  const model = learned(choices);
  const text = `${JSON.stringify(rounded(model), null, 2)}\n`;
  if (values.out === undefined) process.stdout.write(text);
  else await writeFile(values.out, text);
}

async function choicesIn(corpora: readonly string[]): Promise<readonly IssuerChoice[]> {
  const documents = openDocuments();
  try {
    const found: IssuerChoice[] = [];
    for (const document of corpora.flatMap((corpus) => readCorpus(corpus))) {
      const choice = document.textLayer === 'native' ? await issuerChoice(document, documents) : undefined;
      if (choice) found.push(choice);
    }
    return found;
  } finally {
    await documents.close();
  }
}

/** The documents of one source resemble each other: together they count as the square root of their number. */
function learned(choices: readonly IssuerChoice[]): ChoiceModel {
  const sizes = new Map([...Map.groupBy(choices, ({ source }) => source)].map(([source, same]) => [source, same.length]));
  return learnChoices(
    choices.map((choice) => ({ ...choice, weight: 1 / Math.sqrt(sizes.get(choice.source) ?? 1) })),
    signs,
  );
}

const foldOf = ({ source }: IssuerChoice): number =>
  [...source].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % folds;

interface Best {
  readonly chance: number;
  readonly isRight: boolean;
}

function bestOf(choice: IssuerChoice, model: ChoiceModel): Best {
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

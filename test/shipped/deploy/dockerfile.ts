/** One instruction of a Dockerfile: its word, its flags, and what follows. */
export interface Instruction {
  readonly word: string;
  readonly flags: Readonly<Record<string, string>>;
  readonly rest: string;
}

export interface BuildStage {
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile in their order. Throws at what it does not understand: a step that is not run is not tested. */
export function stagesOf(text: string): readonly BuildStage[] {
  const lines = text.replaceAll(/\\\n/g, ' ').split('\n');
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const line of lines.filter((one) => !/^\s*(#|$)/.test(one))) {
    const [, word = '', flags = '', rest = ''] = /^([A-Z]+)((?:\s+--[\w-]+=\S+)*)\s+(.*)$/.exec(line) ?? [];
    if (!known.includes(word)) throw new Error(`not a known instruction: ${line}`);
    if (word === 'FROM') stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? 'image', instructions: [] });
    else stages.at(-1)?.instructions.push({ word, flags: flagsOf(flags), rest });
  }
  return stages;
}

const known = ['ARG', 'FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'];

const flagsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));

export const all = ({ instructions }: BuildStage, word: string): readonly string[] =>
  instructions.filter((instruction) => instruction.word === word).map(({ rest }) => rest);

/** The one instruction of this word: of a JSON list its items. */
export const list = (stage: BuildStage, word: string): readonly string[] => JSON.parse(all(stage, word).at(-1) ?? '[]');

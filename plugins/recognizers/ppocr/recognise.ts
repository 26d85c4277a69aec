import type { GreyImage } from '../ocr/picture.js';
import { type Character, decode } from './decode.js';
import type { Models } from './models.js';

/** Reads a level line. */
export async function recognise({ recognition, alphabet }: Models, ribbon: GreyImage): Promise<readonly Character[]> {
  return decode(await recognition(planesOf(ribbon.dots), ribbon), alphabet);
}

/** −1 black to 1 white, as the network learned. */
function planesOf(dots: Uint8Array): Float32Array {
  const plane = Float32Array.from(dots, (dot) => dot / 127.5 - 1);
  const planes = new Float32Array(3 * plane.length);
  for (const place of [0, 1, 2]) planes.set(plane, place * plane.length);
  return planes;
}

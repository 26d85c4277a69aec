import type { Box } from '../../../core/index.js';
import type { PageBitmap } from '../../pdfium/render-grey.js';

/** A picture turned about its middle, counter-clockwise by so many radians, so that what sloped down by them lies level. White where nothing was. */
export function straighten(picture: PageBitmap, radians: number): PageBitmap {
  const { width, height, dots } = picture;
  const turned = new Uint8Array(width * height).fill(255);
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const [fromX, fromY] = [width / 2 + dx * cos - dy * sin, height / 2 + dx * sin + dy * cos];
      if (fromX < 0 || fromY < 0 || fromX >= width - 1 || fromY >= height - 1) continue;
      turned[y * width + x] = between(dots, width, fromX, fromY);
    }
  }
  return { ...picture, dots: turned };
}

/** The grey between four dots, each by its nearness. */
function between(dots: Uint8Array, width: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const at = top * width + left;
  const upper = (dots[at] ?? 255) * (1 - right) + (dots[at + 1] ?? 255) * right;
  const lower = (dots[at + width] ?? 255) * (1 - right) + (dots[at + width + 1] ?? 255) * right;
  return Math.round(upper * (1 - down) + lower * down);
}

/** A box of a picture as it stands once that picture is straightened: its middle moves, its sides stay level. */
export function straightened(box: Box, { width, height }: Pick<PageBitmap, 'width' | 'height'>, radians: number): Box {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [dx, dy] = [box.x + box.width / 2 - width / 2, box.y + box.height / 2 - height / 2];
  return { ...box, x: width / 2 + dx * cos + dy * sin - box.width / 2, y: height / 2 - dx * sin + dy * cos - box.height / 2 };
}

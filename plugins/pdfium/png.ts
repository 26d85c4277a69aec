import { crc32, deflateSync } from 'node:zlib';

/** Encodes dots of four bytes, of which the fourth is ignored, as a PNG. Source: PNG specification, third edition, §5 and §11. */
export function png(dots: Uint8Array, { width, height }: { readonly width: number; readonly height: number }): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const image = deflateSync(filtered(dots, width, height), { level: 7 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', image), chunk('IEND', Buffer.alloc(0))]);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Applies the filter "Up": each row becomes its difference from the one above, so that a white background becomes zeros. */
function filtered(dots: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array((width * 3 + 1) * height);
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    rows[to++] = 2;
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      for (let colour = 0; colour < 3; colour += 1) {
        const above = y === 0 ? 0 : (dots[at - width * 4 + colour] ?? 0);
        rows[to++] = ((dots[at + colour] ?? 0) - above) & 0xff;
      }
    }
  }
  return rows;
}

function chunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

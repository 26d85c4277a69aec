import type { Handle } from '../../../pdfium/pdfium.js';
import type { PageBitmap } from '../../../pdfium/render-grey.js';
import type { Glyph } from '../glyphs.js';

/** Dots of two drawings of one glyph differ by this much of 255 at most; pdfium draws small glyphs on whole dots, so that they are equal. */
const tolerance = 32;

/** Glyphs drawn alike, dot by dot, under the same name; only the first of them needs to be looked at closely. */
export class Repeats {
  readonly #firsts = new Map<string, Glyph[]>();
  readonly #firstOf = new Map<Glyph, Glyph>();
  readonly #repeats = new Map<Glyph, Glyph[]>();

  constructor(
    private readonly drawn: PageBitmap,
    private readonly fontAt: (object: Handle) => Handle,
  ) {}

  /** The first glyph that was drawn like this one; itself where it is new. */
  firstOf(glyph: Glyph): Glyph {
    const known = this.#firstOf.get(glyph);
    if (known) return known;
    const { width, height } = glyph.tight;
    const { density } = this.drawn;
    const key = `${this.fontAt(glyph.style.object)} ${glyph.text} ${Math.round(width * density * 4)} ${Math.round(height * density * 4)}`;
    const firsts = this.#firsts.get(key) ?? [];
    this.#firsts.set(key, firsts);
    const first = firsts.find((one) => this.#isSame(one, glyph));
    if (first) this.#repeats.get(first)?.push(glyph);
    else {
      firsts.push(glyph);
      this.#repeats.set(glyph, [glyph]);
    }
    this.#firstOf.set(glyph, first ?? glyph);
    return first ?? glyph;
  }

  /** A first glyph and all that were drawn like it so far. */
  of(first: Glyph): readonly Glyph[] {
    return this.#repeats.get(first) ?? [];
  }

  #isSame(one: Glyph, other: Glyph): boolean {
    return shifts.some((across) => shifts.some((down) => this.#isSameAt(one, other, { across, down })));
  }

  #isSameAt({ tight: one }: Glyph, { tight: other }: Glyph, { across, down }: { readonly across: number; readonly down: number }): boolean {
    const { density, dots, width, height } = this.drawn;
    const [left, top] = [Math.floor(one.x * density), Math.floor(one.y * density)];
    const [right, bottom] = [Math.ceil((one.x + one.width) * density), Math.ceil((one.y + one.height) * density)];
    const [toLeft, toTop] = [Math.floor(other.x * density) + across, Math.floor(other.y * density) + down];
    if (left < 0 || top < 0 || right > width || bottom > height) return false;
    if (toLeft < 0 || toTop < 0 || toLeft + right - left > width || toTop + bottom - top > height) return false;
    for (let y = top; y < bottom; y += 1) {
      const from = y * width;
      const to = (toTop + y - top) * width + toLeft - left;
      for (let x = left; x < right; x += 1) if (Math.abs((dots[from + x] ?? 0) - (dots[to + x] ?? 0)) > tolerance) return false;
    }
    return true;
  }
}

/** In dots: where a glyph falls between two, it may be drawn on either. */
const shifts = [0, -1, 1];

import type { Handle } from '../../pdfium/pdfium.js';
import type { PageBitmap } from '../../pdfium/render-grey.js';
import { type Glyph, quartersOf } from './glyphs.js';

/** Dots of two drawings of one glyph differ by this much of 255 at most; pdfium draws small glyphs on whole dots, so that they are equal. */
const tolerance = 32;

/** In dots: where a glyph falls between two, it may be drawn on either. */
const shifts = [0, -1, 1];

/** One drawing of a character, and what is known of it. */
export class Drawing {
  /** Set where one glyph that is drawn like this looks like its text: then all do. */
  isLike = false;
  /** The glyphs that are drawn like this. */
  readonly glyphs: Glyph[] = [];

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly dots: Uint8Array,
  ) {}

  /** Whether a page shows the same dots at a glyph. */
  isAt(glyph: Glyph, drawn: PageBitmap): boolean {
    const { left, top } = insideOf(glyph, drawn);
    return this.dots.length > 0 && shifts.some((across) => shifts.some((down) => this.#isSame(drawn, left + across, top + down)));
  }

  #isSame({ dots, width, height }: PageBitmap, left: number, top: number): boolean {
    if (left < 0 || top < 0 || left + this.width > width || top + this.height > height) return false;
    for (let y = 0, at = 0; y < this.height; y += 1)
      for (let to = (top + y) * width + left, end = to + this.width; to < end; to += 1, at += 1)
        if (Math.abs((this.dots[at] ?? 0) - (dots[to] ?? 0)) > tolerance) return false;
    return true;
  }
}

/**
 * The glyphs of a page that are drawn alike, dot by dot, in one font as the same character: only one of them has to be looked at closely. In small type
 * an 8 of one font has the dots of a 3 of another, so that no font vouches for another, nor for itself on another page, where its handle may be
 * that of another font.
 */
export class AlikeGlyphs {
  readonly #drawings = new Map<string, Drawing[]>();
  readonly #drawingOf = new Map<Glyph, Drawing>();

  constructor(
    private readonly drawn: PageBitmap,
    private readonly fontAt: (object: Handle) => Handle,
  ) {}

  drawingOf(glyph: Glyph): Drawing {
    const known = this.#drawingOf.get(glyph);
    if (known) return known;
    const found = this.#find(glyph);
    found.glyphs.push(glyph);
    this.#drawingOf.set(glyph, found);
    return found;
  }

  #find(glyph: Glyph): Drawing {
    const { width, height } = glyph.tight;
    const { density } = this.drawn;
    const sizes = [width, height].map((size) => Math.round(size * density * 4));
    const key = [this.fontAt(glyph.style.object), glyph.text, quartersOf(glyph), ...sizes].join(' ');
    const drawings = this.#drawings.get(key) ?? [];
    this.#drawings.set(key, drawings);
    const found = drawings.find((one) => one.isAt(glyph, this.drawn));
    if (found) return found;
    const fresh = drawingAt(glyph, this.drawn);
    drawings.push(fresh);
    return fresh;
  }
}

function drawingAt(glyph: Glyph, drawn: PageBitmap): Drawing {
  const { left, top, right, bottom } = insideOf(glyph, drawn);
  const [width, height] = [right - left, bottom - top];
  if (left < 0 || top < 0 || right > drawn.width || bottom > drawn.height) return new Drawing(0, 0, new Uint8Array(0));
  const dots = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const from = (top + y) * drawn.width + left;
    dots.set(drawn.dots.subarray(from, from + width), y * width);
  }
  return new Drawing(width, height, dots);
}

/** The dots of a glyph without the outermost beside it, where neighbours show; ends exclusive. */
function insideOf({ tight: { x, y, width, height } }: Glyph, { density }: PageBitmap) {
  const left = Math.floor(x * density) + 1;
  return {
    left,
    top: Math.floor(y * density),
    right: Math.max(Math.ceil((x + width) * density) - 1, left + 1),
    bottom: Math.ceil((y + height) * density),
  };
}

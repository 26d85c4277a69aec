import { child, elements, isOn, type OfficeElement, value, within } from '../../ooxml/xml.js';

/** Where something is drawn that is no text of its paragraph, in points: from the top of the paragraph or of its page, and from the left margin. */
export interface DrawnPlace {
  readonly from: 'paragraph' | 'page';
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** What is drawn later lies in front; NaN where nothing says when. */
  readonly order: number;
  /** Whether it hides what is behind it. */
  readonly opaque: boolean;
  /** Whether it is opaque and lies in front of the text, which does not flow around it. */
  readonly overText: boolean;
}

/** The paper and its margins, in points. */
export interface Paper {
  readonly width: number;
  readonly height: number;
  readonly margins: { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };
}

/** The paper of the last section of a body, by which all are taken. */
export function paperOf(body: OfficeElement | undefined): Paper {
  const section = child(body, 'w:sectPr');
  // A margin under zero is one that nothing in it moves.
  const points = (name: string, side: string, otherwise: number): number => {
    const length = Math.abs(Number.parseFloat(value(child(section, name), side) ?? ''));
    return (Number.isNaN(length) ? otherwise : length) / 20;
  };
  const margin = (side: string): number => points('w:pgMar', `w:${side}`, 1_440);
  return {
    width: points('w:pgSz', 'w:w', 12_240),
    height: points('w:pgSz', 'w:h', 15_840),
    margins: { top: margin('top'), bottom: margin('bottom'), left: margin('left'), right: margin('right') },
  };
}

/** The shapes, pictures and text boxes in a part of a run that do not stand in its line. */
export function drawnIn(drawing: OfficeElement, paper: Paper): readonly DrawnPlace[] {
  if (drawing.name === 'mc:Fallback') return [];
  if (drawing.name === 'wp:anchor') return anchored(drawing, paper);
  if (drawing.name.startsWith('v:')) return drawnInVml(drawing, paper);
  return elements(drawing).flatMap((element) => drawnIn(element, paper));
}

/** Lower and narrower ones are lines. */
const leastExtent = 3;

/** Lengths are in 12,700ths of a point. */
const pointShare = 12_700;

function anchored(anchor: OfficeElement, { width, height, margins }: Paper): readonly DrawnPlace[] {
  if (isOn(child(anchor, 'wp:docPr'), 'hidden')) return [];
  const opaque = isOpaque(anchor);
  const overText = opaque && !isOn(anchor, 'behindDoc') && !isKeptClear(anchor);
  const look = { order: Number.parseFloat(value(anchor, 'relativeHeight') ?? ''), opaque, overText };
  const [across, down] = [child(anchor, 'wp:positionH'), child(anchor, 'wp:positionV')];
  const from = ['paragraph', 'line'].includes(value(down, 'relativeFrom') ?? '') ? 'paragraph' : 'page';
  if (isOn(anchor, 'simplePos')) return placed({ from: 'page', ...look }, [Number.NaN, width], [Number.NaN, height]);
  const [wide, high] = [extentOf(anchor, 'cx', width), extentOf(anchor, 'cy', height)];
  const left = placeOf(across, wide, stretchOf(value(across, 'relativeFrom'), width, [margins.left, margins.right])) - margins.left;
  const top = placeOf(
    down,
    high,
    from === 'page' ? stretchOf(value(down, 'relativeFrom'), height, [margins.top, margins.bottom]) : [0, high],
  );
  return placed({ from, ...look }, [left, wide], [top, high]);
}

/** Whether the text flows around all of it. What it flows around may have been drawn smaller than what is seen. */
function isKeptClear(anchor: OfficeElement): boolean {
  if (child(anchor, 'wp:wrapNone')) return false;
  const polygon = ['wp:wrapTight', 'wp:wrapThrough'].flatMap((wrap) => elements(child(anchor, wrap, 'wp:wrapPolygon')));
  const spans = ['x', 'y'].map((side) => {
    const places = polygon.map((corner) => Number(value(corner, side) ?? 0));
    return Math.max(...places) - Math.min(...places);
  });
  return polygon.length === 0 || spans.every((span) => span >= leastKeptClear * wholeSide);
}

/** The corners of what text flows around are given in so many parts of a side (ECMA-376, part 1, 20.4.2.16). */
const wholeSide = 21_600;
const leastKeptClear = 0.9;

type Stretch = readonly [from: number, to: number];

type Look = Pick<DrawnPlace, 'from' | 'order' | 'opaque' | 'overText'>;

function placed(look: Look, [left, wide]: Stretch, [top, high]: Stretch): readonly DrawnPlace[] {
  if (wide < leastExtent || high < leastExtent) return [];
  // What is placed in a way that is not known here may be anywhere.
  const anywhere = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  const across = Number.isNaN(left + wide) ? anywhere : { start: left, end: left + wide };
  const down = Number.isNaN(top + high) ? anywhere : { start: top, end: top + high };
  return [{ ...look, left: across.start, right: across.end, top: down.start, bottom: down.end }];
}

/** A share of the page, which Word 2010 and later take, goes before its own length. */
function extentOf(anchor: OfficeElement, side: 'cx' | 'cy', page: number): number {
  const own = Number(value(child(anchor, 'wp:extent'), side) ?? Number.NaN) / pointShare;
  const share = child(child(anchor, `wp14:sizeRel${side === 'cx' ? 'H' : 'V'}`), `wp14:pct${side === 'cx' ? 'Width' : 'Height'}`);
  return Math.max(own, (Number(share?.children.join('') ?? 0) / mostShare) * page);
}
const mostShare = 100_000;

/** Where the part of a page that a position counts from begins and ends; that of a column or character is the text. */
function stretchOf(name: string | undefined, page: number, [before, after]: Stretch): Stretch {
  if (name === 'page') return [0, page];
  if (name === 'topMargin' || name === 'leftMargin') return [0, before];
  if (name === 'bottomMargin' || name === 'rightMargin') return [page - after, page];
  return name === 'insideMargin' || name === 'outsideMargin' ? [Number.NaN, Number.NaN] : [before, page - after];
}

/** Where a shape begins that is placed by a length, or by a side of what it counts from. */
function placeOf(position: OfficeElement | undefined, extent: number, [from, to]: Stretch): number {
  const offset = child(position, 'wp:posOffset');
  if (offset) return from + Number(offset.children.join('')) / pointShare;
  const side = child(position, 'wp:align')?.children.join('');
  if (side === 'left' || side === 'top') return from;
  if (side === 'right' || side === 'bottom') return to - extent;
  return side === 'center' ? (from + to - extent) / 2 : Number.NaN;
}

/** Whether a drawing hides what is under it: of shapes those that are filled, and everything that is no shape. */
function isOpaque(drawing: OfficeElement): boolean {
  const shapes = [...within(drawing, 'wps:wsp')];
  const isPicture = shapes.length === 0 || !within(drawing, 'pic:pic').next().done;
  return isPicture || shapes.some((shape) => isFilled(shape) && !isUnfilled(shape));
}

const isUnfilled = (shape: OfficeElement): boolean => child(shape, 'wps:spPr', 'a:noFill') !== undefined;

export function isFilled(shape: OfficeElement): boolean {
  if (shape.name === 'wps:wsp') {
    const fills = ['a:solidFill', 'a:gradFill', 'a:pattFill', 'a:blipFill'];
    return child(shape, 'wps:style') !== undefined || fills.some((fill) => child(shape, 'wps:spPr', fill) !== undefined);
  }
  return shape.name.startsWith('v:') && (value(shape, 'fillcolor') !== undefined || child(shape, 'v:fill') !== undefined);
}

/** A shape of VML is filled with white unless it says otherwise, and behind the text where its number in the order is negative. */
function drawnInVml(shape: OfficeElement, { width, height, margins }: Paper): readonly DrawnPlace[] {
  const style = new Map(
    (value(shape, 'style') ?? '')
      .toLowerCase()
      .split(';')
      .map((part) => part.split(':').map((side) => side.trim()) as [string, string]),
  );
  if (style.get('position') !== 'absolute' || style.get('visibility') === 'hidden' || style.get('display') === 'none') return [];
  const isClear = /^(?:f|false)$/.test(value(shape, 'filled') ?? '') && !child(shape, 'v:imagedata');
  const order = Number(style.get('z-index') ?? 0);
  const opaque = !isClear || shape.name === 'v:group';
  const isKeptClear = elements(shape).some(({ name, attributes }) => name === 'w10:wrap' && attributes.has('type'));
  const length = (name: string, otherwise: number): number => pointsIn(style.get(name)) ?? otherwise;
  const fromOf = (name: string): string => (style.get(`mso-position-${name}-relative`) ?? 'text').replace(/-area$/, '');
  const [across, down] = [fromOf('horizontal'), fromOf('vertical')];
  const isAligned = ['horizontal', 'vertical'].map((name) => (style.get(`mso-position-${name}`) ?? 'absolute') !== 'absolute');
  const left = isAligned[0] ? Number.NaN : length('margin-left', 0) - (across === 'page' ? margins.left : 0);
  const top = isAligned[1] ? Number.NaN : length('margin-top', 0) + (down === 'margin' ? margins.top : 0);
  const from = down === 'text' || down === 'line' ? 'paragraph' : 'page';
  const look = { from, order, opaque, overText: opaque && order >= 0 && !isKeptClear } as const;
  return placed(look, [left, length('width', width)], [top, length('height', height)]);
}

const unitPoints: Readonly<Record<string, number>> = { pt: 1, in: 72, cm: 28.35, mm: 2.835, pc: 12, px: 0.75, '': 1 / pointShare };

function pointsIn(length: string | undefined): number | undefined {
  const [, number, unit = ''] = /^(-?[\d.]+)([a-z]*)$/.exec(length ?? '') ?? [];
  return number === undefined ? undefined : Number(number) * (unitPoints[unit] ?? Number.NaN);
}

/**
 * Paints spans into pixels. A canvas takes a microsecond for each rectangle; writing the few pixels
 * that most of a million rectangles have takes a hundredth of that, and can be left off and gone on
 * with at any time: that is what keeps moving smooth while the picture is being made.
 */
import { NO_HUE } from './spans.js';

const CHECKED_EVERY = 1024;
const HATCH = 7;

/** @typedef {{x0: number, x1: number, y0: number, y1: number}} Sight operations and addresses in sight */

export class Raster {
  constructor() {
    this.canvas = document.createElement('canvas');
    this.sight = null;
    this.done = true;
    this.cursor = 0;
    this.painted = 0;
  }

  /**
   * Begins a picture.
   * @param {import('./spans.js').SpanColumns} columns
   * @param {Sight} sight
   * @param {Palette} palette
   * @param {number} focus a tensor; others are dimmed. -1 for none
   */
  begin(columns, sight, width, height, palette, focus) {
    if (this.canvas.width !== width || this.canvas.height !== height || !this.image) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.context = this.canvas.getContext('2d');
      this.image = this.context.createImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }
    this.pixels.fill(palette.ground);
    Object.assign(this, { columns, sight, palette, focus, cursor: 0, done: false, limit: columns.count });
  }

  /** Goes on until a time, in milliseconds of performance.now(). @returns {boolean} whether it is finished */
  step(until) {
    while (this.cursor < this.limit) {
      const end = Math.min(this.limit, this.cursor + CHECKED_EVERY);
      this.paint(this.cursor, end);
      this.cursor = end;
      if (performance.now() >= until) break;
    }
    this.done = this.cursor >= this.limit;
    if (this.done) {
      this.context.putImageData(this.image, 0, 0);
      this.painted = this.limit;
    }
    return this.done;
  }

  paint(first, end) {
    const { from, to, address, bytes, tensor, lastUse, hue } = this.columns;
    const { x0, x1, y0, y1 } = this.sight;
    const { width, height } = this.canvas;
    const sx = width / (x1 - x0);
    const sy = height / (y1 - y0);
    const { plain, late, dim } = this.palette;
    for (let i = first; i < end; i++) {
      const f = from[i];
      const t = to[i];
      const a = address[i];
      const b = a + bytes[i];
      if (t <= x0 || f >= x1 || b <= y0 || a >= y1) continue;
      const left = f <= x0 ? 0 : ((f - x0) * sx) | 0;
      let right = t >= x1 ? width : ((t - x0) * sx) | 0;
      const top = b >= y1 ? 0 : (height - (b - y0) * sy) | 0;
      let bottom = a <= y0 ? height : (height - (a - y0) * sy) | 0;
      if (right - left > 4 && bottom - top > 4) { right--; bottom--; }
      if (right <= left) right = left + 1;
      if (bottom <= top) bottom = top + 1;
      const dimmed = this.focus >= 0 && tensor[i] !== this.focus;
      const lateFrom = lastUse[i] >= 0 && lastUse[i] + 1 < t ? Math.max(left, ((lastUse[i] + 1 - x0) * sx) | 0) : right;
      const colour = dimmed ? dim[hue[i]] : plain[hue[i]];
      this.fill(left, Math.min(right, lateFrom), top, bottom, colour);
      if (lateFrom < right) this.hatch(lateFrom, right, top, bottom, dimmed ? colour : late[hue[i]], colour);
    }
  }

  fill(left, right, top, bottom, colour) {
    const { width } = this.canvas;
    const { pixels } = this;
    const wide = right - left;
    for (let y = top, at = top * width + left; y < bottom; y++, at += width) {
      if (wide > 24) pixels.fill(colour, at, at + wide);
      else for (let x = at; x < at + wide; x++) pixels[x] = colour;
    }
  }

  hatch(left, right, top, bottom, light, line) {
    const { width } = this.canvas;
    const { pixels } = this;
    for (let y = top; y < bottom; y++) {
      const row = y * width;
      for (let x = left; x < right; x++) pixels[row + x] = (x + y) % HATCH === 0 ? line : light;
    }
  }
}

/** Colours as pixels, by hue. */
export class Palette {
  /** @param {Record<string, any>} theme */
  constructor(theme) {
    const ground = rgb(theme.panel);
    this.ground = packed(ground);
    this.plain = new Uint32Array(NO_HUE + 1);
    this.late = new Uint32Array(NO_HUE + 1);
    this.dim = new Uint32Array(NO_HUE + 1);
    for (let hue = 0; hue <= NO_HUE; hue++) {
      const saturation = hue === NO_HUE ? 0.06 : theme.dark ? 0.48 : 0.52;
      const colour = fromHsl(hue, saturation, theme.dark ? 0.58 : 0.52);
      this.plain[hue] = packed(colour);
      this.late[hue] = packed(mix(colour, ground, 0.62));
      this.dim[hue] = packed(mix(colour, ground, 0.86));
    }
  }
}

const mix = (a, b, part) => a.map((v, i) => v + (b[i] - v) * part);
const packed = ([r, g, b]) => ((255 << 24) | (Math.round(b) << 16) | (Math.round(g) << 8) | Math.round(r)) >>> 0;

function rgb(hexColour) {
  const n = parseInt(hexColour.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

function fromHsl(hue, s, l) {
  const part = (n) => {
    const k = (n + hue / 30) % 12;
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [part(0), part(8), part(4)];
}

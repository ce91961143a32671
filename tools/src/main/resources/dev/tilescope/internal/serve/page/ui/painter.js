/**
 * Drawings are made once, with a painter: on a canvas for the eye, as SVG for a file. A drawing is
 * a function `(painter, width, height)`; units are CSS pixels.
 *
 * @typedef {object} Painter
 * @property {(x: number, y: number, w: number, h: number, fill: string) => void} rect
 * @property {(x: number, y: number, w: number, h: number, stroke: string, width?: number) => void} frame
 * @property {(points: number[], stroke: string, width?: number) => void} line points are x, y, x, y
 * @property {(points: number[], fill: string) => void} area closed
 * @property {(x: number, y: number, text: string, style?: TextStyle) => void} text
 * @property {(x: number, y: number, r: number, fill: string) => void} dot
 * @property {(x: number, y: number, w: number, h: number, inside: () => void) => void} clip
 * @property {Record<string, string>} theme colours by name, see THEME
 *
 * @typedef {{fill?: string, size?: number, align?: 'left'|'center'|'right', weight?: string, mono?: boolean, max?: number}} TextStyle
 */
import { isDark } from '../format.js';

const NAMES = ['ground', 'panel', 'line', 'faint', 'text', 'soft', 'accent', 'warm', 'bad', 'good', 'l1', 'dram', 'cb', 'trace'];

/** The colours of the style sheet, for drawing. */
export function theme() {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.fromEntries(NAMES.map((n) => [n, style.getPropertyValue('--' + n).trim()]));
  return { ...colours, dark: isDark() };
}

const FONT = 'system-ui, -apple-system, "Segoe UI", sans-serif';
const MONO = 'ui-monospace, "SF Mono", Menlo, Consolas, monospace';
const CUT = '…';

function cut(text, max, measure) {
  if (max === undefined || measure(text) <= max) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure(text.slice(0, middle) + CUT) <= max) low = middle; else high = middle - 1;
  }
  return low === 0 ? '' : text.slice(0, low) + CUT;
}

const ruler = document.createElement('canvas').getContext('2d');

/** How wide a text is, in CSS pixels. @param {string} text @param {number} size */
export function widthOf(text, size) {
  ruler.font = `${size}px ${FONT}`;
  return ruler.measureText(text).width;
}

/** @param {CanvasRenderingContext2D} context @returns {Painter} */
export function canvasPainter(context) {
  return {
    theme: theme(),
    rect(x, y, w, h, fill) { context.fillStyle = fill; context.fillRect(x, y, w, h); },
    frame(x, y, w, h, stroke, width = 1) {
      context.strokeStyle = stroke; context.lineWidth = width; context.strokeRect(x, y, w, h);
    },
    line(points, stroke, width = 1) {
      context.strokeStyle = stroke; context.lineWidth = width; trace(context, points); context.stroke();
    },
    area(points, fill) { context.fillStyle = fill; trace(context, points); context.fill(); },
    dot(x, y, r, fill) {
      context.fillStyle = fill; context.beginPath(); context.arc(x, y, r, 0, 2 * Math.PI); context.fill();
    },
    text(x, y, text, style = {}) {
      context.font = `${style.weight ?? ''} ${style.size ?? 11}px ${style.mono ? MONO : FONT}`;
      context.fillStyle = style.fill ?? theme().text;
      context.textAlign = style.align ?? 'left';
      context.textBaseline = 'middle';
      const shown = cut(text, style.max, (t) => context.measureText(t).width);
      if (shown) context.fillText(shown, x, y);
    },
    clip(x, y, w, h, inside) {
      context.save(); context.beginPath(); context.rect(x, y, w, h); context.clip(); inside(); context.restore();
    },
  };
}

function trace(context, points) {
  context.beginPath();
  for (let i = 0; i < points.length; i += 2) {
    if (i === 0) context.moveTo(points[0], points[1]); else context.lineTo(points[i], points[i + 1]);
  }
}

const escaped = (text) => String(text)
  .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
  .replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const n2 = (v) => Math.round(v * 100) / 100;

/** A painter whose drawing `toString()` gives as an SVG document. @returns {Painter & {toString(): string}} */
export function svgPainter(width, height) {
  const parts = [];
  const colours = theme();
  let clips = 0;
  const points = (p) => {
    let text = '';
    for (let i = 0; i < p.length; i += 2) text += (i ? ' ' : '') + n2(p[i]) + ',' + n2(p[i + 1]);
    return text;
  };
  const context = document.createElement('canvas').getContext('2d');
  return {
    theme: colours,
    rect(x, y, w, h, fill) {
      if (w > 0 && h > 0) parts.push(`<rect x="${n2(x)}" y="${n2(y)}" width="${n2(w)}" height="${n2(h)}" fill="${escaped(fill)}"/>`);
    },
    frame(x, y, w, h, stroke, line = 1) {
      parts.push(`<rect x="${n2(x)}" y="${n2(y)}" width="${n2(w)}" height="${n2(h)}" fill="none" stroke="${escaped(stroke)}" stroke-width="${line}"/>`);
    },
    line(p, stroke, line = 1) {
      parts.push(`<polyline points="${points(p)}" fill="none" stroke="${escaped(stroke)}" stroke-width="${line}"/>`);
    },
    area(p, fill) { parts.push(`<polygon points="${points(p)}" fill="${escaped(fill)}"/>`); },
    dot(x, y, r, fill) { parts.push(`<circle cx="${n2(x)}" cy="${n2(y)}" r="${n2(r)}" fill="${escaped(fill)}"/>`); },
    text(x, y, text, style = {}) {
      const size = style.size ?? 11;
      context.font = `${style.weight ?? ''} ${size}px ${style.mono ? MONO : FONT}`;
      const shown = cut(text, style.max, (t) => context.measureText(t).width);
      const anchor = { left: 'start', center: 'middle', right: 'end' }[style.align ?? 'left'];
      if (shown) {
        parts.push(`<text x="${n2(x)}" y="${n2(y)}" dy="0.35em" font-size="${size}" text-anchor="${anchor}" fill="${escaped(style.fill ?? colours.text)}"${style.weight ? ` font-weight="${escaped(style.weight)}"` : ''}${style.mono ? ' font-family="monospace"' : ''}>${escaped(shown)}</text>`);
      }
    },
    clip(x, y, w, h, inside) {
      const id = 'c' + clips++;
      parts.push(`<clipPath id="${id}"><rect x="${n2(x)}" y="${n2(y)}" width="${n2(w)}" height="${n2(h)}"/></clipPath><g clip-path="url(#${id})">`);
      inside();
      parts.push('</g>');
    },
    toString() {
      return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family='${FONT}'>`
        + `<rect width="100%" height="100%" fill="${colours.ground}"/>${parts.join('\n')}</svg>\n`;
    },
  };
}

/** Whatever is shown can be taken along: drawings as SVG or PNG, tables as CSV. */
import { canvasPainter, svgPainter, theme } from './painter.js';
import { h } from './h.js';

/** @param {string} name @param {Blob} blob */
function download(name, blob) {
  const a = document.createElement('a');
  a.href = URL.createObjectURL(blob);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

/**
 * A spreadsheet runs text that begins like a formula; such cells get a quote before them.
 * @param {unknown} value
 */
function cell(value) {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
  return /[",\n\r]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
}

/** @param {string} name @param {string[]} header @param {unknown[][]} rows */
export function saveCsv(name, header, rows) {
  const lines = [header, ...rows].map((row) => row.map(cell).join(','));
  download(name + '.csv', new Blob([lines.join('\r\n') + '\r\n'], { type: 'text/csv' }));
}

/** @typedef {(painter: import('./painter.js').Painter, width: number, height: number) => void} Drawing */

/** @param {string} name @param {Drawing} drawing */
export function saveSvg(name, drawing, width, height) {
  const painter = svgPainter(width, height);
  drawing(painter, width, height);
  download(name + '.svg', new Blob([painter.toString()], { type: 'image/svg+xml' }));
}

/** Twice as fine as the screen. @param {string} name @param {Drawing} drawing */
export function savePng(name, drawing, width, height) {
  const canvas = document.createElement('canvas');
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  const context = canvas.getContext('2d');
  context.scale(2, 2);
  context.fillStyle = theme().ground;
  context.fillRect(0, 0, width, height);
  drawing(canvasPainter(context), width, height);
  canvas.toBlob((blob) => download(name + '.png', blob));
}

/** The two buttons of a drawing. @param {{name: string, drawing: Drawing, size: () => [number, number]}} props */
export function SaveDrawing({ name, drawing, size }) {
  return h('span', { class: 'save' },
    h('button', { class: 'quiet', title: 'Save this drawing as SVG', onClick: () => saveSvg(name, drawing, ...size()) }, 'SVG'),
    h('button', { class: 'quiet', title: 'Save this drawing as PNG', onClick: () => savePng(name, drawing, ...size()) }, 'PNG'));
}

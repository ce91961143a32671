/** What of a graph is in sight: a place at the middle of the drawing, and a zoom. */

const LEAST = 0.00002;
const MOST = 3;

export class Camera {
  constructor(x = 0, y = 0, zoom = 1) {
    this.x = x;
    this.y = y;
    this.zoom = zoom;
  }

  /** "x,y,zoom" of an address. @param {string|undefined} text @returns {Camera|null} */
  static parse(text) {
    const [x, y, zoom] = (text ?? '').split(',').map(Number);
    return Number.isFinite(x) && Number.isFinite(y) && zoom > 0 ? new Camera(x, y, clamp(zoom)) : null;
  }

  toString() { return `${Math.round(this.x)},${Math.round(this.y)},${Number(this.zoom.toPrecision(3))}`; }

  /** Everything in sight, but nothing larger than it is; of a graph that would be a hair, its beginning. */
  fit(width, height, w, h) {
    this.zoom = clamp(Math.min(1, (w - 60) / width, (h - 60) / height));
    if (width * this.zoom < 12) { this.top(width, height, w, h); return; }
    this.x = width / 2;
    this.y = height / 2;
  }

  /** The beginning, as large as the width allows: a long graph is read from the top. */
  top(width, height, w, h) {
    this.zoom = clamp(Math.min(1, Math.max(0.35, (w - 60) / width)));
    this.x = width / 2;
    this.y = Math.min(height / 2, (h / 2 - 30) / this.zoom);
  }

  /** Zooms around a place of the drawing. */
  by(factor, px, py, w, h) {
    const gx = this.x + (px - w / 2) / this.zoom;
    const gy = this.y + (py - h / 2) / this.zoom;
    this.zoom = clamp(this.zoom * factor);
    this.x = gx - (px - w / 2) / this.zoom;
    this.y = gy - (py - h / 2) / this.zoom;
  }

  /** Moves by pixels. */
  pan(dx, dy) {
    this.x -= dx / this.zoom;
    this.y -= dy / this.zoom;
  }

  /** Brings a box into sight, readable; stays if it is well in sight. */
  show(box, w, h, margin = 60) {
    if (this.zoom < 0.5) this.zoom = 0.8;
    const halfW = w / 2 / this.zoom - margin / this.zoom;
    const halfH = h / 2 / this.zoom - margin / this.zoom;
    const cx = box.x + box.w / 2;
    const cy = box.y + box.h / 2;
    if (Math.abs(cx - this.x) > halfW) this.x = cx;
    if (Math.abs(cy - this.y) > halfH) this.y = cy;
  }
}

const clamp = (zoom) => Math.min(MOST, Math.max(LEAST, zoom));

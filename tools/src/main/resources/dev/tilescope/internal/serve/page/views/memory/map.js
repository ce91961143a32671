/**
 * The map: addresses over operations, with the curve of what was taken above. Every frame shows the
 * last finished picture, moved and scaled to what is in sight now; the next one is made meanwhile,
 * a few milliseconds a frame.
 */
import { Axis } from '../../ui/canvas.js';
import { canvasPainter } from '../../ui/painter.js';
import { Palette, Raster } from './raster.js';
import { drawAround, drawPlot, layout } from './drawing.js';

const SLICE_MILLIS = 7;
const RESTS_AFTER_MILLIS = 160;

const AROUND = 40;

/**
 * What to begin with: the operations around the peak, and all of L1, so that circular buffers are
 * in sight; of other memories the addresses that were used.
 * @returns {{x: [number, number], y: [number, number]}}
 */
export function homeOf(region, operations) {
  const all = Math.max(1, operations);
  const wide = Math.min(all, AROUND);
  const from = Math.max(0, Math.min(all - wide, region.peakIndex + 0.5 - wide / 2));
  return { x: [from, from + wide], y: region.type === 1 ? [region.low, region.high] : usedOf(region) };
}

/** The addresses that were used, and a little room. @returns {[number, number]} */
export function usedOf({ low, high, usedLow, usedHigh }) {
  const room = (usedHigh - usedLow) * 0.04;
  return [Math.max(low, usedLow - room), Math.min(high, usedHigh + room)];
}

export class MemoryMap {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{settled: (map: MemoryMap) => void}} on settled: what is in sight has stopped changing
   */
  constructor(canvas, on) {
    this.canvas = canvas;
    this.on = on;
    this.shown = new Raster();
    this.next = new Raster();
    this.stale = true;
    this.stopped = false;
    this.frame = 0;
    this.rest = 0;
    this.focus = -1;
    this.hover = -1;
    this.selected = -1;
    this.extra = {};
  }

  /** Another region: its home is in sight, or what the address says. */
  show(columns, region, operations, x, y) {
    this.columns = columns;
    this.region = region;
    this.x = new Axis([0, Math.max(1, operations)], x ?? homeOf(region, operations).x, Math.min(4, operations || 1));
    this.y = new Axis([region.low, region.high], y ?? homeOf(region, operations).y, 256);
    this.shown.sight = null;
    this.refresh();
  }

  resize(width, height) {
    const ratio = devicePixelRatio || 1;
    Object.assign(this, { width, height, ratio });
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = width + 'px';
    this.canvas.style.height = height + 'px';
    this.context = this.canvas.getContext('2d', { alpha: false });
    this.plot = layout(width, height);
    this.refresh();
  }

  /** The theme changed. */
  recolour() {
    this.painter = null;
    this.refresh();
  }

  /** What is drawn has changed, not only where. */
  refresh() {
    this.stale = true;
    this.draw();
  }

  /** @param {Axis} x @param {Axis} y */
  look(x, y) {
    this.x = x;
    this.y = y;
    this.stale = true;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.on.settled(this), RESTS_AFTER_MILLIS);
    this.draw();
  }

  draw() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.onFrame());
  }

  stop() {
    this.stopped = true;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.columns?.stop();
  }

  onFrame() {
    this.frame = 0;
    if (!this.columns || !this.context || !this.plot) return;
    if (!this.painter) {
      this.painter = canvasPainter(this.context);
      this.palette = new Palette(this.painter.theme);
    }
    this.refine();
    this.compose();
    if (this.shown.sight && this.columns.count > 0) this.context.canvas.dataset.painted = '1';
    if (this.stale || !this.next.done) this.draw();
  }

  /** A picture that was begun is finished even if the sight has moved on: it is nearer than the last. */
  refine() {
    const until = performance.now() + SLICE_MILLIS;
    if (this.next.done && this.stale) {
      const { w, h } = this.plot.map;
      this.next.begin(this.columns, this.sight(), Math.round(w * this.ratio), Math.round(h * this.ratio), this.palette, this.focus);
      this.stale = false;
    }
    if (!this.next.done && this.next.step(until)) [this.shown, this.next] = [this.next, this.shown];
  }

  /** @returns {import('./raster.js').Sight} */
  sight() { return { x0: this.x.low, x1: this.x.high, y0: this.y.low, y1: this.y.high }; }

  compose() {
    const { context, ratio, painter } = this;
    const { map } = this.plot;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = painter.theme.panel;
    context.fillRect(0, 0, this.width, this.height);
    const made = this.shown.sight;
    if (made) {
      const left = this.x.at(made.x0, map.w);
      const right = this.x.at(made.x1, map.w);
      const top = map.h - this.y.at(made.y1, map.h);
      const bottom = map.h - this.y.at(made.y0, map.h);
      context.save();
      context.beginPath();
      context.rect(map.x, map.y, map.w, map.h);
      context.clip();
      context.imageSmoothingEnabled = false;
      context.drawImage(this.shown.canvas, map.x + left, map.y + top, right - left, bottom - top);
      context.restore();
    }
    drawAround(painter, this);
  }

  /** Drawn for a file: the largest that are in sight, as shapes. */
  save(painter, width, height) {
    const plot = layout(width, height);
    drawPlot(painter, { ...this, plot, painter });
    drawAround(painter, { ...this, plot, painter });
  }

  /** What is under a place of the canvas, in CSS pixels. */
  placeOf(px, py) {
    const { map } = this.plot;
    if (px < map.x || px > map.x + map.w || py < map.y || py > map.y + map.h) return null;
    return { operation: this.x.value(px - map.x, map.w), address: this.y.value(map.h - (py - map.y), map.h) };
  }

  spanAt(px, py) {
    const place = this.placeOf(px, py);
    return place ? this.columns.at(place.operation, place.address) : -1;
  }
}

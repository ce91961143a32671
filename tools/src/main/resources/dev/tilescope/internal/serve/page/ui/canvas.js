/** A drawing on the screen: sharp at any pixel ratio, drawn again when its size or content changes. */
import { h, useEffect, useLayoutEffect, useRef, useState } from './h.js';
import { canvasPainter } from './painter.js';
import { SaveDrawing } from './save.js';

/**
 * @param {object} props
 * @param {import('./save.js').Drawing} props.draw called at most once a frame
 * @param {string} props.label what a screen reader says
 * @param {string} props.name of the file when it is saved
 * @param {number} [props.height] CSS pixels; otherwise all that the layout gives
 * @param {Record<string, unknown>} [props.on] event handlers of the canvas: onWheel, onPointerDown, onKeyDown ...
 * @param {unknown} [props.tick] another value draws again
 */
export function Canvas({ draw, label, name, height, on = {}, tick, save = true }) {
  const holder = useRef(null);
  const canvas = useRef(null);
  const size = useRef([0, 0]);
  const latest = useRef(draw);
  const [, resized] = useState(0);
  latest.current = draw;

  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { width, height: tall } = entry.contentRect;
      size.current = [Math.max(1, Math.floor(width)), Math.max(1, Math.floor(tall))];
      resized((n) => n + 1);
    });
    watch.observe(holder.current);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    const frame = requestAnimationFrame(() => paint(canvas.current, size.current, latest.current));
    return () => cancelAnimationFrame(frame);
  }, [draw, tick, size.current[0], size.current[1]]);

  useEffect(() => {
    const again = () => paint(canvas.current, size.current, latest.current);
    addEventListener('themechange', again);
    return () => removeEventListener('themechange', again);
  }, []);

  return h('div', { class: 'drawing', style: height ? { height: height + 'px' } : { flex: '1' }, ref: holder },
    h('canvas', { ref: canvas, tabIndex: 0, role: 'img', 'aria-label': label, ...on }),
    save && h(SaveDrawing, { name, drawing: (p, w, t) => latest.current(p, w, t), size: () => size.current }));
}

function paint(canvas, [width, height], draw) {
  if (!canvas || width <= 1) return;
  const ratio = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = width + 'px';
    canvas.style.height = height + 'px';
  }
  const context = canvas.getContext('2d', { alpha: false });
  const painter = canvasPainter(context);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = painter.theme.ground;
  context.fillRect(0, 0, width, height);
  draw(painter, width, height);
  canvas.dataset.painted = '1';
}

/**
 * One axis of a drawing that can be zoomed and moved: a range of values over a range of pixels.
 * Values are plain numbers; `limits` is all there is.
 */
export class Axis {
  /** @param {[number, number]} limits @param {[number, number]} [shown] */
  constructor(limits, shown = limits, least = 1e-9) {
    this.limits = limits;
    this.least = least;
    this.low = shown[0];
    this.high = shown[1];
  }

  /** @param {number} value @param {number} pixels of the whole axis */
  at(value, pixels) { return ((value - this.low) / (this.high - this.low)) * pixels; }

  /** @param {number} pixel */
  value(pixel, pixels) { return this.low + (pixel / pixels) * (this.high - this.low); }

  /** The same axis zoomed around a place of it (0 to 1). @returns {Axis} */
  zoomed(factor, place) {
    const all = this.limits[1] - this.limits[0];
    const span = Math.min(all, Math.max(this.least, (this.high - this.low) * factor));
    const fixed = this.low + place * (this.high - this.low);
    return this.moved(fixed - place * span, span);
  }

  /** The same axis panned by a part of what is shown. @returns {Axis} */
  panned(part) { return this.moved(this.low + part * (this.high - this.low), this.high - this.low); }

  whole() { return new Axis(this.limits, this.limits, this.least); }

  moved(low, wanted) {
    const span = Math.min(wanted, this.limits[1] - this.limits[0]);
    const first = Math.max(this.limits[0], Math.min(low, this.limits[1] - span));
    return new Axis(this.limits, [first, first + span], this.least);
  }

  /** Round values for marks, at most so many. @returns {number[]} */
  ticks(most) {
    const raw = (this.high - this.low) / Math.max(1, most);
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw);
    const out = [];
    for (let v = Math.ceil(this.low / step) * step; v <= this.high; v += step) out.push(v);
    return out;
  }
}

/** Wheel, drag and keys of the map. Wheel zooms operations, with Shift addresses; dragging moves both. */

const WHEEL = 0.0016;
const CLICK_PIXELS = 4;

/**
 * @param {() => import('./map.js').MemoryMap} map
 * @param {{click: (index: number) => void, hover: (index: number, e: PointerEvent|null) => void}} on
 */
export function handlers(map, on) {
  let drag = null;
  let moved = 0;
  let waiting = 0;

  const placeIn = (e) => {
    const box = e.currentTarget.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  };

  function zoom(m, fx, fy, px, py) {
    const { map: area } = m.plot;
    const atX = Math.min(1, Math.max(0, (px - area.x) / area.w));
    const atY = Math.min(1, Math.max(0, 1 - (py - area.y) / area.h));
    m.look(fx === 1 ? m.x : m.x.zoomed(fx, atX), fy === 1 ? m.y : m.y.zoomed(fy, atY));
  }

  /** At most one search for what is under the pointer in a frame. */
  function look(m, px, py, e) {
    if (waiting) return;
    waiting = requestAnimationFrame(() => {
      waiting = 0;
      if (!drag && m.columns) on.hover(m.spanAt(px, py), e);
    });
  }

  return {
    onWheel: (e) => {
      e.preventDefault();
      on.hover(-1, null);
      const m = map();
      if (!m?.x) return;
      const [px, py] = placeIn(e);
      if (Math.abs(e.deltaX) > Math.abs(e.deltaY) && !e.shiftKey) {
        m.look(m.x.panned(e.deltaX / m.plot.map.w), m.y);
        return;
      }
      const factor = Math.exp((e.deltaY || e.deltaX) * WHEEL);
      zoom(m, e.shiftKey ? 1 : factor, e.shiftKey ? factor : 1, px, py);
    },
    onPointerDown: (e) => {
      if (e.button !== 0 || !map()?.x) return;
      e.currentTarget.setPointerCapture(e.pointerId);
      drag = { start: placeIn(e), x: map().x, y: map().y };
      moved = 0;
    },
    onPointerMove: (e) => {
      const m = map();
      if (!m?.x) return;
      const [px, py] = placeIn(e);
      if (!drag) { look(m, px, py, e); return; }
      const [dx, dy] = [px - drag.start[0], py - drag.start[1]];
      moved = Math.max(moved, Math.abs(dx) + Math.abs(dy));
      if (moved > CLICK_PIXELS) {
        on.hover(-1, null);
        m.look(drag.x.panned(-dx / m.plot.map.w), drag.y.panned(dy / m.plot.map.h));
      }
    },
    onPointerUp: (e) => {
      const m = map();
      if (drag && moved <= CLICK_PIXELS && m?.columns) on.click(m.spanAt(...placeIn(e)));
      drag = null;
    },
    onPointerLeave: () => on.hover(-1, null),
    onPointerCancel: () => { drag = null; },
    onDblClick: (e) => { const m = map(); if (m?.x) zoom(m, 0.4, 0.4, ...placeIn(e)); },
    onKeyDown: (e) => {
      const m = map();
      const step = m?.x && KEYS[e.key];
      if (!step || e.ctrlKey || e.metaKey || e.altKey) return;
      e.preventDefault();
      m.look(...step(m.x, m.y, e.shiftKey));
    },
  };
}

const in_ = 0.7;
const out = 1 / in_;
/** @type {Record<string, (x: any, y: any, shift: boolean) => any[]>} Shift or the brackets are for addresses */
const KEYS = {
  ArrowLeft: (x, y) => [x.panned(-0.15), y],
  ArrowRight: (x, y) => [x.panned(0.15), y],
  ArrowUp: (x, y) => [x, y.panned(0.15)],
  ArrowDown: (x, y) => [x, y.panned(-0.15)],
  '+': (x, y) => [x.zoomed(in_, 0.5), y],
  '=': (x, y) => [x.zoomed(in_, 0.5), y],
  '-': (x, y) => [x.zoomed(out, 0.5), y],
  ']': (x, y) => [x, y.zoomed(in_, 0.5)],
  '[': (x, y) => [x, y.zoomed(out, 0.5)],
  0: (x, y) => [x.whole(), y.whole()],
  Home: (x, y) => [x.moved(x.limits[0], x.high - x.low), y],
  End: (x, y) => [x.moved(x.limits[1] - (x.high - x.low), x.high - x.low), y],
};

/** Mouse and keys in the timeline, as in Perfetto: zoom, pan, select a range, select a zone. */
import { h, useRef, useState } from '../../ui/h.js';
import { count, nanos } from '../../format.js';
import { useKeys } from '../../keys.js';
import { GUTTER, depthAt, rowAt } from './rows.js';

const CLICK_PIXELS = 3;
const SLACK_PIXELS = 2;

/**
 * @param {{current: any}} state what is shown now
 * @param {any} moves what to do
 */
export function useGestures(state, moves) {
  const drag = useRef(null);
  const [tip, setTip] = useState(null);
  const pointer = useRef(null);

  const plot = () => state.current.size.current[0] - GUTTER;
  const timeAt = (x) => state.current.axis.value(x - GUTTER, plot());
  const place = (e) => {
    const box = e.currentTarget.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  };
  const rowOf = (y) => rowAt(state.current.layout, state.current.top, state.current.size.current[1], y);

  const markAt = (x, y) => {
    const row = rowOf(y);
    if (!row || row.kind !== 'lane' || x < GUTTER) return null;
    const { axis, data } = state.current;
    return data.hit(row.lane, depthAt(row, y), timeAt(x), (SLACK_PIXELS * (axis.high - axis.low)) / plot());
  };

  function wheel(e) {
    e.preventDefault();
    setTip(null);
    const [x] = place(e);
    const { axis, top } = state.current;
    if (e.ctrlKey || e.metaKey) moves.setAxis(axis.zoomed(Math.exp(Math.max(-120, Math.min(120, e.deltaY)) * 0.0035), Math.max(0, (x - GUTTER) / plot())));
    else if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) moves.setAxis(axis.panned((e.deltaX || e.deltaY) / plot()));
    else moves.scroll(top + e.deltaY);
  }

  function down(e) {
    if (e.button !== 0) return;
    const [x, y] = place(e);
    e.currentTarget.setPointerCapture(e.pointerId);
    drag.current = { x, y, axis: state.current.axis, top: state.current.top, measure: !e.shiftKey && x >= GUTTER ? timeAt(x) : null, moved: false };
  }

  function move(e) {
    const [x, y] = place(e);
    pointer.current = x;
    const from = drag.current;
    if (!from) { hover(e, x, y); return; }
    if (Math.abs(x - from.x) + Math.abs(y - from.y) > CLICK_PIXELS) from.moved = true;
    if (!from.moved) return;
    setTip(null);
    if (from.measure !== null) moves.setMeasure([from.measure, timeAt(Math.max(GUTTER, x))]);
    else {
      moves.setAxis(from.axis.panned((from.x - x) / plot()));
      moves.scroll(from.top + from.y - y);
    }
  }

  function up(e) {
    const from = drag.current;
    drag.current = null;
    if (!from || from.moved) return;
    const [x, y] = place(e);
    const row = rowOf(y);
    if (row?.open !== undefined) { moves.toggle(row.key); return; }
    const mark = markAt(x, y);
    moves.setMeasure(null);
    if (mark && mark.index < 0) moves.zoomTo(mark.start, mark.nanos);
    else moves.select(mark);
  }

  function hover(e, x, y) {
    const mark = markAt(x, y);
    const moment = !mark && momentAt(x, y);
    const text = mark
      ? (mark.name === null ? [`${count(mark.count)} zones`, `in ${nanos(mark.nanos)}; click to zoom in`] : [mark.name, nanos(mark.nanos)])
      : moment ? [moment.text, moment.count > 1 ? `${moment.kind}, and ${moment.count - 1} more` : moment.kind] : null;
    setTip(text && { text, x: e.clientX, y: e.clientY });
  }

  function momentAt(x, y) {
    if (rowOf(y)?.kind !== 'moments') return null;
    const { data, axis } = state.current;
    const near = (5 * (axis.high - axis.low)) / plot();
    return data.moments.find((m) => Math.abs(m.at - timeAt(x)) < near);
  }

  function key(e) {
    setTip(null);
    const { axis, top } = state.current;
    const run = {
      ArrowLeft: () => moves.setAxis(axis.panned(-0.15)), ArrowRight: () => moves.setAxis(axis.panned(0.15)),
      ArrowUp: () => moves.scroll(top - 60), ArrowDown: () => moves.scroll(top + 60),
      PageUp: () => moves.scroll(top - 400), PageDown: () => moves.scroll(top + 400),
      '+': () => moves.setAxis(axis.zoomed(0.6, 0.5)), '=': () => moves.setAxis(axis.zoomed(0.6, 0.5)),
      '-': () => moves.setAxis(axis.zoomed(1.7, 0.5)), 0: () => moves.setAxis(axis.whole()),
    }[e.key];
    if (run && !e.ctrlKey && !e.metaKey) { e.preventDefault(); e.stopPropagation(); run(); }
  }

  /** Around the pointer, or the middle where that is elsewhere. */
  const zoom = (factor) => {
    setTip(null);
    moves.setAxis(state.current.axis.zoomed(factor, pointer.current === null ? 0.5 : Math.max(0, (pointer.current - GUTTER) / plot())));
  };
  const pan = (part) => { setTip(null); moves.setAxis(state.current.axis.panned(part)); };
  useKeys([
    { keys: 'w', does: 'zoom in, around the pointer', run: () => zoom(0.7) },
    { keys: 's', does: 'zoom out', run: () => zoom(1 / 0.7) },
    { keys: 'a', does: 'to the left', run: () => pan(-0.15) },
    { keys: 'd', does: 'to the right', run: () => pan(0.15) },
    { keys: 'drag', does: 'select a range, and see what ran in it', run: () => {} },
    { keys: 'Shift-drag', does: 'pan and scroll', run: () => {} },
    { keys: 'wheel', does: 'scroll; with Shift pan, with Ctrl zoom', run: () => {} },
  ]);

  return {
    on: { onWheel: wheel, onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerLeave: () => { setTip(null); pointer.current = null; }, onKeyDown: key },
    tip: tip && h('div', { class: 'tip', style: { left: Math.min(tip.x + 14, innerWidth - 330) + 'px', top: tip.y + 16 + 'px' } }, h('b', null, tip.text[0]), tip.text[1]),
  };
}

/**
 * A table of any length: only the rows in sight exist, and pages of them are asked for as they come
 * into sight. Arrow keys move, Enter opens, Home and End jump.
 */
import { h, useEffect, useLayoutEffect, useMemo, useRef, useState } from './h.js';
import { classes } from './h.js';
import { Problem } from './parts.js';
import { saveCsv } from './save.js';

const ROW = 26;
const PAGE = 200;
/** Browsers give up on elements taller than some ten million pixels; the rest is scaled. */
const TALLEST = 8_000_000;

/**
 * @typedef {object} Column
 * @property {string} key
 * @property {string} label
 * @property {string} [width] CSS, of a grid column
 * @property {'right'} [align]
 * @property {boolean} [sortable]
 * @property {(row: any) => any} [cell] what is shown; otherwise row[key]
 * @property {(row: any) => unknown} [plain] what a CSV holds; otherwise row[key]
 */

/**
 * @param {object} props
 * @param {string} props.label what the table is of
 * @param {Column[]} props.columns
 * @param {(from: number, count: number) => Promise<{all: number, rows: any[]}>} props.fetch
 * @param {unknown} props.version another value means other rows: they are asked for anew
 * @param {(row: any, index: number) => void} [props.onOpen]
 * @param {{key: string, down: boolean}} [props.sort]
 * @param {(key: string) => void} [props.onSort]
 * @param {(row: any) => string} [props.rowClass]
 * @param {number} [props.start] the row to begin with
 * @param {any} [props.empty] shown if there are no rows
 * @param {unknown} [props.scope] another value goes back to `start`; by default every version does
 * @param {(e: KeyboardEvent, row: any, index: number) => void} [props.onKey] keys besides those that move
 * @param {(index: number) => void} [props.onMove] the row that is on, when it changes
 */
export function Rows({ label, columns, fetch, version, onOpen, sort, onSort, rowClass, start = 0, empty, name, scope = version, onKey, onMove }) {
  const scroller = useRef(null);
  const [top, setTop] = useState(0);
  const [tall, setTall] = useState(600);
  const [at, setAt] = useState(start);
  const pages = useRef(new Map());
  const [all, setAll] = useState(null);
  const [error, setError] = useState(null);
  const [, drawn] = useState(0);
  const current = useRef(version);
  const seen = useRef(undefined);
  const pending = useRef(null);

  const height = Math.min(TALLEST, (all ?? 0) * ROW);
  const scale = height > tall && (all ?? 0) * ROW > TALLEST ? ((all * ROW - tall) / (TALLEST - tall)) : 1;

  // While something stands in its place there is no table, and then another one.
  useLayoutEffect(() => {
    if (error) return undefined;
    const watch = new ResizeObserver(([e]) => setTall(e.contentRect.height));
    watch.observe(scroller.current);
    return () => watch.disconnect();
  }, [error === null]);

  useEffect(() => {
    const fresh = seen.current !== scope;
    seen.current = scope;
    if (current.current !== version || all === null) pages.current = new Map();
    current.current = version;
    setError(null);
    load(fresh ? Math.floor(start / PAGE) : Math.floor((top * scale) / ROW / PAGE), version);
    if (fresh) {
      setAt(start);
      pending.current = start;
      drawn((n) => n + 1);
    }
  }, [version, scope]);

  useEffect(() => { if (all !== null) onMove?.(at); }, [at]);

  // A place can be scrolled to only when there are rows to give it height; a few rows above it show where it lies.
  useLayoutEffect(() => {
    if (pending.current === null || all === null) return;
    const box = scroller.current;
    const y = (pending.current * ROW) / scale;
    if (y < box.scrollTop || y + ROW > box.scrollTop + box.clientHeight || pending.current === 0) {
      box.scrollTop = Math.max(0, y - 5 * ROW);
    }
    pending.current = null;
  });

  // What comes later above a table makes it shorter: the row that is on does not leave by that.
  const before = useRef(tall);
  useLayoutEffect(() => {
    const box = scroller.current;
    const end = ((at + 1) * ROW) / scale;
    // Heights have fractions of a pixel, and places that are scrolled to may lack theirs.
    if (box && end <= box.scrollTop + before.current + 1 && end > box.scrollTop + tall) box.scrollTop = Math.ceil(end - tall);
    before.current = tall;
  }, [tall]);

  /** An answer of long rows holds fewer than were asked for: the others are asked for then. */
  async function range(from, count) {
    const answer = await fetch(from, count);
    const rows = [...answer.rows];
    for (let got = rows.length; got > 0 && rows.length < Math.min(count, answer.all - from);) {
      const more = (await fetch(from + rows.length, count - rows.length)).rows;
      got = more.length;
      rows.push(...more);
    }
    return { all: answer.all, rows };
  }

  function load(page, wanted = current.current) {
    if (pages.current.has(page)) return;
    const mine = pages.current;
    mine.set(page, null);
    range(page * PAGE, PAGE).then((answer) => {
      if (current.current !== wanted || pages.current !== mine) return;
      mine.set(page, answer.rows);
      setAll(answer.all);
      drawn((n) => n + 1);
    }, (e) => {
      mine.delete(page);
      if (e.name !== 'AbortError') setError(e);
    });
  }

  const first = Math.max(0, Math.floor((top * scale) / ROW) - 4);
  const last = Math.min(all ?? 0, first + Math.ceil(tall / ROW) + 8);
  useEffect(() => {
    for (let p = Math.floor(first / PAGE); p <= Math.floor(Math.max(first, last - 1) / PAGE); p++) load(p);
  }, [first, last, version]);

  const row = (i) => pages.current.get(Math.floor(i / PAGE))?.[i % PAGE];
  const template = useMemo(() => columns.map((c) => c.width ?? '1fr').join(' '), [columns]);

  function move(to) {
    const next = Math.max(0, Math.min((all ?? 1) - 1, to));
    setAt(next);
    const box = scroller.current;
    const y = (next * ROW) / scale;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + ROW > box.scrollTop + box.clientHeight - ROW) box.scrollTop = y + 2 * ROW - box.clientHeight;
  }

  function key(e) {
    const page = Math.floor(tall / ROW) - 2;
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: (all ?? 1) - 1 };
    if (e.key in steps && !e.ctrlKey && !e.metaKey) { e.preventDefault(); move(steps[e.key]); }
    if (e.target.closest('a, button, input, select')) return;
    if ((e.key === 'Enter' || e.key === ' ') && row(at)) { e.preventDefault(); onOpen?.(row(at), at); }
    else if (row(at)) onKey?.(e, row(at), at);
  }

  async function csv() {
    const rows = [];
    for (let from = 0; from < (all ?? 0); from += 2000) {
      rows.push(...(await range(from, 2000)).rows);
    }
    saveCsv(name ?? label, columns.map((c) => c.label), rows.map((r) => columns.map((c) => (c.plain ? c.plain(r) : r[c.key]))));
  }

  if (error) return h(Problem, { error, retry: () => { setError(null); load(Math.floor(first / PAGE)); drawn((n) => n + 1); } });
  const shown = [];
  for (let i = first; i < last; i++) {
    const r = row(i);
    shown.push(h('div', {
      key: i, role: 'row', 'aria-rowindex': i + 2, id: `row-${i}`,
      class: classes('row', i === at && 'at', r && rowClass?.(r)),
      style: { top: (i * ROW - top * scale + top) + 'px', gridTemplateColumns: template },
      onClick: () => { setAt(i); if (r) onOpen?.(r, i); },
    }, r && columns.map((c) => h('div', { role: 'gridcell', class: c.align }, c.cell ? c.cell(r) : r[c.key]))));
  }
  return h('div', { class: 'rows' }, h('div', {
    class: classes('table-of', all === 0 && 'none'), role: 'grid', 'aria-label': label, 'aria-rowcount': (all ?? 0) + 1, tabIndex: 0, onKeyDown: key,
    'aria-activedescendant': row(at) ? `row-${at}` : undefined,
  },
    h('div', { class: 'head row', role: 'row', style: { gridTemplateColumns: template } },
      columns.map((c) => h('div', { role: 'columnheader', class: c.align, 'aria-sort': sort?.key === c.key ? (sort.down ? 'descending' : 'ascending') : undefined },
        c.sortable
          ? h('button', { class: 'quiet', onClick: () => onSort(c.key) }, c.label, sort?.key === c.key ? (sort.down ? ' ▾' : ' ▴') : '')
          : c.label))),
    h('div', { class: 'scroller', role: all ? 'rowgroup' : 'presentation', ref: scroller, tabIndex: all ? -1 : undefined, onScroll: (e) => setTop(e.currentTarget.scrollTop) },
      h('div', { class: 'all', role: 'presentation', style: { height: height + 'px' } }, shown))),
    all === 0 && h('div', { class: 'instead' }, empty),
    h('div', { class: 'foot' }, all === null ? '' : `${all.toLocaleString('en-US')} rows`,
      h('button', { class: 'quiet', onClick: csv, title: 'Save all rows as CSV' }, 'CSV')));
}

/** Memory: addresses over operations, the whole run in one picture, and its peak explained. */
import { h, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../ui/h.js';
import { ask, useData } from '../api.js';
import { change } from '../state.js';
import { REGIONS, bytes, count, hex } from '../format.js';
import { useKeys } from '../keys.js';
import { Answered, Choice, Command, Empty } from '../ui/parts.js';
import { SaveDrawing } from '../ui/save.js';
import { SpanColumns } from './memory/spans.js';
import { MemoryMap, homeOf, usedOf } from './memory/map.js';
import { handlers } from './memory/handling.js';
import { BufferPanel, PeakPanel, SizesPanel } from './memory/panels.js';

/** L1 first: it is what runs out. */
const ORDER = [1, 0, 3, 4, 2];
const MOST_NAMES = 60;

export default function Memory({ params }) {
  const answer = useData('memory');
  return h('div', { class: 'view memory' }, h(Answered, { answer }, (data) => (data.regions.length === 0
    ? h(Empty, { title: 'This report says nothing of buffers' },
      'Buffers are recorded where operations run on a device: capture in ', h(Command, null, 'RunMode.NORMAL'),
      ', or see one with ', h(Command, null, 'tilescope demo'))
    : h(Shown, { data, params }))));
}

/** The region that the address names, or else the first. */
function chosen(data, params) {
  const device = Number(params.device ?? data.regions[0].device);
  const here = data.regions.filter((r) => r.device === device);
  const asked = params.type ?? params.region;
  const type = asked !== undefined ? Number(asked) : ORDER.find((t) => here.some((r) => r.type === t));
  return here.find((r) => r.type === type) ?? here[0] ?? data.regions[0];
}

function Shown({ data, params }) {
  const region = chosen(data, params);
  const devices = [...new Set(data.regions.map((r) => r.device))];
  const types = ORDER.filter((t) => data.regions.some((r) => r.device === region.device && r.type === t));
  const selected = params.span === undefined ? -1 : Number(params.span);
  const panel = params.panel ?? 'peak';
  const elsewhere = { x: null, y: null, span: null };
  const select = (span) => change({ span: span < 0 ? null : span });
  return [
    h('div', { class: 'bar' },
      h(Choice, { label: 'Region', value: String(region.type), options: types.map((t) => [String(t), REGIONS[t]]), onChange: (t) => change({ ...elsewhere, type: t }) }),
      devices.length > 1 && h('label', null, 'Device', h('select', {
        value: String(region.device), onChange: (e) => change({ ...elsewhere, device: e.currentTarget.value }),
      }, devices.map((d) => h('option', { value: String(d) }, d)))),
      h('span', { class: 'soft' }, `${count(region.spans)} buffers over ${count(data.operations)} operations, ${levelOf(region)} at most `,
        h('b', null, bytes(region.peakBytes)), region.capacity > 0 && ` of ${bytes(region.capacity)}`, region.peakId > 0 && ` in operation ${count(region.peakId)}`,
        !region.whole && ', without circular buffers, which this database does not know'),
      data.left > 0 && h('span', { class: 'warm' }, `${count(data.left)} more are not shown`),
      h('span', { class: 'gap' }),
      h(Choice, { label: 'Beside the map', value: panel, options: [['peak', 'Explain the peak'], ['sizes', 'Sizes'], ['none', 'Map only']], onChange: (p) => change({ panel: p === 'peak' ? null : p, ...(p === 'none' ? { span: null } : {}) }) })),
    h('div', { class: 'parts' },
      h(Map, { key: `${region.device}-${region.type}`, data, region, params, selected, select }),
      (panel !== 'none' || selected >= 0) && h('aside', { class: 'side' },
        selected >= 0 && h(BufferPanel, { span: selected, close: () => select(-1) }),
        panel === 'peak' && h(PeakPanel, { region, select: (row) => change({ address: row.address, tensor: row.tensor < 0 ? null : row.tensor, operation: region.peakId }) }),
        panel === 'sizes' && h(SizesPanel, { region })))];
}

const range = (text) => {
  const [low, high] = (text ?? '').split('-').map(Number);
  return high > low ? [low, high] : undefined;
};

function Map({ data, region, params, selected, select }) {
  const holder = useRef(null);
  const canvas = useRef(null);
  const map = useRef(/** @type {MemoryMap|null} */ (null));
  const [loaded, setLoaded] = useState(0);
  const [tip, setTip] = useState(null);
  const [error, setError] = useState(null);

  useLayoutEffect(() => {
    const m = new MemoryMap(canvas.current, { settled: (at) => settled(at, data, region, true) });
    map.current = m;
    Object.assign(m, { unit: levelOf(region), showBand: true, extra: { layers: data.layers } });
    const columns = new SpanColumns(region, () => { setLoaded(columns.count); reselect(m); m.refresh(); });
    columns.load().catch((e) => { if (e.name !== 'AbortError') setError(e); });
    m.show(columns, region, data.operations, range(params.x), range(params.y));
    const watch = new ResizeObserver(([entry]) => {
      m.resize(Math.floor(entry.contentRect.width), Math.floor(entry.contentRect.height));
      settled(m, data, region, false);
    });
    watch.observe(holder.current);
    const recolour = () => m.recolour();
    addEventListener('themechange', recolour);
    // Preact's wheel listener may be passive, and then the page would scroll too.
    const { onWheel } = handlers(() => map.current, {});
    canvas.current.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      watch.disconnect();
      removeEventListener('themechange', recolour);
      m.stop();
      map.current = null;
    };
  }, []);

  /** What is selected may come with a later page. */
  function reselect(m, span = m.wanted) {
    m.wanted = span;
    m.selected = span >= 0 ? m.columns.indexOf(span) : -1;
    m.focus = m.selected >= 0 ? m.columns.tensor[m.selected] : -1;
  }
  useEffect(() => {
    reselect(map.current, selected);
    map.current.refresh();
  }, [selected]);

  const isAsked = [params.operation, params.address, params.tensor].some((p) => p !== undefined);
  useEffect(() => {
    if (isAsked && loaded >= region.spans && map.current) toAsked(map.current, region, params);
  }, [isAsked, loaded]);

  const on = useMemo(() => {
    const { onWheel, ...rest } = handlers(() => map.current, {
      click: (i) => select(i < 0 ? -1 : map.current.columns.span[i]),
      hover: (i, e) => {
        const m = map.current;
        if (!m) return;
        if (m.hover !== i) { m.hover = i; m.draw(); }
        setTip(i < 0 || !e ? null : { x: e.clientX, y: e.clientY, i });
      },
    });
    return rest;
  }, []);
  useKeys([
    { keys: 'Escape', does: 'let go of the buffer', run: () => select(-1) },
    { keys: 'u', does: 'show the addresses that were used', run: () => toUsed(map.current, region) },
    { keys: 'p', does: 'show the peak', run: () => toPeak(map.current, region) },
    { keys: '[ and ]', does: 'in the map: zoom addresses; + and − zoom operations', run: () => {} },
  ]);
  return h('div', { class: 'panel map' },
    h('div', { class: 'drawing', ref: holder },
      h('canvas', {
        ref: canvas, tabIndex: 0, role: 'img', id: 'memory-map', ...on,
        'aria-label': `Map of ${REGIONS[region.type]} on device ${region.device}: addresses over ${data.operations} operations. Arrows move, plus and minus zoom operations, brackets zoom addresses, 0 shows all.`,
      }),
      h(SaveDrawing, { name: 'memory', drawing: (p, w, t) => map.current.save(p, w, t), size: () => [map.current.width, map.current.height] })),
    h('div', { class: 'foot' },
      error ? h('span', { class: 'bad' }, error.message)
        : loaded < region.spans ? h('span', { role: 'status' }, `${count(loaded)} of ${count(region.spans)} buffers, largest first …`)
          : h(Looks, { map, region }),
      h('span', { class: 'legend' }, h('i', { class: 'swatch hatched' }), 'not needed any more', h('i', { class: 'swatch cb' }), 'circular buffers'),
      !data.exact && h('span', { title: 'Import the report with this version for buffers and circular buffers inside operations' }, 'after each operation')),
    tip && map.current && h(Tip, { tip, columns: map.current.columns }));
}

/** Ways to look that have a button; the wheel zooms operations, with Shift addresses. */
function Looks({ map, region }) {
  const button = (text, title, run) => h('button', { class: 'quiet', title, onClick: () => run(map.current) }, text);
  return h('span', { title: 'Wheel zooms operations, Shift-wheel addresses; drag moves' },
    button('Peak', 'Around the peak (p)', (m) => toPeak(m, region)),
    button('Used addresses', 'The addresses that were used (u)', (m) => toUsed(m, region)),
    button('All', 'All addresses, all operations (0 in the map)', (m) => m.look(m.x.whole(), m.y.whole())),
    ' wheel, Shift-wheel and drag zoom and move');
}

function toUsed(map, region) {
  const [low, high] = usedOf(region);
  map.look(map.x.whole(), map.y.moved(low, high - low));
}

function Tip({ tip, columns }) {
  const { i } = tip;
  const right = tip.x > innerWidth - 300;
  const late = columns.lastUse[i] >= 0 ? columns.to[i] - columns.lastUse[i] - 1 : 0;
  return h('div', { class: 'tip', style: { left: (right ? tip.x - 250 : tip.x + 14) + 'px', top: Math.min(tip.y + 14, innerHeight - 110) + 'px' } },
    h('b', null, columns.tensor[i] < 0 ? 'Buffer' : `Tensor ${count(columns.tensor[i])}`),
    h('div', null, `${bytes(columns.bytes[i])} of a bank at `, h('code', null, hex(columns.address[i]))),
    h('div', null, `there for ${count(columns.to[i] - columns.from[i])} operations`),
    late > 0 && h('div', { class: 'warm' }, `${count(late)} of them after its last use`));
}

/** What the curve is of, in the words of the command line. */
const levelOf = (region) => (region.type === 1 || region.type === 3 ? 'L1 per core' : 'DRAM per bank');

/** So that an operation is in the middle, with some around it. */
function toOperation(map, index) {
  const [from, to] = homeOf({ ...map.region, peakIndex: index }, map.x.limits[1]).x;
  map.look(map.x.moved(from, to - from), map.y);
}

function toPeak(map, region) {
  const { x, y } = homeOf(region, map.x.limits[1]);
  map.look(map.x.moved(x[0], x[1] - x[0]), map.y.moved(y[0], y[1] - y[0]));
}

/**
 * Other views name an operation, an address or a tensor; once all buffers are here the place of it
 * takes their stead in the address.
 */
async function toAsked(map, region, { operation, address, tensor }) {
  const index = operation === undefined ? -1 : await ask('operation', { id: operation }).then((o) => o.index, () => -1);
  if (map.stopped) return;
  const i = address === undefined && tensor === undefined ? -1
    : map.columns.find(index, address === undefined ? -1 : Number(address), tensor === undefined ? -1 : Number(tensor));
  if (index >= 0) toOperation(map, index);
  else if (i >= 0) toOperation(map, map.columns.from[i]);
  change({ operation: null, address: null, tensor: null, region: null, type: region.type, ...(i < 0 ? {} : { span: map.columns.span[i] }) });
}

/** What is in sight has come to rest: figures for just that, and the address says so. */
function settled(map, data, region, tell) {
  if (!map.plot) return;
  const from = Math.max(0, Math.floor(map.x.low));
  const to = Math.min(data.operations, Math.ceil(map.x.high));
  const buckets = Math.max(1, Math.min(Math.round(map.plot.map.w), to - from));
  ask('memory/curve', { device: region.device, type: region.type, from, to, buckets }).then((curve) => {
    map.extra = { ...map.extra, curve };
    map.draw();
  }, () => {});
  if (to - from <= MOST_NAMES) {
    ask('operations', { flat: true, from, count: to - from }).then((a) => {
      map.extra = { ...map.extra, names: { from, rows: a.rows } };
      map.draw();
    }, () => {});
  }
  if (tell) {
    const home = homeOf(region, data.operations);
    const isAt = (axis, [low, high]) => axis.low === low && axis.high === high;
    const text = (axis, digits) => (isAt(axis, axis === map.x ? home.x : home.y) ? null : `${axis.low.toFixed(digits)}-${axis.high.toFixed(digits)}`);
    change({ x: text(map.x, 2), y: text(map.y, 0) });
  }
}

/** Live: the memory of programs that are running now. */
import { h, useEffect, useReducer } from '../ui/h.js';
import { listen } from '../api.js';
import { change } from '../state.js';
import { bytes, count, hex, nanos } from '../format.js';
import { Canvas } from '../ui/canvas.js';
import { Command, Empty, Loading } from '../ui/parts.js';

/** A look is kept for two minutes, and what has ended for as long as the page. */
const KEPT_MILLIS = 120_000;
const MAX_ENDED = 12;
const COLOUR = { DRAM: 'dram', L1: 'l1', L1_SMALL: 'cb', TRACE: 'trace' };
const NAME = { DRAM: 'DRAM', L1: 'L1', L1_SMALL: 'L1 small', TRACE: 'Trace region' };

/**
 * What has been seen: curves by process, device and region, and what has ended.
 * @typedef {{snapshot: any, now: number, curves: Map<string, number[]>, ended: any[]}} Seen
 */
function seen(state, { kind, data }) {
  if (kind === 'lost') return { ...state, lost: true };
  const now = data.time_ms;
  const snapshot = kind === 'snapshot' ? data : state.snapshot;
  if (!snapshot) return state;
  const curves = state.curves;
  for (const process of snapshot.processes) {
    for (const device of process.devices) {
      for (const region of device.regions) remember(curves, [process.pid, process.since_ms, device.id, region.type].join('.'), now, region.used_bytes);
    }
  }
  const alive = new Set(snapshot.processes.map(identity));
  const gone = (state.snapshot?.processes ?? []).filter((p) => !alive.has(identity(p))).map((p) => ({ ...p, ended_ms: now }));
  return { snapshot, now, curves, ended: [...gone, ...state.ended].slice(0, MAX_ENDED), lost: false };
}

const identity = (process) => process.pid + '.' + process.since_ms;

function remember(curves, key, now, used) {
  const points = curves.get(key) ?? [];
  points.push(now, used);
  while (points.length > 2 && points[0] < now - KEPT_MILLIS) points.splice(0, 2);
  curves.set(key, points);
}

/** @param {{params: Record<string, string>}} props */
export default function Live({ params }) {
  const [state, tell] = useReducer(seen, null, () => ({ snapshot: null, now: 0, curves: new Map(), ended: [], lost: false }));
  useEffect(() => {
    const silence = { timer: 0 };
    const heard = (kind) => (data) => {
      clearTimeout(silence.timer);
      silence.timer = setTimeout(() => tell({ kind: 'lost' }), 6000);
      tell({ kind, data });
    };
    const end = listen('live', {}, { snapshot: heard('snapshot'), beat: heard('beat') });
    return () => { clearTimeout(silence.timer); end(); };
  }, []);
  if (!state.snapshot) return h(Loading);
  const { processes, problems } = state.snapshot;
  return h('div', { class: 'view scroll live' },
    state.lost && h('div', { class: 'notes', role: 'alert' }, h('p', null, 'The server does not answer: what is shown is what was last heard. Is tilescope serve still running?')),
    problems.length > 0 && h('div', { class: 'notes', role: 'status' }, problems.slice(0, 5).map((p) => h('p', null, p))),
    processes.length === 0 && h(Waiting),
    processes.map((p) => h(Process, { key: identity(p), process: p, state, whole: (params.all ?? '').split(',').filter(Boolean) })),
    state.ended.length > 0 && h(Ended, { ended: state.ended, now: state.now }));
}

const Waiting = () => h(Empty, { title: 'No program publishes its memory now' },
  'Start one with ', h(Command, null, 'TILESCOPE_MONITOR=1'), ', for example ',
  h(Command, null, 'TILESCOPE_MONITOR=1 tilescope demo llama'), '. It appears here by itself, with what its modelled devices hold from moment to moment.');

const age = (millis) => nanos(Math.max(0, millis) * 1e6);

function Process({ process, state, whole }) {
  return h('section', { class: 'panel process', 'aria-label': `Process ${process.pid}` },
    h('header', null,
      h('h2', null, h('span', { class: 'alive', title: 'Running' }), process.command, h('span', { class: 'soft' }, ` pid ${process.pid}`)),
      h('span', { class: 'soft' }, `for ${age(state.now - process.since_ms)} · ${count(process.allocations)} allocations, ${count(process.frees)} frees`)),
    h('div', { class: 'body' },
      process.devices.length === 0 && h('p', { class: 'soft' }, 'It has no device open.'),
      process.devices.map((d) => h(Device, { key: d.id, device: d, process, state })),
      h(Holders, { process, now: state.now, whole })));
}

function Device({ device, process, state }) {
  const none = device.regions.filter((r) => r.capacity_bytes === 0 && r.used_bytes === 0).map((r) => NAME[r.type]);
  const chips = device.chips.length > 1 ? `, ${device.chips.length} chips alike` : '';
  return h('div', { class: 'device' },
    h('h3', null, `Device ${device.id}`, h('span', { class: 'soft' }, ` ${device.arch}${chips}, ${device.dram_channels} DRAM channels, ${bytes(device.l1_bytes_per_core)} L1 a core`,
      none.length > 0 && ` · ${none.join(', ')}: none reserved`)),
    device.l1_capacity_per_core > 0 && h(Peaks, { device }),
    h('div', { class: 'regions' }, device.regions.filter((r) => r.capacity_bytes > 0 || r.used_bytes > 0).map((r) => h(Region, {
      key: r.type, region: r, points: state.curves.get([process.pid, process.since_ms, device.id, r.type].join('.')) ?? [], now: state.now,
    }))));
}

/** Whether it fits so far, by the account that reports have too. */
function Peaks({ device }) {
  const part = (used, all) => `${bytes(used)} of ${bytes(all)}`;
  return h('p', { class: 'peaks' },
    'At most ', h('b', null, part(device.l1_peak_per_core, device.l1_capacity_per_core)), ' of L1 per core',
    device.l1_peak_program_bytes > 0 && `, ${bytes(device.l1_peak_program_bytes)} of it circular buffers`,
    device.l1_headroom !== undefined && `, at least ${bytes(device.l1_headroom)} headroom`,
    '; ', h('b', null, part(device.dram_peak_per_bank, device.dram_capacity_per_bank)), ' of a DRAM bank.');
}

function Region({ region, points, now }) {
  const part = region.capacity_bytes > 0 ? region.used_bytes / region.capacity_bytes : 0;
  const peak = region.capacity_bytes > 0 ? region.peak_bytes / region.capacity_bytes : 0;
  const colour = COLOUR[region.type];
  return h('div', { class: 'region' },
    h('div', { class: 'line' }, h('b', null, NAME[region.type]), h('span', null, bytes(region.used_bytes), h('span', { class: 'soft' }, ` of ${bytes(region.capacity_bytes)}`))),
    h('div', {
      class: 'meter', role: 'meter', 'aria-label': `${NAME[region.type]} used`, 'aria-valuemin': 0, 'aria-valuemax': region.capacity_bytes, 'aria-valuenow': region.used_bytes,
    }, h('i', { style: { width: 100 * part + '%', background: `var(--${colour})` } }), h('u', { style: { left: `min(calc(100% - 2px), ${100 * peak}%)` }, title: 'peak' })),
    h('div', { class: 'line soft' }, h('span', null, `peak ${bytes(region.peak_bytes)}`), h('span', null, `${count(region.buffers)} buffers, ${bytes(region.capacity_bytes - region.used_bytes)} free`)),
    h(Canvas, { height: 46, save: false, draw: curve(points, now, colour, region.peak_bytes), tick: now, name: region.type, label: `${NAME[region.type]} of the last two minutes` }));
}

/** What a region held in the last two minutes; the top is its peak, since its capacity may be far above. */
const curve = (points, now, colour, peak) => (p, width, height) => {
  p.rect(0, 0, width, height, p.theme.panel);
  p.rect(0, height - 1, width, 1, p.theme.faint);
  if (points.length === 0 || peak <= 0) return;
  const x = (t) => width - ((now - t) / KEPT_MILLIS) * width;
  const y = (v) => height - 1 - (v / peak) * (height - 6);
  const line = [];
  let last = y(points[1]);
  for (let i = 0; i < points.length; i += 2) {
    line.push(x(points[i]), last, x(points[i]), y(points[i + 1]));
    last = y(points[i + 1]);
  }
  line.push(width, last);
  p.area([...line, width, height - 1, line[0], height - 1], p.theme[colour] + '30');
  p.line(line, p.theme[colour], 1.5);
};

/** Who holds most. @param {{process: any, now: number, whole: string[]}} props whole: processes whose list is shown whole */
function Holders({ process, now, whole }) {
  if (process.biggest.length === 0) return null;
  const all = whole.includes(identity(process));
  const flip = () => change({ all: (all ? whole.filter((p) => p !== identity(process)) : [...whole, identity(process)]).join(',') });
  const shown = all ? process.biggest : process.biggest.slice(0, 5);
  return h('details', { open: true, class: 'holders' }, h('summary', null, 'Biggest buffers'),
    h('table', { class: 'sums' }, h('tbody', null, shown.map((b) => h('tr', { key: b.device + '.' + b.type + b.address },
      h('td', { class: 'right' }, bytes(b.bytes)), h('td', null, NAME[b.type] ?? b.type), h('td', null, `device ${b.device}`),
      h('td', { class: 'mono' }, hex(b.address)), h('td', { class: 'name', title: b.made_by }, b.made_by), h('td', { class: 'right soft' }, 'for ' + age(now - b.since_ms)))))),
    process.biggest.length > 5 && h('button', { class: 'quiet', onClick: flip }, all ? 'Fewer' : `All ${process.biggest.length}`),
    process.unlisted_buffers > 0 && h('p', { class: 'soft' }, `${count(process.unlisted_buffers)} more buffers are alive and not listed.`));
}

const Ended = ({ ended, now }) => h('section', { class: 'panel', 'aria-label': 'Ended' },
  h('header', null, h('h2', null, 'Ended while this page was open')),
  h('div', { class: 'body' }, h('table', { class: 'sums' }, h('tbody', null, ended.map((p) => h('tr', { key: identity(p) },
    h('td', null, p.command), h('td', null, `pid ${p.pid}`), h('td', { class: 'soft' }, `${age(now - p.ended_ms)} ago, after ${age(p.ended_ms - p.since_ms)}`),
    h('td', null, p.devices.flatMap((d) => d.regions.filter((r) => r.peak_bytes > 0).map((r) => `${NAME[r.type]} peak ${bytes(r.peak_bytes)}`)).join(', ') || 'held no memory when last seen')))))));

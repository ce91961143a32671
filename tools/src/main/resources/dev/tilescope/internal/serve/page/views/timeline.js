/** Timeline: operations and programs of a run as a board would have run them, or what this machine did, on one axis. */
import { h, useEffect, useMemo, useRef, useState } from '../ui/h.js';
import { ask, useData, useDataOnceImported } from '../api.js';
import { change } from '../state.js';
import { count, namesOf } from '../format.js';
import { Axis, Canvas } from '../ui/canvas.js';
import { Answered, Choice, Command, Empty, Loading } from '../ui/parts.js';
import { useKeys } from '../keys.js';
import { GUTTER, RULER, inSight, keysAround, layOut } from './timeline/rows.js';
import { TimelineData } from './timeline/data.js';
import { drawTimeline, exact } from './timeline/draw.js';
import { useGestures } from './timeline/moves.js';
import { ZonePanel } from './timeline/zone.js';
import { RangePanel } from './timeline/range.js';
import { Flame } from './timeline/flame.js';
import { TopList } from './timeline/top.js';
import { LaneChoice, chosenLanes } from './timeline/sums.js';

/** Nanoseconds that fill the whole width when zoomed in most. */
const LEAST_SPAN = 20;
const POLL_MILLIS = 300;

const Nothing = () => h(Empty, { title: 'No profiled run was found' },
  'Make one: ', h(Command, null, 'tilescope profile -r demo bert'), ' profiles a small BERT, ',
  h(Command, null, 'tilescope profile -r -- java ...'), ' a program of yours, ', h(Command, null, 'python -m tracy -r program.py'), ' one in Python; add ',
  h(Command, null, '--device-memory-profiler'), ' to see its memory too. Then: ',
  h(Command, null, 'tilescope serve generated/profiler'));

const NoDurations = ({ runs }) => h(Empty, { title: 'The report has no durations' },
  'It does not say how long operations took, so that they cannot be laid out. ',
  runs.length > 0 ? h('a', { href: '#', onClick: (e) => { e.preventDefault(); change({ laidout: null }); } }, 'Show the profiled run') : [
    'Profile the program to see when what ran: ', h(Command, null, 'tilescope profile -r -- java ...'), ' or ', h(Command, null, 'python -m tracy -r program.py')]);

export default function TimelineView({ params }) {
  const extra = { laidout: params.laidout === '1', axis: params.axis };
  const [tries, again] = useState(0);
  const about = useData('timeline/lanes', { ...extra, tries: tries || undefined });
  useEffect(() => {
    if (!about.data?.reading) return undefined;
    const timer = setTimeout(() => again((n) => n + 1), POLL_MILLIS);
    return () => clearTimeout(timer);
  }, [about.data]);
  return h(Answered, { answer: about }, (data) => {
    if (data.origin === 'none') return h(Nothing);
    if (data.reading) return h('div', { class: 'empty', role: 'status' }, h(Loading), h('p', null, 'Reading the logs of ', data.path));
    if (data.zones === 0) return h(Empty, { title: 'The run has no zones' }, 'Its logs hold no zone of a thread or device. Was the program profiled to its end?');
    if (data.origin === 'report' && data.to <= data.from) return h(NoDurations, { runs: data.runs });
    return h(Timeline, { about: data, params, extra, key: (data.path ?? 'report') + data.axis });
  });
}

const numbers = (text) => (text ?? '').split(',').filter(Boolean).map(Number);

const axisName = (about) => (about.axis === 'board' ? 'modelled time' : about.origin === 'report' ? 'sum of times' : 'since the start');

function startAxis(about, params) {
  const limits = [about.from, Math.max(about.to, about.from + LEAST_SPAN)];
  const [a, b] = numbers(params.t);
  const shown = Number.isFinite(a) && b > a ? [Math.max(limits[0], about.from + a), Math.min(limits[1], about.from + b)] : limits;
  return new Axis(limits, shown[1] > shown[0] ? shown : limits, LEAST_SPAN);
}

function Timeline({ about, params, extra }) {
  const [axis, setAxis] = useState(() => startAxis(about, params));
  const [top, setTop] = useState(0);
  const [measure, setMeasure] = useState(() => (params.range ? numbers(params.range).map((t) => t + about.from) : null));
  const [, drawn] = useState(0);
  const size = useRef([800, 400]);
  const data = useMemo(() => new TimelineData(() => drawn((n) => n + 1)), [about]);
  const flipped = useMemo(() => new Set((params.open ?? '').split(';').filter(Boolean)), [params.open]);
  const pins = useMemo(() => new Set((params.pins ?? '').split(';').filter(Boolean)), [params.pins]);
  const layout = useMemo(() => layOut(about, flipped, params.lanes ?? '', pins), [about, flipped, params.lanes, pins]);
  const [lane, depth, index] = numbers(params.zone);
  // One of the other axis is not here.
  const zone = about.lanes.some((l) => l[0] === lane) && index !== undefined ? { lane, depth, index } : null;
  const selected = useSelected(zone, extra);
  const state = useRef(null);
  state.current = { axis, layout, top, data, size };

  useEffect(() => {
    const timer = setTimeout(() => {
      const whole = axis.low === axis.limits[0] && axis.high === axis.limits[1];
      const shown = whole ? null : `${Math.round(axis.low - about.from)},${Math.round(axis.high - about.from)}`;
      const range = measure ? measure.map((t) => Math.round(t - about.from)).sort((a, b) => a - b).join(',') : null;
      if ((params.t ?? null) !== shown || (params.range ?? null) !== range) change({ t: shown, range });
    }, 250);
    return () => clearTimeout(timer);
  }, [axis, measure]);

  const moves = {
    setAxis, setMeasure,
    scroll: (y) => setTop(Math.max(0, Math.min(y, layout.height - (size.current[1] - RULER - layout.pinnedHeight) + 20, layout.height))),
    toggle: (key) => change({ open: [...flip(flipped, key)].join(';') }),
    pin: (key) => change({ pins: [...flip(pins, key)].join(';') }),
    select: (z) => change({ zone: z ? `${z.lane},${z.depth},${z.index}` : null }),
    zoomTo: (start, span) => setAxis(new Axis(axis.limits, axis.limits, LEAST_SPAN).moved(start - span * 0.25, Math.max(LEAST_SPAN, span * 1.5))),
  };
  const show = (found) => {
    const around = keysAround(about, found.lane);
    const next = new Set(flipped);
    if (around) { next.delete(around.group); around.parts.forEach((part) => next.add(part)); }
    change({ zone: `${found.lane},${found.depth},${found.index}`, open: [...next].join(';') });
    const span = Math.max(LEAST_SPAN, found.nanos * 6, (axis.high - axis.low) / 50);
    const inside = found.start >= axis.low && found.start + found.nanos <= axis.high && found.nanos > (axis.high - axis.low) / 300;
    if (!inside) setAxis(axis.whole().moved(found.start + found.nanos / 2 - span / 2, Math.min(span, axis.limits[1] - axis.limits[0])));
    const at = layOut(about, next, params.lanes ?? '').rows.find((r) => r.lane === found.lane);
    if (at && (at.y < top || at.y + at.height > top + size.current[1] - RULER - layout.pinnedHeight)) setTop(Math.max(0, at.y - 80));
  };
  const step = (by) => zone && ask('timeline/zone', { ...extra, lane, depth, index: index + by }).then(show, () => {});
  const { on, tip } = useGestures(state, moves);
  useKeys([
    { keys: '.', does: 'the next zone of the lane', run: () => step(1) },
    { keys: ',', does: 'the zone before', run: () => step(-1) },
    { keys: 'f', does: 'zoom to the selected zone or range', run: () => (measure ? zoomMeasured() : selected && moves.zoomTo(selected.start, selected.nanos)) },
    { keys: 'Escape', run: () => { setMeasure(null); if (!measure) moves.select(null); } },
  ]);
  const zoomMeasured = () => {
    setAxis(axis.moved(Math.min(...measure), Math.max(LEAST_SPAN, Math.abs(measure[1] - measure[0]))));
    setMeasure(null);
  };

  const draw = (p, width, tall) => {
    size.current = [width, tall];
    const shown = inSight(layout, Math.max(0, top - 60), tall + 120);
    data.want(extra, axis.limits, axis.low, axis.high, width - GUTTER, shown);
    drawTimeline(p, width, tall, { about, layout, axis, axisName: axisName(about), top, data, find: (params.find ?? '').toLowerCase(), selected, measure });
  };
  return h('div', { class: 'view timeline' },
    h(Bar, { about, params, axis, setAxis, show, extra, measure, zoomMeasured }),
    h(Notes, { about, params, extra, error: data.error }),
    h('div', { class: 'split' },
      params.show ? h(Sums, { about, params, extra, axis })
        : h('div', { class: 'panel plot' },
          h(Canvas, { draw, tick: {}, name: 'timeline', on, label: `Timeline of ${about.program || 'the report'}: ${count(about.zones)} zones. Arrows or W, A, S, D pan and zoom.` }),
          h(Toggles, { rows: inSight(layout, top, size.current[1]), head: RULER + layout.pinnedHeight, pins, moves })),
      measure && !params.show && h(RangePanel, { about, params, extra, zoom: zoomMeasured, close: () => setMeasure(null) }),
      zone && !(measure && !params.show) && h(ZonePanel, { zone, origin: about.from, extra, zoom: (z) => moves.zoomTo(z.start, z.nanos), step, close: () => moves.select(null) })),
    tip);
}

/** Where the selected zone is, for its frame. */
function useSelected(zone, extra) {
  const facts = useData(zone ? 'timeline/zone' : null, zone ? { ...zone, ...extra } : {});
  return zone && facts.data?.lane === zone.lane && facts.data?.index === zone.index ? facts.data : null;
}

/** A set with the key, or without it if it had it. */
function flip(set, key) {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** The triangles of the drawing, and pins, for keyboards and screen readers too. */
const Toggles = ({ rows, head, pins, moves }) => h('div', { class: 'toggles' }, rows.filter((r) => r.pinned || r.at >= head).map((r) => h('div', { key: r.key + (r.pinned ? ' pinned' : '') },
  r.open !== undefined && h('button', {
    class: 'toggle', 'aria-expanded': r.open, 'aria-label': r.label, title: r.label,
    style: { top: r.at + 'px', height: r.height + 'px', width: GUTTER - 40 + 'px' }, onClick: () => moves.toggle(r.key),
  }),
  r.kind !== 'moments' && h('button', {
    class: pins.has(r.key) ? 'pin on' : 'pin', 'aria-pressed': pins.has(r.key), 'aria-label': `Pin ${r.label}`, title: pins.has(r.key) ? 'Let it scroll again' : 'Keep it at the top',
    style: { top: r.at + Math.min(r.height, 22) / 2 - 8 + 'px', left: GUTTER - 34 + 'px' }, onClick: () => moves.pin(r.key),
  }, 'pin'))));

/** The flame graph or the list of the selected range, or of what is in sight. */
function Sums({ about, params, extra, axis }) {
  const [a, b] = numbers(params.range ?? params.t);
  const range = b > a ? [about.from + a, about.from + b] : axis.limits;
  const lanes = chosenLanes(about, params.of).lanes;
  const answer = useData('timeline/sums', { ...extra, lanes: lanes.join(','), from: Math.floor(range[0]), to: Math.ceil(range[1]) });
  return h('div', { class: 'panel sums-of' },
    h('div', { class: 'bar' }, h(LaneChoice, { about, params }),
      h('span', { class: 'soft' }, `${exact(range[0] - about.from, (range[1] - range[0]) / 100)} to ${exact(range[1] - about.from, (range[1] - range[0]) / 100)}`)),
    h(Answered, { answer }, (sums) => h(params.show === 'top' ? TopList : Flame, { sums, params, modelled: about.axis === 'board' })));
}

const AXES = {
  board: 'As a board would have run it: programs begin and end at modelled times, and operations lie over the programs that they started. Nothing of it is this machine’s time.',
  reportBoard: 'As a board would have run it: modelled times of programs, one after the other, with their operations over them. Gaps are not known.',
  report: 'Laid out by duration: a report says how long operations took and in which order, not when. Gaps are not known.',
};

function Notes({ about, params, extra, error }) {
  const reported = useDataOnceImported(about.origin === 'run' ? 'timeline/report' : null, extra);
  const problem = about.origin === 'run' && !reported.error && reported.data?.problem;
  const notes = [
    problem && `This run is not of the report chosen: ${problem}.`,
    about.origin === 'report' && about.runs.length > 0 && !params.laidout && 'None of the profiled runs is of this report, which is shown alone. Choose a run to see it all the same.',
    ...about.leftOut, ...about.problems.slice(0, 3), error?.message,
  ].filter(Boolean);
  const axis = about.axis === 'board' ? AXES[about.origin === 'report' ? 'reportBoard' : 'board'] : about.origin === 'report' ? AXES.report : null;
  return [axis && h('p', { class: 'soft axis' }, axis),
    notes.length > 0 && h('div', { class: 'notes', role: 'status' }, notes.map((n) => h('p', null, n)))];
}

function Bar({ about, params, axis, setAxis, show, extra, measure, zoomMeasured }) {
  const names = namesOf(about.runs.map((r) => r.path));
  const choices = [...about.runs.map((r, i) => [String(r.id), names[i]]), ['laidout', 'The report alone']];
  return h('div', { class: 'bar' },
    about.runs.length > 0 && h('select', {
      'aria-label': 'Run', value: about.origin === 'report' ? 'laidout' : String(about.run),
      onChange: (e) => change({
        ...(e.currentTarget.value === 'laidout' ? { laidout: '1' } : { laidout: null, run: e.currentTarget.value }), t: null, range: null, zone: null, open: null, pins: null,
      }),
    }, choices.map(([v, text]) => h('option', { value: v }, text))),
    about.hasBoardAxis && h(Choice, {
      label: 'Axis', value: about.axis, options: [['board', 'Board'], ['here', 'This machine']],
      onChange: (v) => change({ axis: v === 'board' ? null : v, t: null, range: null, zone: null, of: null, focus: null }),
    }),
    h(Choice, {
      label: 'Show', value: params.show ?? '', options: [['', 'Lanes'], ['flame', 'Flame graph'], ['top', 'Top list']],
      onChange: (v) => change({ show: v || null, focus: null }),
    }),
    h(Search, { params, show, extra }),
    h('input', {
      type: 'search', placeholder: 'Filter lanes', 'aria-label': 'Filter lanes', value: params.lanes ?? '', class: 'narrow',
      onInput: (e) => change({ lanes: e.currentTarget.value }),
    }),
    h('span', { class: 'gap' }),
    measure && h('button', { onClick: zoomMeasured, title: 'Zoom to the selected range (f)' }, 'Zoom to range'),
    h('span', { class: 'soft' }, `${count(about.zones)} zones`),
    h('button', { 'aria-label': 'Zoom out', title: 'Zoom out (−)', onClick: () => setAxis(axis.zoomed(2, 0.5)) }, '−'),
    h('button', { 'aria-label': 'Zoom in', title: 'Zoom in (+)', onClick: () => setAxis(axis.zoomed(0.5, 0.5)) }, '+'),
    h('button', { title: 'Show all (0)', onClick: () => setAxis(axis.whole()) }, 'All'));
}

/** Zones by name: which of how many, and the next. */
function Search({ params, show, extra }) {
  const text = params.find ?? '';
  const place = Number(params.place ?? 0);
  const answer = useData(text.trim() ? 'timeline/find' : null, { ...extra, text, place });
  const found = text.trim() ? answer.data : null;
  const go = async (to) => {
    const hit = await ask('timeline/find', { ...extra, text, place: to });
    if (hit.all > 0) { change({ place: hit.place || null }); show(hit); }
  };
  useKeys([
    { keys: 'n', does: 'the next zone that is searched for', run: () => text && go(place + 1) },
    { keys: 'p', does: 'the one before', run: () => text && go(place - 1) },
  ], [text, place]);
  return h('span', { class: 'search', role: 'search' },
    h('input', {
      type: 'search', placeholder: 'Search zones', 'aria-label': 'Search zones', value: text,
      onInput: (e) => change({ find: e.currentTarget.value, place: null }),
      onKeyDown: (e) => e.key === 'Enter' && text && go(params.zone ? place + (e.shiftKey ? -1 : 1) : place),
    }),
    found && h('span', { class: 'soft', role: 'status' }, found.all === 0 ? 'none' : `${count(place + 1)} of ${count(found.all)}`),
    found?.all > 0 && [
      h('button', { class: 'quiet', 'aria-label': 'Previous match', title: 'Previous match (p)', onClick: () => go(place - 1) }, '‹'),
      h('button', { class: 'quiet', 'aria-label': 'Next match', title: 'Next match (n)', onClick: () => go(place + 1) }, '›'),
    ]);
}

/** Performance: what tt-perf-report says of a run, as a table, as sums and as charts. */
import { h, useCallback, useEffect, useMemo, useState } from '../ui/h.js';
import { ask, useData, useDataOnceImported } from '../api.js';
import { change } from '../state.js';
import { board, count, namesOf, nanos, percent } from '../format.js';
import { Answered, Choice, Command, Empty, Figure, Loading } from '../ui/parts.js';
import { Rows } from '../ui/rows.js';
import { useKeys } from '../keys.js';
import { COLUMNS, chosenColumns } from './performance/columns.js';
import { Charts } from './performance/charts.js';
import { Stacked } from './performance/stacked.js';
import { RowPanel } from './performance/row.js';

/** Switches of the report itself: which rows it is of. */
const OPTIONS = ['start', 'end', 'whole', 'signposts', 'ids', 'arch', 'tracing', 'nohost', 'apart'];
const FILTERS = ['text', 'bound', 'category', 'least'];
const POLL_MILLIS = 300;

const pick = (params, names) => Object.fromEntries(names.filter((n) => params[n]).map((n) => [n, params[n]]));

const Nothing = () => h(Empty, { title: 'No performance report was found' },
  'It is made from ', h(Command, null, 'ops_perf_results_*.csv'), ', which the profiler leaves: ',
  h(Command, null, 'tilescope profile -r demo bert'), ' makes one with modelled device times; on a board ',
  h(Command, null, 'python -m tracy -r -m pytest ...'), ' does. Then name the run’s folder or the CSV: ',
  h(Command, null, 'tilescope serve ops_perf_results.csv'), '. With the report of the same run beside it, rows lead to operations and back.');

export default function PerformanceView({ params }) {
  const options = pick(params, OPTIONS);
  const [tries, again] = useState(0);
  const about = useData('performance/about', { ...options, tries: tries || undefined });
  useEffect(() => {
    if (!about.data?.reading) return undefined;
    const timer = setTimeout(() => again((n) => n + 1), POLL_MILLIS);
    return () => clearTimeout(timer);
  }, [about.data]);
  return h(Answered, { answer: about }, (data) => {
    if (!data.found) return h(Nothing);
    if (data.reading) return h(Loading);
    return h(Performance, { about: data, params, options });
  });
}

/** Rows and operations, each by the other. */
function useLinks(options) {
  const answer = useDataOnceImported('performance/links', options);
  return useMemo(() => {
    const operationOf = new Map();
    const rowOf = new Map();
    const pairs = answer.data?.pairs ?? [];
    for (let i = 0; i < pairs.length; i += 2) {
      operationOf.set(pairs[i], pairs[i + 1]);
      if (!rowOf.has(pairs[i + 1])) rowOf.set(pairs[i + 1], pairs[i]);
    }
    return { operationOf, rowOf, doubts: answer.data?.doubts ?? {}, problem: answer.error?.message ?? answer.data?.problem, data: answer.data };
  }, [answer.data, answer.error]);
}

function Performance({ about, params, options }) {
  const links = useLinks(options);
  const mode = params.show ?? 'table';
  const open = (id) => change({ row: id, operation: null });
  const asked = params.operation ? links.rowOf.get(Number(params.operation)) : undefined;
  useEffect(() => { if (asked !== undefined) open(asked); }, [asked]);
  const modelled = about.notices.some((n) => n.includes('modelled'));
  return h('div', { class: 'view performance' },
    h('div', { class: 'bar' },
      h(Run, { about }),
      h(Choice, { label: 'Show', value: mode, options: [['table', 'Table'], ['stacked', 'Sums'], ['charts', 'Charts']], onChange: (v) => change({ show: v === 'table' ? null : v }) }),
      h(Switches, { about, params })),
    h(Figures, { about, modelled, links }),
    h(Notes, { about, links, params }),
    h('div', { class: 'split' },
      asked !== undefined || (params.operation && !links.data && !links.problem) ? h(Loading) : mode === 'stacked' ? h(Stacked, { options, params, modelled })
        : mode === 'charts' ? h(Charts, { options, open, modelled })
          : h(Table, { params, options, about, links, open }),
      params.row && h(RowPanel, { id: Number(params.row), options, links, modelled, close: () => change({ row: null }) })));
}

/** Whose numbers these are: a run's, whichever report is chosen. */
function Run({ about }) {
  const names = namesOf(about.runs.map((r) => r.path));
  if (names.length === 1) return h('span', { class: 'soft', title: about.runs[0].path }, `Run ${names[0]}`);
  return h('select', {
    'aria-label': 'Run', value: String(about.run), onChange: (e) => change({ run: e.currentTarget.value, row: null, start: null, end: null }),
  }, about.runs.map((r, i) => h('option', { value: String(r.id) }, names[i])));
}

function Figures({ about, modelled, links }) {
  const all = about.time + about.gaps;
  const micros = (m) => nanos(m * 1e3);
  return h('div', { class: 'figures tight' },
    h(Figure, { name: modelled ? 'Device time, modelled' : 'Device time', value: micros(about.time), note: [about.modelled > 0 && board(about), all > 0 && percent(about.time / all) + ' of the whole'].filter(Boolean).join('; ') }),
    h(Figure, { name: modelled ? 'Gaps, modelled' : 'Gaps between operations', value: micros(about.gaps), note: all > 0 ? percent(about.gaps / all) + ' of the whole' : '' }),
    h(Figure, { name: 'Device operations', value: count(about.rows - about.host - about.signpostRows), note: about.host > 0 ? `and ${count(about.host)} on the host` : 'none on the host' }),
    h(Figure, { name: 'Board', value: about.arch, note: `${about.workerCores ? about.workerCores + ' worker cores, ' : ''}${about.dramPeak ? about.dramPeak + ' GB/s, ' : ''}${about.devices} device${about.devices === 1 ? '' : 's'}` }),
    h(Figure, { name: 'Linked with the report', ...linked(links) }));
}

/** One list of operations may be a part of the other, by chance too: how much of both is linked says which. */
function linked({ problem, data }) {
  if (problem) return { value: 'no', note: 'see below' };
  if (!data) return { value: '…', note: 'the report is being read' };
  return { value: `${count(data.linked)} of ${count(data.rows)} rows`, note: `${count(data.found)} of ${count(data.known)} device operations in it` };
}

/** Options of the command line are not chosen here. @param {string} notice */
const withoutFlags = (notice) => notice.replaceAll(/ \(--[a-z-]+\)|; [^;]*: --[a-z-]+$/g, '');

function Notes({ about, links, params }) {
  const notes = [...about.notices.map(withoutFlags),
    about.longGaps > 0 && `The device waited more than 6.5 µs before ${count(about.longGaps)} operations: a metal trace could save ${nanos(about.savable * 1e3)}.`,
    about.host > 0 && `${count(about.host)} operations ran on the host: move them to the device.`, links.problem && 'Rows are not linked with operations: ' + links.problem + '.',
    about.rows === 0 && 'No operations are left: choose other signposts, or the whole file.',
    params.operation && links.data && !links.rowOf.has(Number(params.operation)) && `Operation ${params.operation} ran nothing that is a row here.`].filter(Boolean);
  return notes.length > 0 && h('div', { class: 'notes', role: 'status' }, notes.map((n) => h('p', null, n)));
}

/** Which rows the report is of. */
function Switches({ about, params }) {
  const flag = (name, text, title) => h('label', { title }, h('input', {
    type: 'checkbox', checked: params[name] === '1', onChange: (e) => change({ [name]: e.currentTarget.checked ? '1' : null }),
  }), text);
  const signpost = (name, text) => h('select', {
    'aria-label': text, value: params[name] ?? '', onChange: (e) => change({ [name]: e.currentTarget.value }),
  }, h('option', { value: '' }, text), about.signposts.map((s) => h('option', { value: s }, s)));
  return [
    about.signposts.length > 0 && [signpost('start', 'From signpost …'), signpost('end', 'To signpost …'),
      flag('whole', 'Whole file', 'Ignore signposts'), flag('signposts', 'Show signposts', 'Signposts are rows too')],
    about.archs.length > 0 && h('select', {
      'aria-label': 'Peaks of', title: 'The file names no architecture: percentages are of the peaks of this one',
      value: about.arch, onChange: (e) => change({ arch: e.currentTarget.value }),
    }, about.archs.map((a) => h('option', { value: a }, 'Peaks of ' + a))),
    flag('nohost', 'No host ops', 'Leave out operations of the host'),
    about.devices > 1 && flag('apart', 'Devices apart', 'A row for each device; else the slowest, or the mean of collectives'),
    flag('tracing', 'Tracing mode', 'Keep the order of the file: for replayed traces'),
  ];
}

function Table({ params, options, about, links, open }) {
  const filters = pick(params, FILTERS);
  const sort = params.sort ? { key: params.sort, down: params.down === '1' } : undefined;
  const asked = { ...options, ...filters, sort: params.sort, down: params.down };
  const version = JSON.stringify([asked, params.run]);
  const fetch = useCallback((from, number) => ask('performance', { ...asked, from, count: number }), [version]);
  const columns = useMemo(() => chosenColumns(params.columns, { links, devices: about.devices, minor: 0.5 }), [params.columns, links, about]);
  const onSort = (key) => change(sort?.key !== key ? { sort: key, down: '1' } : sort.down ? { down: null } : { sort: null, down: null });
  const start = useStart(params.row, asked, version);
  useKeys([{ keys: 'c', does: 'clear filters', run: () => change(Object.fromEntries(FILTERS.map((f) => [f, null]))) }]);
  const wide = columns.reduce((sum, c) => sum + Number(/\d+/.exec(c.width)[0]), 0);
  return h('div', { class: 'table', style: { '--wide': wide + 'px' } },
    h('div', { class: 'bar' },
      h('input', { type: 'search', placeholder: 'Filter operations', 'aria-label': 'Filter operations', value: params.text ?? '', onInput: (e) => change({ text: e.currentTarget.value }) }),
      h(Pick, { label: 'Bound', value: params.bound, options: about.bounds, onChange: (bound) => change({ bound }) }),
      h(Pick, { label: 'Category', value: params.category, options: about.categories, onChange: (category) => change({ category }) }),
      h('label', null, 'At least', h('input', {
        type: 'number', min: 0, max: 100, step: 0.1, class: 'number', value: params.least ?? '', 'aria-label': 'At least so many percent', placeholder: '0',
        onInput: (e) => change({ least: e.currentTarget.value }),
      }), '%'),
      h('span', { class: 'gap' }),
      h(ColumnPicker, { chosen: params.columns })),
    start !== null && h(Rows, {
      label: 'Performance report', name: 'performance', columns, fetch, version: version + start, sort, onSort, start,
      onOpen: (r) => open(r.id), rowClass: (r) => (String(r.id) === params.row ? 'chosen ' : '') + (r.kind === 'signpost' ? 'signpost' : r.total < 0.5 && r.kind !== 'host' ? 'minor' : ''),
      empty: h(Empty, { title: 'No rows' }, 'No operation passes these filters.'),
    }));
}

/** Where the table begins: at the row that the address names, once. Null until that is known. */
function useStart(row, asked, version) {
  const [start, set] = useState(row ? null : 0);
  useEffect(() => {
    if (start !== null) return;
    ask('performance', { ...asked, find: row, count: 1 }).then((a) => set(Math.max(0, a.place)), () => set(0));
  }, [version]);
  return start;
}

const Pick = ({ label, value, options, onChange }) => h('select', {
  'aria-label': label, value: value ?? '', onChange: (e) => onChange(e.currentTarget.value),
}, h('option', { value: '' }, `${label}: any`), options.map((o) => h('option', { value: o }, o)));

function ColumnPicker({ chosen }) {
  const shown = new Set(chosen ? chosen.split(',') : COLUMNS.filter((c) => c.first).map((c) => c.key));
  const flip = (key) => {
    if (!shown.delete(key)) shown.add(key);
    change({ columns: COLUMNS.map((c) => c.key).filter((k) => shown.has(k)).join(',') });
  };
  return h('details', { class: 'picker' }, h('summary', null, 'Columns'),
    h('div', { class: 'panel' }, COLUMNS.map((c) => h('label', null, h('input', {
      type: 'checkbox', checked: shown.has(c.key), onChange: () => flip(c.key),
    }), c.label)), h('button', { class: 'quiet', onClick: () => change({ columns: null }) }, 'As at first')));
}

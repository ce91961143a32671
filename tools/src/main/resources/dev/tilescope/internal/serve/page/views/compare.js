/** Compare: two reports side by side, their operations aligned; what changed and by how much. */
import { h, useCallback, useEffect, useState } from '../ui/h.js';
import { ask, useData } from '../api.js';
import { change, link } from '../state.js';
import { board, bytes, count, namesOf, nanos } from '../format.js';
import { Answered, Choice, Command, Empty } from '../ui/parts.js';
import { Rows } from '../ui/rows.js';
import { LocalRows } from '../ui/local.js';
import { useKeys } from '../keys.js';
import { Curves } from './compare/curves.js';
import { Pair } from './compare/pair.js';
import { whatChanged } from './compare/words.js';
import { Delta } from './compare/delta.js';
import { DeviceTime, Times } from './compare/times.js';

const SHOW = [['changes', 'Changes'], ['all', 'All'], ['changed', 'Changed'], ['added', 'Added'], ['removed', 'Removed']];
const signs = { same: '', changed: '~', added: '+', removed: '−' };
const time = (n) => (n < 0 ? '–' : nanos(n));
const more = (r) => Math.max(0, r.nanosB) - Math.max(0, r.nanosA);
const signed = (n, format) => (n === 0 ? '' : (n < 0 ? '−' : '+') + format(Math.abs(n)));

const COLUMNS = [
  { key: 'kind', label: '', width: '34px', cell: (r) => h('span', { class: 'kind ' + r.kind, title: r.kind }, signs[r.kind]) },
  { key: 'a', label: 'Before', width: '74px', align: 'right', cell: (r) => (r.a < 0 ? '' : r.a) },
  { key: 'b', label: 'After', width: '74px', align: 'right', cell: (r) => (r.b < 0 ? '' : r.b) },
  { key: 'name', label: 'Operation', width: 'minmax(120px, 1fr)', cell: (r) => h('span', { title: r.name }, r.name) },
  { key: 'changes', label: 'What changed', width: 'minmax(90px, .7fr)', cell: (r) => h('span', { class: 'warm', title: r.changes.join(', ') }, r.changes.join(', ')), plain: (r) => r.changes.join(' ') },
  { key: 'nanosA', label: 'Host before', width: '96px', align: 'right', cell: (r) => time(r.nanosA) },
  { key: 'nanosB', label: 'Host after', width: '96px', align: 'right', cell: (r) => time(r.nanosB) },
  { key: 'nanosMore', label: 'Longer by', width: '100px', align: 'right', sortable: true, plain: more, cell: (r) => h('span', { class: more(r) > 0 ? 'worse' : 'better' }, signed(more(r), nanos)) },
  { key: 'l1More', label: 'L1 in use', width: '96px', align: 'right', plain: (r) => (r.l1A < 0 || r.l1B < 0 ? '' : r.l1B - r.l1A), cell: (r) => (r.l1A < 0 || r.l1B < 0 ? '' : h('span', { class: r.l1B > r.l1A ? 'worse' : 'better' }, signed(r.l1B - r.l1A, bytes))) },
];

const isReport = (s) => s.kind === 'database' || s.kind === 'report';

function Reports({ list, ids }) {
  const names = namesOf(list.map((s) => s.path));
  const choose = (label, key) => h('label', null, label, h('select', { value: ids[key], 'aria-label': label, onChange: (e) => change({ [key]: e.currentTarget.value, row: null }) },
    list.map((s, i) => h('option', { value: String(s.id), disabled: key === 'other' && String(s.id) === ids.report }, names[i]))));
  return [choose('Before', 'report'),
    h('button', { class: 'quiet', title: 'Swap', 'aria-label': 'Swap before and after', onClick: () => change({ report: ids.other, other: ids.report, row: null }) }, '⇄'),
    choose('After', 'other')];
}

const Number2 = ({ name, a, b, format }) => h('div', { class: 'figure' }, h('span', { class: 'name' }, name),
  h('strong', null, a === b ? format(b) : [h('span', { class: 'was' }, format(a)), ' → ', format(b)]), h('span', { class: 'note' }, h(Delta, { a, b, format })));

/** Device time of both, each with what a board may take. */
const Modelled = ({ before, after }) => h('div', { class: 'figure' }, h('span', { class: 'name' }, 'Device time, modelled'),
  h('strong', null, before.modelled === after.modelled ? nanos(after.modelled) : [h('span', { class: 'was' }, time(before.modelled || -1)), ' → ', nanos(after.modelled)]),
  h('span', { class: 'note' }, before.modelled > 0 && [h(Delta, { a: before.modelled, b: after.modelled, format: nanos }), '; '],
    before.modelled > 0 && before.modelled !== after.modelled && `${board(before)} → `, board(after)));

/** What decides whether it fits, of the device that comes nearest to not fitting. */
function PeakFigure({ data, part, name }) {
  const found = (which) => data.peaks.map((p) => p[which]?.[part]?.bytes).filter((v) => v !== undefined);
  const worst = (values) => (part === 'headroom' ? Math.min(...values) : Math.max(0, ...values));
  const [a, b] = [worst(found('A')), worst(found('B'))];
  if (!isFinite(a) || !isFinite(b)) return null;
  return h('div', { class: 'figure' }, h('span', { class: 'name' }, name),
    h('strong', null, a === b ? bytes(b) : [h('span', { class: 'was' }, bytes(a)), ' → ', bytes(b)]),
    h('span', { class: 'note' }, part === 'dram' || data.before.whole === data.after.whole ? h(Delta, { a, b, format: bytes, moreIsBetter: part === 'headroom' })
      : 'One report lacks circular buffers, so the two cannot be compared.'));
}

const notCompared = (data) => (data.before.hasCalls === data.after.hasCalls ? 'One report has them from a recorded call, the other from the trace.'
  : `Only the report ${data.before.hasCalls ? 'before' : 'after'} has recorded calls (python_io); the other has arguments from the trace. They do not compare.`);

function Figures({ data, times }) {
  const c = data.counts;
  return h('div', { class: 'figures compare-figures' },
    h('div', { class: 'figure' }, h('span', { class: 'name' }, 'Changes'),
      h('strong', null, c.changed + c.added + c.removed === 0 ? 'none' : count(c.changed + c.added + c.removed)),
      h('span', { class: 'note' }, `${count(c.same)} same, ${count(c.changed)} changed, ${count(c.added)} added, ${count(c.removed)} removed`),
      data.argumentsNotCompared > 0 && h('span', { class: 'note warm', title: notCompared(data) }, `arguments of ${count(data.argumentsNotCompared)} not compared`)),
    h(Number2, { name: 'Operations', a: data.before.operations, b: data.after.operations, format: count }),
    times && h(DeviceTime, { times }),
    data.after.modelled > 0 && h(Modelled, { before: data.before, after: data.after }),
    h(Number2, { name: 'Host time', a: data.before.nanos, b: data.after.nanos, format: nanos }),
    h(PeakFigure, { data, part: 'l1', name: 'L1 per core' }),
    h(PeakFigure, { data, part: 'headroom', name: 'L1 headroom' }),
    h(PeakFigure, { data, part: 'dram', name: 'DRAM per bank' }));
}

const LAYER_COLUMNS = [
  { key: 'kind', label: '', width: '34px', cell: (r) => h('span', { class: 'kind ' + r.kind, title: r.kind }, signs[r.kind]) },
  { key: 'layers', label: 'In layers', width: 'minmax(120px, .7fr)', cell: (r) => `${count(r.times)} × ${r.layers}`, plain: (r) => `${r.times} × ${r.layers}` },
  { key: 'name', label: 'Operation', width: 'minmax(120px, 1fr)', cell: (r) => h('span', { title: r.name }, r.name) },
  { key: 'changes', label: 'What changed', width: 'minmax(90px, .7fr)', cell: (r) => h('span', { class: 'warm' }, r.changes.join(', ')), plain: (r) => r.changes.join(' ') },
];

const NAME_COLUMNS = [
  { key: 'name', label: 'Operation', width: '1fr' },
  { key: 'callsA', label: 'Calls before', width: '100px', align: 'right', cell: (r) => count(r.callsA) },
  { key: 'callsB', label: 'Calls after', width: '100px', align: 'right', cell: (r) => count(r.callsB) },
  { key: 'nanosA', label: 'Host before', width: '110px', align: 'right', cell: (r) => nanos(r.nanosA) },
  { key: 'nanosB', label: 'Host after', width: '110px', align: 'right', cell: (r) => nanos(r.nanosB) },
  { key: 'more', label: 'Change', width: '190px', align: 'right', cell: (r) => h(Delta, { a: r.nanosA, b: r.nanosB, format: nanos }), plain: (r) => r.nanosB - r.nanosA },
];

/** Where a peak stands, in the report that it is of. */
const at = (id, report, other) => (id <= 0 ? '' : h('a', { href: link('operation', { report, other, id }), onClick: (e) => e.stopPropagation() }, `#${id}`));

const PARTS = { l1: 'L1 per core', headroom: 'L1 headroom', dram: 'DRAM per bank' };

/** A row for each device and what is measured of it. */
const peakRows = (data) => data.peaks.flatMap((p) => Object.keys(PARTS).filter((part) => p.A?.[part] || p.B?.[part])
  .map((part) => ({ device: p.device, part, a: p.A?.[part]?.bytes ?? 0, atA: p.A?.[part]?.id ?? 0, b: p.B?.[part]?.bytes ?? 0, atB: p.B?.[part]?.id ?? 0 })));

const peakColumns = (ids) => [
  { key: 'part', label: 'What', width: '1fr', cell: (r) => PARTS[r.part], plain: (r) => PARTS[r.part] },
  { key: 'device', label: 'Device', width: '80px', align: 'right' },
  { key: 'a', label: 'Before', width: '120px', align: 'right', cell: (r) => bytes(r.a) },
  { key: 'atA', label: 'in', width: '90px', align: 'right', cell: (r) => at(r.atA, ids.report, ids.other) },
  { key: 'b', label: 'After', width: '120px', align: 'right', cell: (r) => bytes(r.b) },
  { key: 'atB', label: 'in', width: '90px', align: 'right', cell: (r) => at(r.atB, ids.other, ids.report) },
  { key: 'more', label: 'Change', width: '190px', align: 'right', cell: (r) => h(Delta, { a: r.a, b: r.b, format: bytes, moreIsBetter: r.part === 'headroom' }), plain: (r) => r.b - r.a },
];

function Operations({ ids, params, start }) {
  const show = params.show ?? 'changes';
  const sort = params.sort ?? 'order';
  const fetch = useCallback((from, n) => ask('compare/rows', { ...ids, from, count: n, show, sort, text: params.text }), [ids.report, ids.other, show, sort, params.text]);
  return h(Rows, {
    label: 'Aligned operations', name: 'changes', columns: COLUMNS, fetch, start, version: JSON.stringify([ids, show, sort, params.text, start]),
    onOpen: (r) => change({ row: r.row }), rowClass: (r) => 'is-' + r.kind, sort: sort === 'order' ? undefined : { key: 'nanosMore', down: sort === 'slower' },
    onSort: () => change({ sort: { order: 'slower', slower: 'faster', faster: null }[sort] }),
    empty: h(Empty, { title: show === 'changes' ? 'The same operations, with the same memory' : 'None' }, show === 'changes' ? 'Only times differ: sort All by “Longer by”, or look at By name.' : 'No operation is like this.'),
  });
}

function Both({ data, ids, params }) {
  const runs = useData('performance/compare', ids);
  const times = runs.data?.found ? runs.data : undefined;
  const tab = params.tab === 'times' && !times ? 'operations' : params.tab ?? 'operations';
  const [start, jump] = useState(0);
  const [text, type] = useState(params.text ?? '');
  useEffect(() => {
    const later = setTimeout(() => { if (text !== (params.text ?? '')) change({ text: text || null }); }, 200);
    return () => clearTimeout(later);
  }, [text]);
  useKeys([{ keys: 'Escape', does: '', run: () => change({ row: null }) }]);
  const toRow = (row) => { change({ show: 'all', sort: null, text: null, row, tab: null }); type(''); jump(row); };
  const c = data.counts;
  const counts = { changes: c.changed + c.added + c.removed, all: c.same + c.changed + c.added + c.removed, ...c };
  return [
    h('section', { class: 'panel in-words', 'aria-label': 'What changed' }, whatChanged(data).map((sentence) => h('p', null, sentence))),
    h(Figures, { data, times }),
    h(Curves, { ids, type: params.type ?? '1', onRow: toRow }),
    h('div', { class: 'bar' },
      h(Choice, { label: 'Table', value: tab, options: [['operations', 'Operations'], ['layers', `By layer ${count(data.layersInAll)}`], ['names', 'By name'], ['peaks', 'Peaks'], ...(times ? [['times', `Device time ${count(times.slower.length + times.faster.length)}`]] : [])], onChange: (v) => change({ tab: v === 'operations' ? null : v, by: null }) }),
      tab === 'operations' && h(Choice, { label: 'Show', value: params.show ?? 'changes', options: SHOW.map(([v, t]) => [v, `${t} ${count(counts[v])}`]), onChange: (v) => { jump(0); change({ show: v === 'changes' ? null : v, row: null }); } }),
      tab === 'operations' && h('input', { type: 'search', placeholder: 'Name', 'aria-label': 'Filter by name', value: text, onInput: (e) => type(e.currentTarget.value) })),
    h('div', { class: 'graph-main' },
      tab === 'operations' ? h(Operations, { ids, params, start })
        : tab === 'layers' ? h(LocalRows, {
          label: 'What changed alike in equal layers', columns: LAYER_COLUMNS, params, rows: data.layers, version: JSON.stringify(['layers', ids]), onOpen: (r) => toRow(r.row), rowClass: (r) => 'is-' + r.kind,
          empty: h(Empty, { title: 'Nothing changed alike in several layers' }, 'Operations has every change one by one.'),
        })
        : tab === 'times' ? h(Times, { times, params, ids })
        : tab === 'names' ? h(LocalRows, { label: 'Host time by name', columns: NAME_COLUMNS, params, rows: data.names, version: JSON.stringify(['names', ids]) })
          : h(LocalRows, { label: 'Peaks', columns: peakColumns(ids), params, rows: peakRows(data), version: JSON.stringify(['peaks', ids]) }),
      tab === 'operations' && params.row !== undefined && h(Pair, { ids, row: Number(params.row), close: () => change({ row: null }) })),
  ];
}

function Compared({ ids, params }) {
  const answer = useData('compare', ids);
  return h(Answered, { answer }, (data) => h(Both, { data, ids, params }));
}

export default function Compare({ params }) {
  const sources = useData('sources');
  return h(Answered, { answer: sources }, (data) => {
    const list = data.sources.filter(isReport);
    if (list.length < 2) {
      return h(Empty, { title: 'There is one report' }, 'To compare two, name both: ', h(Command, null, 'tilescope serve BEFORE AFTER'),
        '. For a check in a script: ', h(Command, null, 'tilescope diff BEFORE AFTER'));
    }
    const report = params.report ?? String(list[0].id);
    const other = params.other && params.other !== report ? params.other : String(list.find((s) => String(s.id) !== report).id);
    const ids = { report, other };
    return h('div', { class: 'view compare-view' },
      h('div', { class: 'bar' }, h(Reports, { list, ids })),
      h(Compared, { ids, params, key: report + ' ' + other }));
  });
}

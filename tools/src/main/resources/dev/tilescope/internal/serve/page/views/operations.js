/** Operations: the list, with repeated layers folded and what is inside operations a step away. */
import { h, useCallback, useMemo, useRef, useState } from '../ui/h.js';
import { ask, useDataOnceImported } from '../api.js';
import { change, go, link } from '../state.js';
import { brief, bytes, count, nanos } from '../format.js';
import { useKeys } from '../keys.js';
import { Rows } from '../ui/rows.js';
import { Empty } from '../ui/parts.js';
import { Marked, Search, Switch, TimeBar, shortSource } from './lists/parts.js';

const opened = (params) => (params.open ?? '').split('.').filter(Boolean);

/** Opens or closes something: what is open stands in the address. */
function toggle(params, tokens, on) {
  const rest = opened(params).filter((t) => !tokens.includes(t));
  change({ open: (on ? [...rest, ...tokens] : rest).join('.') || null });
}

/** @param {any} row @param {boolean} on */
function toggleRow(params, row, on) {
  if (row.kind === 'operation') toggle(params, ['o' + row.id], on);
  if (row.kind === 'layer') toggle(params, ['i' + row.token], on);
  if (row.kind === 'group') {
    if (on) toggle(params, ['g' + row.token, ...(row.period > 1 ? ['i' + row.token] : [])], true);
    else toggle(params, ['g' + row.token, 'a' + row.token, 'i' + row.token], false);
  }
}

const groupTitle = (row) => `${row.name} × ${count(row.copies)}`;

function groupNote(row) {
  const names = `${row.names.map(brief).join(', ')}${row.names.length > 3 ? ' …' : ''}`;
  return row.period > 1 ? `${row.operations === row.copies * row.period ? '' : 'up to '}${row.period} operations: ${names}` : names === brief(row.name) ? '' : names;
}

function Title({ row, params }) {
  switch (row.kind) {
    case 'group': return h('span', { class: 'group-title' }, h('b', null, groupTitle(row)), h('span', { class: 'soft' }, groupNote(row)),
      row.open && row.period > 1 && h('button', {
        class: 'quiet small',
        onClick: (e) => { e.stopPropagation(); toggle(params, ['a' + row.token], !opened(params).includes('a' + row.token)); },
      }, opened(params).includes('a' + row.token) ? 'open one' : 'open all'));
    case 'layer': return h('span', { class: 'soft' }, `${row.name} ${count(row.number)} of ${count(row.of)} · operations ${row.id} to ${row.last}`);
    case 'argument': return h('span', { class: 'under', title: row.value }, h('span', { class: 'argument' }, row.name), ' ', h('code', null, row.value));
    case 'call': return h('span', { class: 'under' }, row.device ? h('span', { class: 'tag' }, 'device') : null, h('code', { class: row.device ? 'device' : '' }, row.name));
    case 'note': return h('span', { class: 'under soft' }, row.value);
    default: return h('span', { class: 'op-title' }, row.error && h('span', { class: 'error-mark', title: 'This operation failed', 'aria-label': 'error' }, '!'),
      h(Marked, { text: row.name, find: params.text }));
  }
}

function NameCell({ row, params }) {
  const can = ['operation', 'group', 'layer'].includes(row.kind);
  const indent = row.depth * 18 + (row.kind === 'call' ? (row.level - 1) * 14 : 0);
  return h('span', { class: 'tree', style: { paddingLeft: indent + 'px' } },
    can ? h('button', {
      class: 'quiet twist', 'aria-label': row.open ? 'Close' : 'Open', 'aria-expanded': row.open, tabIndex: -1,
      onClick: (e) => { e.stopPropagation(); toggleRow(params, row, !row.open); },
    }, row.open ? '▾' : '▸') : h('span', { class: 'twist' }),
    h(Title, { row, params }));
}

const signed = (n) => (n === undefined || n === 0 ? '' : (n > 0 ? '+' : '−') + bytes(Math.abs(n)));

/** Columns for what this report knows. */
function columnsFor(facts, params) {
  const columns = [
    { key: 'id', label: 'Id', width: '76px', align: 'right', sortable: true, cell: (r) => (r.kind === 'operation' ? r.id : '') },
    { key: 'name', label: 'Operation', width: 'minmax(280px, 1fr)', sortable: true, cell: (r) => h(NameCell, { row: r, params }), plain: (r) => (r.kind === 'group' ? groupTitle(r) : r.name ?? r.value ?? '') },
    { key: 'source', label: 'Source', width: 'minmax(100px, 200px)', cell: (r) => r.source && h('span', { class: 'soft mono', title: r.source }, shortSource(r.source)) },
  ];
  if (facts.deltas) columns.push({ key: 'delta', label: 'Memory ±', width: '100px', align: 'right', sortable: true, cell: (r) => signed(r.delta) });
  if (facts.peaks) columns.push({ key: 'peak', label: 'Peak L1 inside', width: '116px', align: 'right', sortable: true, cell: (r) => (r.peak > 0 ? bytes(r.peak) : '') });
  if (facts.modelled) columns.push({ key: 'modelled', label: 'Modelled (a board)', width: '232px', align: 'right', sortable: true, cell: (r) => (r.modelled > 0 ? [nanos(r.modelled), h('span', { class: 'soft' }, ` (${nanos(r.modelledLow)} to ${nanos(r.modelledHigh)})`)] : '') });
  columns.push({
    key: 'nanos', label: 'Host time (bars: log)', width: '220px', align: 'right', sortable: true,
    cell: (r) => (r.nanos >= 0 ? h(TimeBar, { nanos: r.nanos, shortest: facts.shortest, longest: facts.longest, bar: r.kind === 'operation' }) : ''),
  });
  return columns;
}

const NOTHING_KNOWN = { deltas: false, peaks: false, modelled: false, shortest: 1, longest: 1, errors: 0, operations: 0, byShape: true };
const WANTED = ['text', 'name', 'errors', 'nofree', 'sort', 'down', 'flat', 'open'];

export default function Operations({ params }) {
  const [facts, learn] = useState(NOTHING_KNOWN);
  const [target, jump] = useState(null);
  const names = useDataOnceImported('operation-names');
  const search = useRef(null);
  const at = useRef(Number(params.at ?? 0));
  const wanted = Object.fromEntries(WANTED.map((k) => [k, params[k]]));
  const version = JSON.stringify([wanted, params.report, params.rank]);
  const scope = JSON.stringify([{ ...wanted, open: null }, params.report, params.rank, target]);
  const fetch = useCallback(async (from, n) => {
    const answer = await ask('operations', { ...wanted, from, count: n });
    learn((f) => (f.longest === answer.longest && f.operations === answer.operations && f.byShape === answer.byShape ? f : answer));
    return answer;
  }, [version]);
  const columns = useMemo(() => columnsFor(facts, params), [facts, version]);
  const sort = { key: params.sort ?? 'id', down: params.down === '1' };
  const setSort = (key) => {
    if (sort.key !== key) change({ sort: key === 'id' ? null : key, down: key === 'name' || key === 'id' ? null : '1', at: null });
    else if (key === 'id') change({ sort: null, down: sort.down ? null : '1', at: null });
    else change({ down: sort.down ? null : '1', at: null });
  };
  const goTo = async (id) => {
    const answer = await ask('operations', { ...wanted, from: 0, count: 0, place: id });
    if (answer.place >= 0) { change({ at: answer.place }); jump({ id, row: answer.place }); }
  };
  const open = (row, index) => {
    if (row.kind === 'operation') { change({ at: index }); go('operation', { id: row.id }); } else toggleRow(params, row, !row.open);
  };
  const onKey = (e, row) => {
    if (e.key === 'ArrowRight' && !row.open) toggleRow(params, row, true);
    if (e.key === 'ArrowLeft' && row.open) toggleRow(params, row, false);
  };
  useKeys([
    { keys: 'f', does: 'filter the list', run: () => search.current?.focus() },
    { keys: 'x', does: 'layers folded or not', run: () => change({ flat: params.flat ? null : '1', at: null }) },
    { keys: 'd', does: 'deallocations shown or not', run: () => change({ nofree: params.nofree ? null : '1', at: null }) },
    { keys: '→ ←', does: 'open and close a row', run: () => {} },
  ], [version]);
  const filtered = params.text || params.name || params.errors;
  return h('div', { class: 'view' },
    h('div', { class: 'bar', role: 'search', 'aria-label': 'Operations' },
      h(Search, { label: 'Filter operations', value: params.text ?? '', onChange: (text) => change({ text, at: null }), input: search }),
      h('select', { 'aria-label': 'Name', class: 'names', value: params.name ?? '', onChange: (e) => change({ name: e.currentTarget.value || null, at: null }) },
        h('option', { value: '' }, 'All names'),
        params.name && !names.data?.names.some((n) => n.name === params.name) && h('option', { value: params.name }, params.name),
        names.data?.names.map((n) => h('option', { value: n.name }, `${n.name} (${count(n.calls)})`))),
      h(Switch, { label: 'Fold layers', on: !params.flat, onChange: (on) => change({ flat: on ? null : '1', at: null }) }),
      h(Switch, { label: 'Deallocations', on: !params.nofree, onChange: (on) => change({ nofree: on ? null : '1', at: null }) }),
      h(Switch, { label: `Only errors${facts.errors ? ` (${count(facts.errors)})` : ''}`, on: !!params.errors, onChange: (on) => change({ errors: on ? '1' : null, at: null }) }),
      opened(params).length > 0 && h('button', { class: 'quiet', onClick: () => change({ open: null }) }, 'Close all'),
      h('span', { class: 'gap' }),
      !facts.byShape && !params.flat && !filtered && sort.key === 'id' && h('span', { class: 'soft', title: 'Shapes differ from layer to layer, so layers are told by the names of operations.' }, 'layers by name'),
      h('form', { class: 'jump', onSubmit: (e) => { e.preventDefault(); const id = Number(e.currentTarget.elements.id.value); if (id) goTo(id); } },
        h('input', { name: 'id', inputMode: 'numeric', placeholder: 'Go to id', 'aria-label': 'Go to operation id', size: 8 }))),
    h(Rows, {
      label: 'Operations', name: 'operations', columns, fetch, version, scope, sort, onSort: setSort, onOpen: open, onKey,
      start: target?.row ?? at.current, rowClass: (r) => `kind-${r.kind}${r.error ? ' failed' : ''}`,
      empty: h(Empty, { title: filtered ? 'No operation fits' : 'The report has no operations' },
        filtered ? h('a', { href: link('operations') }, 'Show all operations') : 'Nothing was called while it was captured.'),
    }));
}

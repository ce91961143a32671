/** Tensors: what each is, who made and used it, how long it lived, and what it cost to free it late. */
import { h, useCallback, useMemo, useRef, useState } from '../ui/h.js';
import { ask } from '../api.js';
import { change, go, link } from '../state.js';
import { REGIONS, bytes, count, hex } from '../format.js';
import { useKeys } from '../keys.js';
import { Rows } from '../ui/rows.js';
import { Choice, Empty } from '../ui/parts.js';
import { LifeBar, Marked, Search, shortLayout, shortPlacement, shortType } from './lists/parts.js';

const ONLY = [['all', 'All'], ['late', 'Freed late'], ['fan-out', 'High fan-out'], ['never-freed', 'Never freed'], ['never-used', 'Never used']];
const REGION_NAMES = [['', 'Anywhere'], ['1', 'L1'], ['0', 'DRAM'], ['3', 'L1_SMALL'], ['2', 'System memory'], ['-1', 'Host']];

const right = { align: 'right', sortable: true };
const stop = (e) => e.stopPropagation();
const operationLink = (id) => (id === undefined ? '' : h('a', { href: link('operation', { id }), onClick: stop, tabIndex: -1 }, id));

function columnsFor(facts, params) {
  return [
    { key: 'id', label: 'Id', width: '58px', ...right },
    { key: 'shape', label: 'Shape', width: 'minmax(158px, 1fr)', sortable: true, cell: (r) => h('span', { class: 'mono', title: r.shape }, h(Marked, { text: r.shape, find: params.text })) },
    { key: 'dtype', label: 'Type', width: '76px', sortable: true, cell: (r) => shortType(r.dtype) },
    { key: 'layout', label: 'Layout', width: '92px', sortable: true, cell: (r) => shortLayout(r.layout) },
    {
      key: 'region', label: 'Memory', width: '142px', sortable: true,
      cell: (r) => [h('span', { class: 'region region-' + (r.region ?? 'host') }, REGIONS[r.region] ?? 'host'), ' ', r.placement === 'INTERLEAVED' ? '' : h('span', { class: 'soft', title: shortPlacement(r.placement) }, shortPlacement(r.placement))],
      plain: (r) => `${REGIONS[r.region] ?? 'host'} ${r.placement}`,
    },
    { key: 'bytes', label: 'Size', width: '92px', ...right, cell: (r) => bytes(r.bytes) },
    { key: 'address', label: 'Address', width: '94px', ...right, cell: (r) => (r.address === undefined ? '' : h('span', { class: 'mono' }, hex(r.address))) },
    {
      key: 'producer', label: 'Producer', width: 'minmax(124px, 1.4fr)', sortable: true,
      cell: (r) => (r.producer === undefined ? h('span', { class: 'soft' }, 'none') : [operationLink(r.producer), ' ', h('span', { class: 'soft', title: r.producerName }, h(Marked, { text: r.producerName ?? '', find: params.text }))]),
      plain: (r) => `${r.producer ?? ''} ${r.producerName ?? ''}`,
    },
    { key: 'uses', label: 'Uses', width: '52px', ...right, cell: (r) => h('span', { class: r.uses > 6 ? 'warm' : '' }, count(r.uses)) },
    { key: 'last', label: 'Last use', width: '84px', ...right, cell: (r) => operationLink(r.last) },
    { key: 'freed', label: 'Freed', width: '60px', ...right, cell: (r) => operationLink(r.freed) },
    { key: 'first', label: 'Lifetime', width: 'minmax(72px, 1fr)', sortable: true, cell: (r) => h(LifeBar, { tensor: r, from: facts.firstOperation, to: facts.lastOperation }) },
    { key: 'late', label: 'Late', width: '54px', ...right, cell: (r) => (r.late > 0 ? h('span', { class: 'warm', title: `${count(r.late)} operations ran between its last use and its end` }, count(r.late)) : '') },
    { key: 'wasted', label: 'Wasted', width: '86px', ...right, cell: (r) => (r.wasted > 0 ? h('span', { title: `${bytes(r.bytes)} × ${count(r.late)} operations` }, bytes(r.wasted)) : '') },
  ];
}

const WANTED = ['text', 'region', 'only', 'shape', 'sort', 'down'];

export default function Tensors({ params }) {
  const [facts, learn] = useState({ firstOperation: 0, lastOperation: 1, tensors: 0, counts: {} });
  const search = useRef(null);
  const at = useRef(Number(params.at ?? 0));
  const wanted = Object.fromEntries(WANTED.map((k) => [k, params[k]]));
  const version = JSON.stringify([wanted, params.report, params.rank]);
  const fetch = useCallback(async (from, n) => {
    const answer = await ask('tensors', { ...wanted, from, count: n });
    learn((f) => (f.lastOperation === answer.lastOperation && f.tensors === answer.tensors ? f : answer));
    return answer;
  }, [version]);
  const columns = useMemo(() => columnsFor(facts, params), [facts, version]);
  const sort = { key: params.sort ?? 'id', down: params.down === '1' };
  const setSort = (key) => (sort.key === key
    ? change({ down: sort.down ? null : '1', at: null })
    : change({ sort: key === 'id' ? null : key, down: ['bytes', 'uses', 'late', 'wasted'].includes(key) ? '1' : null, at: null }));
  useKeys([{ keys: 'f', does: 'filter the list', run: () => search.current?.focus() }]);
  const only = params.only ?? 'all';
  const filtered = params.text || params.region || params.only || params.shape;
  return h('div', { class: 'view' },
    h('div', { class: 'bar', role: 'search', 'aria-label': 'Tensors' },
      h(Search, { label: 'Filter tensors', placeholder: 'Id, shape, type, producer, 0x…', value: params.text ?? '', input: search, onChange: (text) => change({ text, at: null }) }),
      h('select', { 'aria-label': 'Memory', value: params.region ?? '', onChange: (e) => change({ region: e.currentTarget.value || null, at: null }) },
        REGION_NAMES.map(([v, text]) => h('option', { value: v }, text))),
      h(Choice, {
        label: 'Which', value: only, onChange: (v) => change({ only: v === 'all' ? null : v, at: null, ...(v === 'late' && !params.sort ? { sort: 'wasted', down: '1' } : {}) }),
        options: ONLY.map(([v, text]) => [v, facts.counts[v] === undefined ? text : `${text} ${count(facts.counts[v])}`]),
      }),
      params.shape && h('button', { class: 'chip', title: 'Show other shapes too', onClick: () => change({ shape: null, at: null }) }, h('code', null, params.shape), ' ×')),
    h(Rows, {
      label: 'Tensors', name: 'tensors', columns, fetch, version, sort, onSort: setSort, start: at.current,
      onOpen: (r, i) => { change({ at: i }); go('tensor', { id: r.id }); },
      empty: h(Empty, { title: filtered ? 'No tensor fits' : 'The report has no tensors' },
        filtered ? h('a', { href: link('tensors') }, 'Show all tensors') : 'Traces of the oldest generation do not number tensors.'),
    }));
}

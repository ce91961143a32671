/** Parameters: traced calls of operations, one JSON file each, and what one was called with. */
import { h, useCallback } from '../ui/h.js';
import { ask, useData } from '../api.js';
import { change } from '../state.js';
import { count } from '../format.js';
import { Rows } from '../ui/rows.js';
import { Answered, Command, Empty, Panel } from '../ui/parts.js';

const COLUMNS = [
  { key: 'number', label: 'Call', width: '74px', align: 'right', cell: (r) => count(r.number) },
  { key: 'name', label: 'Operation', width: 'minmax(150px, .6fr)' },
  { key: 'arguments', label: 'Arguments', width: '1fr', cell: (r) => (r.damage ? h('span', { class: 'bad' }, r.damage) : r.arguments) },
  { key: 'result', label: 'Result', width: 'minmax(140px, .5fr)', cell: (r) => h('span', { class: r.failed ? 'bad' : '' }, r.result) },
];

/** @param {{params: Record<string, string>}} props */
export default function Parameters({ params }) {
  const sources = useData('sources');
  const filter = params.filter ?? '';
  const fetch = useCallback((from, n) => ask('calls', { from, count: Math.min(n, 200), filter }), [filter, params.calls]);
  return h(Answered, { answer: sources }, ({ sources: list }) => {
    const folders = list.filter((s) => s.kind === 'calls');
    if (folders.length === 0) return h(NoCalls);
    return h('div', { class: 'view' },
      h('div', { class: 'bar' },
        h('input', {
          type: 'search', placeholder: 'Operation', 'aria-label': 'Only operations whose name holds', value: filter,
          onInput: (e) => change({ filter: e.currentTarget.value }),
        }),
        folders.length === 1 ? h('span', { class: 'folder' }, folders[0].path) : h('select', {
          'aria-label': 'Folder of calls', value: params.calls ?? String(folders[0].id), onChange: (e) => change({ calls: e.currentTarget.value, call: null }),
        }, folders.map((f) => h('option', { value: String(f.id) }, f.path))),
        h('span', { class: 'soft' }, 'Calls that were traced into this folder, whichever report is chosen')),
      h('div', { class: params.call ? 'split' : 'split alone' },
        h(Rows, {
          label: 'Traced calls', columns: COLUMNS, fetch, version: filter + '|' + (params.calls ?? ''),
          onOpen: (r) => change({ call: r.number }), empty: h(Empty, { title: 'No calls' }, 'No traced call has such a name.'),
        }),
        params.call && h(Call, { number: params.call, folder: folders.find((f) => String(f.id) === params.calls) ?? folders[0] })));
  });
}

const NoCalls = () => h(Empty, { title: 'No traced calls were found' },
  'Record every call with its arguments: ', h(Command, null, 'tilescope run --trace-params -- java ...'), ' or ', h(Command, null, 'tilescope python program.py --trace-params'), ', then serve the folder they went to.');

function Call({ number, folder }) {
  const answer = useData('call', { number });
  const close = h('button', { class: 'quiet', 'aria-label': 'Close', onClick: () => change({ call: null }) }, '×');
  return h(Panel, { title: `Call ${number}`, actions: close, class: 'call' },
    h('div', { class: 'body' }, h(Answered, { answer }, (call) => [
      h('h3', null, call.name),
      h('p', { class: 'soft' }, call.file, call.parent !== undefined && [' · inside ',
        h('a', { href: '#', onClick: (e) => { e.preventDefault(); change({ call: call.parent }); } }, `call ${call.parent}`)]),
      call.failure && h('p', { class: 'bad' }, call.failure),
      h('dl', null, call.arguments.map((a) => [h('dt', null, a.name), h(Value, { value: a })]),
        call.results.map((r, i) => [h('dt', null, call.results.length === 1 ? 'result' : `result ${i}`), h(Value, { value: r })])),
      h('p', { class: 'soft' }, 'Run it again: ', h(Command, null, `tilescope replay ${folder.path} ${call.number}`)),
    ])));
}

const Value = ({ value }) => h('dd', null, value.text,
  (value.layout || value.storage) && h('div', { class: 'more' }, [value.layout, value.storage].filter(Boolean).join(' · ')),
  value.values && h('div', { class: 'more' }, value.values));

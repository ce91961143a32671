/** What is known of the node that is chosen, beside the drawing. */
import { h } from '../../ui/h.js';
import { useData } from '../../api.js';
import { link } from '../../state.js';
import { board, bytes, count, nanos, brief } from '../../format.js';
import { Answered } from '../../ui/parts.js';
import { AFTER, BEFORE, LAYERS, TENSOR, shape } from './model.js';

const word = (text) => text.replace(/^\w+(\.|::)/, '');

/** Where a tensor lies: "L1, interleaved". */
function where(memory) {
  const type = /buffer_type=BufferType::(\w+)/.exec(memory)?.[1];
  const layout = /memory_layout=TensorMemoryLayout::(\w+)/.exec(memory)?.[1];
  return [type, layout?.toLowerCase().replaceAll('_', ' ')].filter(Boolean).join(', ');
}

const Facts = ({ rows }) => h('dl', { class: 'facts' },
  rows.filter(([, v]) => v !== null && v !== '–').map(([name, value]) => [h('dt', null, name), h('dd', null, value)]));

function Tensors({ title, list, verb, locate }) {
  if (list.length === 0) return h('section', null, h('h3', null, title), h('p', { class: 'soft' }, 'none'));
  return h('section', null, h('h3', null, title),
    h('ul', { class: 'tensors' }, list.map((t) => h('li', null,
      h('a', { class: 'mono', href: link('tensor', { id: t.id }), title: `Tensor ${t.id}` }, shape(t.shape) || `tensor ${t.id}`),
      h('span', { class: 'soft' }, [word(t.dtype), word(t.layout), where(t.memory), t.bytes > 0 ? bytes(t.bytes) : null].filter(Boolean).join(' · ')),
      t.other >= 0 && h('button', { class: 'quiet', onClick: () => locate(t.other) }, `${verb} #${t.other}`)))));
}

function OperationSide({ id, locate }) {
  const answer = useData('graph/node', { id });
  return h(Answered, { answer }, (d) => h('div', { class: 'inside' },
    h('h2', { class: 'wrap' }, d.name),
    h('p', { class: 'links' },
      h('a', { href: link('operation', { id: d.id }) }, `Operation ${d.id}`),
      h('a', { href: link('graph', { level: 'calls', id: d.id }) }, 'Calls inside')),
    h(Facts, { rows: [
      ['Host time', nanos(d.nanos)], ['Device time, modelled', d.modelled > 0 ? `${nanos(d.modelled)}, ${board(d)}` : null],
      ['L1 in use, per bank', d.l1 < 0 ? null : bytes(d.l1)], ['Gives', d.bytes > 0 ? bytes(d.bytes) : null],
    ] }),
    h(Tensors, { title: 'Takes', list: d.inputs, verb: '↑ from', locate }),
    h(Tensors, { title: 'Gives', list: d.outputs, verb: '↓ to', locate })));
}

function LayerSide({ node, params, open }) {
  const answer = useData('graph/layer', { ...params, node: node.n });
  return h(Answered, { answer }, (d) => {
    const most = Math.max(1, ...d.rows.map((r) => r.mean));
    return h('div', { class: 'inside' },
      h('h2', null, node.kind === LAYERS ? `${d.name} × ${count(d.copies)}` : `${count(d.copies)} more: ${d.name}`),
      h('p', { class: 'soft' }, `${d.period > 1 ? `${count(d.period)} operations each, ` : ''}#${d.first} to #${d.last}.`),
      h('p', { class: 'links' }, h('button', { onClick: () => open(node) }, node.kind === LAYERS ? 'Open the first' : 'Show the nearest')),
      h('h3', null, 'One copy, host time on average'),
      h('ol', { class: 'copy' }, d.rows.map((r) => h('li', { title: r.mean < 0 ? r.name : `${r.name}: ${nanos(r.least)} to ${nanos(r.most)}` },
        h('a', { href: link('operation', { id: r.id }) }, brief(r.name)),
        h('span', { class: 'bar-of', style: { '--part': Math.max(0, r.mean) / most } }, nanos(r.mean))))),
      d.period > d.rows.length && h('p', { class: 'soft' }, `and ${count(d.period - d.rows.length)} more`));
  });
}

function CallSide({ call }) {
  const kinds = { device: 'device operation', inner: 'inside the runtime', host: 'host' };
  return h('div', { class: 'inside' }, h('h2', { class: 'wrap' }, call.name),
    h('p', { class: 'soft' }, `${kinds[call.kind]}, node ${call.node} of the trace`),
    h(Facts, { rows: [
      ['Host time', nanos(call.nanos)], ['Device time, modelled', call.modelled > 0 ? `${nanos(call.modelled)}, ${board(call)}` : null],
      ['Buffers', call.buffers ? `${count(call.buffers)}, ${bytes(call.bufferBytes)}` : null],
      ['Circular buffers', call.circularBuffers ? `${count(call.circularBuffers)}, ${bytes(call.circularBytes)} a core` : null],
    ] }));
}

const TensorSide = ({ node }) => h('div', { class: 'inside' },
  h('h2', null, `Tensor ${node.id}`), h('p', { class: 'mono' }, shape(node.name)),
  h('p', { class: 'links' }, h('a', { href: link('tensor', { id: node.id }) }, 'Open it')));

/** @param {{node: import('./model.js').Node, params: Record<string, unknown>, open: (n: any) => void, locate: (id: number) => void, close: () => void}} props */
export function Side({ node, params, open, locate, close }) {
  const inside = node.call ? h(CallSide, { call: node.call })
    : node.kind === TENSOR ? h(TensorSide, { node })
      : [LAYERS, BEFORE, AFTER].includes(node.kind) ? h(LayerSide, { node, params, open, key: node.n })
        : h(OperationSide, { id: node.id, locate });
  return h('aside', { class: 'panel graph-side', 'aria-label': 'Chosen node' },
    h('button', { class: 'quiet shut', onClick: close, 'aria-label': 'Close', title: 'Close (Esc)' }, '×'), inside);
}

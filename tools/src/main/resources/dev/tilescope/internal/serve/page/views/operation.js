/** One operation: what it took and gave, what it called, what it did to memory, and where in the source it is. */
import { h, useState } from '../ui/h.js';
import { ask, useData } from '../api.js';
import { change, go, link } from '../state.js';
import { REGIONS, bytes, count, hex, nanos } from '../format.js';
import { useKeys } from '../keys.js';
import { Answered, Empty, Panel } from '../ui/parts.js';
import { Swatch } from './memory/panels.js';
import { MemoryPart } from './operation/strips.js';
import { CoresPart } from './operation/cores.js';
import { CallsPart } from './operation/calls.js';
import { StackPart, firstFrame } from './operation/stack.js';

export default function Operation({ params }) {
  const id = Number(params.id);
  const answer = useData(params.id ? 'operation' : null, { id });
  if (!params.id) {
    return h(Empty, { title: 'No operation is chosen' }, h('a', { href: link('operations') }, 'Choose one of the list'), ', or find one with /');
  }
  return h('div', { class: 'view scroll operation' }, h(Answered, { answer }, (op) => h(Shown, { op, params, key: 'operation' })));
}

function Shown({ op, params }) {
  const focus = params.tensor === undefined ? -1 : Number(params.tensor);
  const calls = useData('operation/calls', { id: op.id });
  const to = (other) => other && go('operation', { id: other.id, device: params.device });
  useKeys([
    { keys: 'ArrowLeft', does: 'previous operation', run: () => to(op.previous) },
    { keys: 'ArrowRight', does: 'next operation', run: () => to(op.next) },
    { keys: 'Escape', does: 'let go of the tensor', run: () => change({ tensor: null }) },
  ], [op]);
  const focusOn = (tensor) => change({ tensor: tensor < 0 || tensor === focus ? null : tensor });
  return [
    h(Head, { op, to }),
    op.errors.map((e) => h('div', { class: 'problem left', role: 'alert' }, h('h2', null, e.type || 'Error'), h('pre', null, e.message), e.stack && h('details', null, h('summary', null, 'Stack'), h('pre', null, e.stack)))),
    h('div', { class: 'sides' },
      h(Tensors, { title: 'Inputs', list: op.inputs, focus, focusOn, none: 'It takes no tensors.' }),
      h(Tensors, { title: 'Outputs', list: op.outputs, focus, focusOn, none: 'It gives no tensors.' })),
    h(MemoryPart, { op, calls, device: params.device, focus, focusOn }),
    h('div', { class: 'sides' },
      h(CoresPart, { op, calls, device: params.device, core: params.core }),
      h(CallsPart, { answer: calls })),
    h('div', { class: 'sides' }, h(Arguments, { op, key: op.id }), h(StackPart, { op, frame: Number(params.frame ?? 0) })),
  ];
}

function Head({ op, to }) {
  const frame = firstFrame(op.stack ?? '');
  return h('header', { class: 'op-head' },
    h('div', { class: 'steps' },
      h('button', { disabled: !op.previous, onClick: () => to(op.previous), title: op.previous ? `${op.previous.id} ${op.previous.name} (←)` : '', 'aria-label': 'Previous operation' }, '←'),
      h('button', { disabled: !op.next, onClick: () => to(op.next), title: op.next ? `${op.next.id} ${op.next.name} (→)` : '', 'aria-label': 'Next operation' }, '→')),
    h('div', { class: 'names' },
      h('h1', { title: op.name }, op.name),
      h('p', { class: 'soft' }, `Operation ${count(op.id)}, ${count(op.index + 1)} of ${count(op.all)}`,
        frame && [' · ', h('a', { href: '#stack', onClick: (e) => { e.preventDefault(); document.getElementById('stack')?.scrollIntoView(); } }, `${frame.file}:${frame.line}`)])),
    h('span', { class: 'gap' }),
    h('div', { class: 'took' }, h('strong', null, op.nanos > 0 ? nanos(op.nanos) : '–'), h('span', { class: 'soft' }, 'on the host')),
    h('nav', { class: 'elsewhere', 'aria-label': 'This operation in other views' },
      h('a', { class: 'button', href: link('memory', { x: `${Math.max(0, op.index - 20)}-${op.index + 21}` }) }, 'Memory'),
      h('a', { class: 'button', href: link('graph', { level: 'calls', id: op.id }) }, 'Calls'),
      h('a', { class: 'button', href: link('performance', { operation: op.id }) }, 'Performance')));
}

const inside = (text) => text.replace(/^.*?(\[.*\]).*$/s, '$1');
const last = (text) => text.split(/\.|::/).pop();

/** What a memory config says, in a few words. */
export function memoryWords(text) {
  const layout = /memory_layout=(?:TensorMemoryLayout::)?(\w+)/.exec(text)?.[1]?.toLowerCase().replace('_', ' ') ?? '';
  const shard = /ShardSpec[({](.*?orientation=(?:ShardOrientation::)?\w+)/s.exec(text)?.[1];
  if (!shard) return { layout };
  return {
    layout,
    grid: /grid=\{?(\[.*?\])\}?,\s*shape/s.exec(shard)?.[1] ?? '',
    shape: /shape=[{[]([^\]}]*)/.exec(shard)?.[1] ?? '',
    orientation: /orientation=(?:ShardOrientation::)?(\w+)/.exec(shard)?.[1]?.toLowerCase() ?? '',
  };
}

function Tensors({ title, list, focus, focusOn, none }) {
  return h(Panel, { title: `${title} (${list.length})`, class: 'tensors' }, list.length === 0
    ? h('p', { class: 'body soft' }, none)
    : h('ul', { class: 'tensor-list' }, list.map((t) => h(TensorItem, { t, on: t.id === focus, focusOn }))));
}

function TensorItem({ t, on, focusOn }) {
  const memory = memoryWords(t.memory);
  return h('li', { class: on ? 'at' : '' },
    h('button', { class: 'quiet', 'aria-pressed': on, title: 'Show where it lies', 'aria-label': `Focus tensor ${t.id}`, onClick: () => focusOn(t.id) }, h(Swatch, { tensor: t.id })),
    h('a', { href: link('tensor', { id: t.id }), class: 'num' }, count(t.id)),
    h('code', { title: t.shape }, inside(t.shape)),
    h('span', null, [last(t.dtype), last(t.layout)].filter(Boolean).join(' ')),
    h('span', { class: 'right' }, bytes(t.bytes)),
    h('div', { class: 'more soft' },
      t.type >= 0 ? REGIONS[t.type] : 'host', memory.layout && ` ${memory.layout}`,
      t.address > 0 && [' at ', h('code', null, hex(t.address))],
      memory.shape && ` · shards ${memory.shape} by ${memory.orientation} on ${memory.grid}`,
      t.pcc && h('span', { class: t.pcc.matches ? 'good' : 'bad' }, ` · PCC ${t.pcc.actual.toFixed(5)}${t.pcc.matches ? '' : `, wanted ${t.pcc.desired}`}`)));
}

function Arguments({ op }) {
  return h(Panel, { title: `Arguments (${op.arguments.length})` }, op.arguments.length === 0
    ? h('p', { class: 'body soft' }, 'The report holds no arguments of it.')
    : h('dl', { class: 'arguments' }, op.arguments.map((a, at) => h(Argument, { a, at, id: op.id }))));
}

const SHORT = 140;

function Argument({ a, at, id }) {
  const [open, show] = useState(false);
  const [whole, got] = useState(null);
  const flip = () => {
    show(!open);
    if (!open && a.chars > a.value.length && !whole) ask('operation/argument', { id, at }).then(got, () => {});
  };
  const text = open ? whole?.value ?? a.value : a.value.slice(0, SHORT);
  return h('div', null, h('dt', { title: a.name }, a.name),
    h('dd', null, h('code', null, text), !open && a.chars > SHORT && '… ',
      a.chars > SHORT && h('button', { class: 'quiet', 'aria-expanded': open, onClick: flip }, open ? 'less' : `all ${count(a.chars)} characters`),
      open && whole && whole.chars > whole.value.length && h('span', { class: 'soft' }, ` The first ${count(whole.value.length)} of them.`)));
}

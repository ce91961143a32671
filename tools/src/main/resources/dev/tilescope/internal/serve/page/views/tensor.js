/** One tensor: what it is, where it lies, who made, used and freed it. */
import { h } from '../ui/h.js';
import { useData } from '../api.js';
import { link } from '../state.js';
import { REGIONS, bytes, count, hex } from '../format.js';
import { Answered, Figure, Panel } from '../ui/parts.js';
import { LifeBar, shortLayout, shortPlacement, shortSource, shortType } from './lists/parts.js';

const operationLink = (id, name) => h('a', { href: link('operation', { id }) }, h('b', null, id), name ? ' ' + name : '');

/** `a=1,b=Shard(x=2)` → [[a, 1], [b, Shard(x=2)]]: splits where no bracket is open. @param {string} text */
export function fieldsOf(text) {
  const inside = text.slice(text.search(/[({]/) + 1, -1);
  const parts = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i <= inside.length; i++) {
    const c = inside[i];
    if ('([{'.includes(c) && c) depth++;
    if (')]}'.includes(c) && c) depth--;
    if (i === inside.length || (c === ',' && depth === 0)) { parts.push(inside.slice(from, i)); from = i + 1; }
  }
  return parts.filter((p) => p.includes('=')).map((p) => [p.slice(0, p.indexOf('=')).trim(), p.slice(p.indexOf('=') + 1).trim()]);
}

const plain = (value) => value.replace(/^\w+(::|\.)(?=[A-Z])/, '');

function MemoryConfig({ text }) {
  const fields = fieldsOf(text).filter(([, v]) => v !== 'std::nullopt' && v !== '0');
  if (fields.length === 0) return h('code', { class: 'wrap' }, text);
  return h('dl', { class: 'facts' }, fields.map(([name, value]) => [
    h('dt', null, name.replaceAll('_', ' ')),
    h('dd', null, /^ShardSpec|^NdShardSpec/.test(value)
      ? h('dl', { class: 'facts' }, fieldsOf(value).map(([n, v]) => [h('dt', null, n), h('dd', null, h('code', { class: 'wrap' }, plain(v)))]))
      : h('code', { class: 'wrap' }, plain(value)))]));
}

function Uses({ tensor }) {
  if (tensor.consumers.length === 0) return h('p', { class: 'soft body' }, 'No operation takes it.');
  return h('div', { class: 'plain-table', role: 'table', 'aria-label': 'Consumers' }, tensor.consumers.map((c) => h('div', { class: 'line', role: 'row' },
    h('span', { role: 'cell' }, operationLink(c.id, c.name)),
    h('span', { role: 'cell', class: 'soft' }, c.frees ? 'frees it' : `input ${c.input}`),
    h('span', { role: 'cell', class: 'soft mono', title: c.source }, c.source ? shortSource(c.source) : ''))),
  tensor.consumers.length >= 500 && h('p', { class: 'soft' }, `The first 500 of ${count(tensor.uses)}.`));
}

function Comparisons({ list }) {
  return h('div', { class: 'plain-table', role: 'table', 'aria-label': 'Comparisons' }, list.map((c) => h('div', { class: 'line', role: 'row' },
    h('span', { class: c.matches ? 'good' : 'bad' }, c.matches ? '✓ matches' : '✗ differs'),
    h('span', null, `PCC ${Number(c.actual).toFixed(6)}, wanted ${Number(c.desired).toFixed(6)}`),
    h('span', { class: 'soft' }, `${c.local ? 'local' : 'global'}, golden tensor ${c.golden}`))));
}

function Life({ t }) {
  return h(Panel, { title: 'Lifetime', class: 'wide' }, h('div', { class: 'body' },
    h(LifeBar, { tensor: t, from: t.firstOperation, to: t.lastOperation }),
    h('div', { class: 'life-ends soft' }, h('span', null, t.firstOperation), h('span', null, t.lastOperation)),
    h('dl', { class: 'facts across' },
      h('dt', null, 'Made by'), h('dd', null, t.producer === undefined ? h('span', { class: 'soft' }, 'nothing in the report: it was there before, or came from the host') : [operationLink(t.producer, t.producerName), ' ', h('span', { class: 'soft mono', title: t.producerSource }, t.producerSource ? shortSource(t.producerSource) : '')]),
      h('dt', null, 'Last used by'), h('dd', null, t.last === undefined ? h('span', { class: 'soft' }, 'nothing') : operationLink(t.last, t.consumers.find((c) => c.id === t.last)?.name)),
      h('dt', null, 'Freed by'), h('dd', null, t.freed === undefined ? h('span', { class: 'soft' }, t.region === undefined ? 'it is not on a device' : 'nothing: it stayed to the end') : operationLink(t.freed, t.consumers.find((c) => c.id === t.freed)?.name)),
      t.late > 0 && [h('dt', null, 'Freed late'), h('dd', { class: 'warm' }, `${count(t.late)} operations after its last use, ${bytes(t.bytes)} each: ${bytes(t.wasted)} × operations`)])));
}

export default function Tensor({ params }) {
  const answer = useData('tensor', { id: params.id ?? 0 });
  return h('div', { class: 'view scroll' }, h(Answered, { answer }, (t) => [
    h('div', { class: 'title-line' }, h('h1', null, `Tensor ${t.id}`), h('code', null, t.shape),
      h('span', { class: 'gap' }), h('a', { href: link('tensors', { shape: t.shape }) }, 'Tensors of this shape')),
    h('div', { class: 'figures' },
      h(Figure, { name: 'Type and layout', value: shortType(t.dtype), note: shortLayout(t.layout) }),
      h(Figure, { name: 'Size', value: bytes(t.bytes), note: t.bytes === undefined ? 'not known' : count(t.bytes) + ' B' }),
      h(Figure, { name: 'Memory', value: REGIONS[t.region] ?? 'host', note: shortPlacement(t.placement), href: t.region === undefined ? undefined : link('tensors', { region: t.region }) }),
      h(Figure, {
        name: 'Address', value: t.address === undefined ? '–' : hex(t.address), note: t.address === undefined ? 'none' : 'show in memory',
        href: t.address === undefined ? undefined : link('memory', { region: t.region, device: t.places[0]?.device ?? t.device, address: t.address, operation: t.first, tensor: t.id }),
      }),
      h(Figure, { name: 'Uses', value: count(t.uses), note: t.uses > 6 ? 'high fan-out' : 'operations that take it', href: t.uses > 6 ? link('tensors', { only: 'fan-out' }) : undefined })),
    h('div', { class: 'grid two' },
      h(Life, { t }),
      h(Panel, { title: `Consumers (${count(t.consumers.length)})` }, h(Uses, { tensor: t })),
      t.memoryConfig && h(Panel, { title: 'Memory config' }, h('div', { class: 'body' }, h(MemoryConfig, { text: t.memoryConfig }))),
      t.comparisons.length > 0 && h(Panel, { title: 'Golden comparison' }, h(Comparisons, { list: t.comparisons })),
      t.places.length > 0 && h(Panel, { title: 'Addresses' }, h('div', { class: 'plain-table' }, t.places.map((p) => h('div', { class: 'line' },
        h('span', null, `Device ${p.device}`), h('a', { class: 'mono', href: link('memory', { region: t.region, device: p.device, address: p.address, operation: t.first }) }, hex(p.address)))))),
      t.sameAddress.length > 0 && h(Panel, { title: 'Others at this address' }, h('div', { class: 'plain-table' }, t.sameAddress.map((o) => h('div', { class: 'line' },
        h('a', { href: link('tensor', { id: o.id }) }, h('b', null, o.id), ' ', h('code', null, o.shape)),
        h(LifeBar, { tensor: o, from: t.firstOperation, to: t.lastOperation })))))),
  ]));
}

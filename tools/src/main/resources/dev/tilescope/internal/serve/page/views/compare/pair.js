/** One row of the comparison in full: what was, what is, line by line. */
import { h } from '../../ui/h.js';
import { useData } from '../../api.js';
import { link } from '../../state.js';
import { bytes, nanos } from '../../format.js';
import { Answered } from '../../ui/parts.js';

/** A memory configuration without shards says where and how in two words. */
const CONFIG = /MemoryConfig\(memory_layout=TensorMemoryLayout::(\w+),buffer_type=BufferType::(\w+),shard_spec=std::nullopt,[^()]*\)/g;

const short = (text) => text.replace(CONFIG, '$2 $1').replace(/^Shape\(\[(.*?)\]\)/, '[$1]').replace(/DataType(\.|::)/g, '').replace(/Layout(\.|::)/g, '');

function Lines({ title, list, note }) {
  if (list.length === 0) return null;
  const differing = list.filter((l) => l.differs).length;
  return h('section', null,
    h('h3', null, title, differing > 0 && h('span', { class: 'warm' }, ` ${differing} changed`)),
    note && h('p', { class: 'soft' }, note),
    h('table', { class: 'lines' }, h('tbody', null, list.map((l, i) => h('tr', { class: l.differs ? 'differs' : '' },
      h('th', { scope: 'row' }, l.name || String(i)),
      l.differs
        ? h('td', null, h('del', null, short(l.a) || 'none'), h('ins', null, short(l.b) || 'none'))
        : h('td', null, short(l.a || l.b)))))));
}

const NAMES = { 0: 'DRAM per bank', 1: 'L1 per core' };

function Memory({ list }) {
  const rows = list.filter((m) => m.usedA || m.usedB || m.addedA || m.addedB);
  if (rows.length === 0) return null;
  const signed = (n) => (n === undefined ? 'none' : (n < 0 ? '−' : '+') + bytes(Math.abs(n)));
  return h('section', null, h('h3', null, 'Memory'),
    h('table', { class: 'lines' }, h('tbody', null, rows.map((m) => h('tr', { class: m.addedA !== m.addedB ? 'differs' : '' },
      h('th', { scope: 'row' }, NAMES[m.type]),
      h('td', null, m.addedA === m.addedB ? `${signed(m.addedA)} by this operation` : [h('del', null, signed(m.addedA)), h('ins', null, signed(m.addedB))],
        h('span', { class: 'soft' }, ` at most ${m.usedA === undefined ? 'none' : bytes(m.usedA)} → ${m.usedB === undefined ? 'none' : bytes(m.usedB)}`)))))));
}

/** @param {{ids: {report: string, other: string}, row: number, close: () => void}} props */
export function Pair({ ids, row, close }) {
  const answer = useData('compare/pair', { ...ids, row });
  return h('aside', { class: 'panel graph-side compare-pair', 'aria-label': 'Chosen row' },
    h('button', { class: 'quiet shut', onClick: close, 'aria-label': 'Close', title: 'Close (Esc)' }, '×'),
    h(Answered, { answer }, (d) => h('div', { class: 'inside' },
      h('h2', null, d.name),
      h('p', { class: 'links' },
        h('span', { class: 'kind ' + d.kind }, d.kind),
        d.a >= 0 && h('a', { href: link('operation', { report: ids.report, id: d.a }) }, `before: #${d.a}`),
        d.b >= 0 && h('a', { href: link('operation', { report: ids.other, other: ids.report, id: d.b }) }, `after: #${d.b}`)),
      h('p', { class: 'soft' }, `Host time ${nanos(d.nanosA)} → ${nanos(d.nanosB)}`),
      h(Memory, { list: d.memory }),
      h(Lines, { title: 'Takes', list: d.inputs }), h(Lines, { title: 'Gives', list: d.outputs }),
      h(Lines, { title: 'Arguments', list: d.arguments, note: !d.argumentsCompared && 'Not compared: one report has them from the recorded call, the other from the trace. First those before, then those after.' }))));
}

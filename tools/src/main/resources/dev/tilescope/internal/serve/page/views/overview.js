/** Overview: does it fit, what is at the peak, what takes time, what failed, what is missing. Every figure leads to what explains it. */
import { h } from '../ui/h.js';
import { useData } from '../api.js';
import { link } from '../state.js';
import { brief, board, bytes, count, date, nanos, percent } from '../format.js';
import { Answered, Command, Empty, Figure, Panel } from '../ui/parts.js';
import { FindingsPanel } from './overview/findings.js';
import { MemoryPanel } from './overview/memory.js';

const plural = (n, word) => `${count(n)} ${word}${n === 1 ? '' : 's'}`;

function Head({ o }) {
  const when = o.capturedNanos > 0 ? date(o.capturedNanos / 1e6) : null;
  const commit = o.gitSha ? `commit ${o.gitSha.slice(0, 10)}` : null;
  const chips = o.devices > 0 ? plural(o.devices, 'device') + (o.architecture ? ` (${o.architecture.replaceAll('_', ' ')})` : '') : null;
  const ranks = o.ranks.length > 1 ? `rank ${o.rank} of ${o.ranks.length}` : null;
  return h('div', { class: 'title-line' }, h('h1', null, o.name),
    h('span', { class: 'soft' }, [chips, ranks, when && `captured ${when}`, commit].filter(Boolean).join(' · ')),
    h('span', { class: 'gap' }), h('span', { class: 'soft path', title: o.path }, o.path));
}

/** In a modelled run the host computes the values: its time says nothing of a board. */
const hostName = (o) => (o.modelled.nanos > 0 ? 'Time of this computer' : 'Host time');

/** Making weights is no part of what a model takes. */
function SetUp({ setUp, o }) {
  if (setUp.operations === 0) return null;
  const modelled = o.modelled.nanos > 0;
  const [part, all] = modelled ? [setUp.modelled, o.modelled.nanos] : [setUp.hostNanos, o.host.nanos];
  const rest = { modelledLow: o.device.modelledLow - setUp.modelledLow, modelledHigh: o.device.modelledHigh - setUp.modelledHigh };
  return h('p', { class: 'body soft' }, `Making and loading weights and inputs: ${count(setUp.operations)} operations, ${nanos(part)}${modelled ? ` (${board(setUp)})` : ''}. The model: ${count(o.operations - setUp.operations)} operations, `,
    h('b', null, nanos(Math.max(0, all - part))), modelled && ` (${board(rest)})`, '.');
}

function Figures({ o }) {
  const work = o.operations - o.deallocations;
  return h('div', { class: 'figures' },
    o.modelled.nanos > 0 && h(Figure, { name: 'Device time, modelled', value: nanos(o.modelled.nanos), note: `${board(o.device)}; ${plural(o.modelled.names, 'kind')} of device operation`, href: link('performance') }),
    h(Figure, { name: 'Operations', value: count(o.operations), note: o.deallocations ? `${count(work)} without deallocations` : '', href: link('operations') }),
    h(Figure, { name: 'Tensors', value: count(o.tensors), note: 'with producer, uses and lifetime', href: link('tensors') }),
    h(Figure, { name: o.allocationsKnown ? 'Buffers' : 'Buffer rows', value: count(o.buffers), note: o.allocationsKnown ? 'allocated on devices' : 'one for each operation it stood after', href: link('memory') }),
    o.deviceOperations >= 0 && h(Figure, { name: 'Device operations', value: count(o.deviceOperations), note: o.devices > 0 ? `${plural(o.devices, 'device')}, ${count(o.cores)} cores each` : '', href: link('topology') }),
    h(Figure, { name: hostName(o), value: o.host.nanos > 0 ? nanos(o.host.nanos) : '–', note: o.host.nanos === 0 ? 'the report has no times' : o.totalNanos > 0 ? `in operations, of ${nanos(o.totalNanos)} captured` : 'in operations', href: link('operations', { sort: 'nanos', down: true, flat: true }) }));
}

/** Names with bars: the longest fills its track. */
function Totals({ label, totals, href }) {
  const longest = Math.max(1, ...totals.top.map((t) => t.nanos));
  const rest = totals.nanos - totals.top.reduce((sum, t) => sum + t.nanos, 0);
  return h('div', { class: 'plain-table totals', role: 'table', 'aria-label': label },
    h('div', { class: 'line head', role: 'row' }, ['Operation', 'Calls', 'Total', 'Share', ''].map((t) => h('span', { role: 'columnheader' }, t))),
    totals.top.map((t) => h('a', { class: 'line', role: 'row', href: href(t) },
      h('span', { role: 'cell', title: t.name }, t.name, t.modelled > 0 && h('span', { class: 'band' }, board(t))), h('span', { role: 'cell', class: 'right' }, count(t.calls)),
      h('span', { role: 'cell', class: 'right' }, t.nanos > 0 ? nanos(t.nanos) : '–'), h('span', { role: 'cell', class: 'right' }, totals.nanos > 0 ? percent(t.nanos / totals.nanos) : ''),
      h('span', { role: 'cell', class: 'track' }, h('span', { class: 'fill', style: { width: (100 * t.nanos) / longest + '%' } })))),
    totals.names > totals.top.length && h('div', { class: 'line soft' }, h('span', null, `${count(totals.names - totals.top.length)} more`), h('span'), h('span', { class: 'right' }, nanos(rest)), h('span'), h('span')));
}

function Errors({ o }) {
  return h(Panel, { title: `Errors (${count(o.errorCount)})`, class: 'errors wide', actions: h('a', { href: link('operations', { errors: true }) }, 'Operations with errors') },
    h('div', { class: 'plain-table' }, o.errors.map((e) => h('div', { class: 'line' },
      h('span', null, e.known ? h('a', { href: link('operation', { id: e.id }) }, h('b', null, e.id), ' ', e.name) : e.name || 'no operation'),
      h('span', null, h('span', { class: 'bad' }, e.type), ' ', h('span', { class: 'message', title: e.message }, e.message))))));
}

function Caveats({ list }) {
  return h(Panel, { title: 'What this report does not hold' },
    list.length === 0 ? h('p', { class: 'body soft' }, 'Nothing is known to be missing: no damage, no dropped parts, every operation ended.')
      : h('ul', { class: 'caveats' }, list.map((c) => h('li', { class: c.serious ? 'serious' : '' },
        h('span', null, c.text, c.command && [' ', h(Command, null, c.command)]),
        c.detail && h('details', null, h('summary', null, 'What exactly'), h('pre', null, c.detail))))));
}

/** Copies may differ in what they free. */
const each = (l) => (l.operations === l.copies * l.period ? '' : 'up to ') + count(l.period);

function Layers({ list, total }) {
  return h(Panel, { title: 'Repeated layers', actions: h('a', { href: link('graph') }, 'Graph') },
    list.length === 0 ? h('p', { class: 'body soft' }, 'No run of operations comes again.')
      : h('div', { class: 'plain-table layers' }, list.map((l) => h('a', { class: 'line', href: link('operations', { open: `g${l.token}.i${l.token}` }) },
        h('b', null, `${l.name} × ${count(l.copies)}`),
        h('span', { class: 'soft names-of', title: l.names.join(', ') }, `${each(l)} operations each, from ${l.id}${l.stretches > 1 ? ` in ${count(l.stretches)} stretches` : ''}: ${l.names.map(brief).join(', ')}`),
        h('span', { class: 'right' }, nanos(l.nanos)), h('span', { class: 'right soft' }, total > 0 ? percent(l.nanos / total) : '')))));
}

function TensorFacts({ t }) {
  const lines = [
    ['late', t.late, 'freed late', t.late ? `${bytes(t.wasted)} × operations wasted` : 'every tensor was freed right after its last use', { only: 'late', sort: 'wasted', down: true }],
    ['never-freed', t.neverFreed, 'never freed', 'on a device to the end: weights, results, leaks', { only: 'never-freed', sort: 'bytes', down: true }],
    ['fan-out', t.fanOut, 'with high fan-out', 'more than 6 consumers', { only: 'fan-out', sort: 'uses', down: true }],
    ['never-used', t.neverUsed, 'never used', 'no operation takes them', { only: 'never-used' }],
  ];
  return h(Panel, { title: 'Tensors worth a look', actions: h('a', { href: link('tensors') }, 'All tensors') },
    h('div', { class: 'plain-table worth' }, lines.map(([key, n, what, note, params]) => h('a', { class: 'line', key, href: link('tensors', params) },
      h('b', { class: 'right' }, count(n)), h('span', null, what), h('span', { class: 'soft' }, note)))));
}

function Comparisons({ c }) {
  if (c.all === 0) return null;
  return h(Panel, { title: `Golden comparisons: ${count(c.failed)} of ${count(c.all)} failed`, class: c.failed ? 'errors' : '' },
    c.failed === 0 ? h('p', { class: 'body soft' }, 'Every compared tensor agrees with its golden one.')
      : h('div', { class: 'plain-table' }, c.rows.map((r) => h('a', { class: 'line', href: link('tensor', { id: r.tensor }) },
        h('b', null, `Tensor ${r.tensor}`), h('span', { class: 'bad' }, `PCC ${Number(r.actual).toFixed(6)}`),
        h('span', { class: 'soft' }, `wanted ${Number(r.desired).toFixed(6)}, ${r.local ? 'local' : 'global'}`)))));
}

export default function Overview() {
  const answer = useData('overview');
  const patterns = useData('overview-patterns');
  return h('div', { class: 'view scroll overview' }, h(Answered, { answer }, (o) => (o.operations === 0 && o.tensors === 0
    ? h(Empty, { title: 'The report has no operations' }, 'Nothing was called while it was captured. ', h(Command, null, 'tilescope demo'), ' makes one with something in it.')
    : [
      h(Head, { o }),
      h(Figures, { o }),
      o.errorCount > 0 && h(Errors, { o }),
      h('div', { class: 'grid two' },
        h('div', { class: 'stack' },
          h(MemoryPanel),
          h(FindingsPanel),
          h(Answered, { answer: patterns }, (p) => h(Layers, { list: p.layers, total: o.host.nanos }))),
        h('div', { class: 'stack' },
          o.modelled.nanos > 0 && h(Panel, { title: 'Device time by device operation, modelled', actions: h('a', { href: link('performance') }, 'Performance') },
            h(Answered, { answer: patterns }, (p) => h(SetUp, { setUp: p.setUp, o })),
            h(Totals, { label: 'Modelled device time', totals: o.modelled, href: () => link('operations', { sort: 'modelled', down: true, flat: true }) })),
          h(Panel, { title: o.modelled.nanos > 0 ? 'Time of this computer by operation' : 'Host time by operation', actions: h('a', { href: link('operations', { sort: 'nanos', down: true, flat: true }) }, 'Longest first') },
            o.modelled.nanos > 0 ? h('p', { class: 'body soft' }, 'It computes the values of the modelled device; a board takes other times.')
              : h(Answered, { answer: patterns }, (p) => h(SetUp, { setUp: p.setUp, o })),
            h(Totals, { label: 'Host time by operation', totals: o.host, href: (t) => link('operations', { name: t.name, sort: 'nanos', down: true }) })),
          h(Answered, { answer: patterns }, (p) => h(TensorFacts, { t: p.tensors })),
          h(Comparisons, { c: o.comparisons }),
          h(Caveats, { list: o.caveats }))),
    ])));
}


/** One row of the performance report: what to try, its tensors, its attributes. */
import { h } from '../../ui/h.js';
import { useData } from '../../api.js';
import { board, count } from '../../format.js';
import { link } from '../../state.js';
import { Answered } from '../../ui/parts.js';

const micros = (value) => (value === undefined ? '–' : value.toLocaleString('en-US', { maximumFractionDigits: 3 }) + ' µs');
const percents = (value) => (value === undefined ? '–' : value.toFixed(1) + ' %');

export function RowPanel({ id, options, links, modelled, close }) {
  const answer = useData('performance/row', { ...options, id });
  return h('aside', { class: 'panel perf-row', 'aria-label': 'Row' },
    h(Answered, { answer }, ({ row, advice, tensors, attributes }) => [
      h('header', null, h('h2', null, row.name), h('button', { class: 'quiet', 'aria-label': 'Close', onClick: close }, '✕')),
      h('div', { class: 'body' },
        h('dl', { class: 'facts' },
          h('dt', null, 'Row'), h('dd', null, count(row.id)),
          h('dt', null, modelled ? 'Device time, modelled' : 'Device time'), h('dd', null, micros(row.time), row.modelled > 0 && h('span', { class: 'soft' }, `, ${board(row)}`)),
          h('dt', null, 'Gap before'), h('dd', null, micros(row.gap)),
          h('dt', null, 'Share'), h('dd', null, percents(row.total)),
          row.bound && [h('dt', null, 'Bound'), h('dd', null, row.bound)],
          h('dt', null, 'Cores'), h('dd', null, row.cores ?? '–'),
          row.dram !== undefined && [h('dt', null, 'DRAM'), h('dd', null, `${row.dram.toFixed(1)} GB/s, ${percents(row.dramPercent)}`)],
          row.flops !== undefined && [h('dt', null, 'FLOPs'), h('dd', null, `${row.flops.toFixed(2)} TFLOPs, ${percents(row.flopsPercent)}`)],
          row.fidelity && [h('dt', null, 'Fidelity'), h('dd', null, row.fidelity)],
          h('dt', null, 'Operation'), h('dd', { class: 'long' }, h(Operation, { id, links }))),
        advice.length > 0 && [h('h3', null, 'What to try'), h('ul', { class: 'advice' }, advice.map((a) => h('li', null, a)))],
        tensors.length > 0 && [h('h3', null, 'Tensors'), h('table', { class: 'tensors' }, tensors.map((t) => h('tr', null,
          h('th', { scope: 'row' }, t.name), h('td', null, h('span', { class: 'mono' }, t.shape.map((s) => s ?? '?').join(' × ')), h('br'), h('small', null, [t.type, t.memory].filter(Boolean).join(', '))))))],
        attributes && [h('h3', null, 'Attributes'), h('pre', { class: 'attributes', tabIndex: 0 }, attributes.replaceAll(';', ',').replace(/, '/g, ",\n'"))]),
    ]));
}

function Operation({ id, links }) {
  const operation = links.operationOf.get(id);
  const doubt = links.doubts[id];
  if (operation !== undefined) return [h('a', { href: link('operation', { id: operation }) }, `Operation ${operation}`), doubt && h('span', { class: 'soft' }, ' ' + doubt)];
  return h('span', { class: 'soft' }, links.problem ? 'not linked: ' + links.problem : 'this row is none of the report’s operations' + (doubt ? ': ' + doubt : ''));
}

/** What ran in the selected range: operations and programs by name. */
import { h } from '../../ui/h.js';
import { useData } from '../../api.js';
import { change } from '../../state.js';
import { count, nanos, percent } from '../../format.js';
import { Answered } from '../../ui/parts.js';
import { laneGroups } from './sums.js';

const MOST = 12;

export function RangePanel({ about, params, extra, zoom, close }) {
  const [a, b] = (params.range ?? '0,0').split(',').map(Number);
  return h('aside', { class: 'panel zone range', 'aria-label': 'Range' },
    h('header', null, h('h2', null, 'Selected range'), h('button', { class: 'quiet', 'aria-label': 'Close', onClick: close }, '✕')),
    h('div', { class: 'body' },
      h('div', { class: 'big' }, nanos(b - a)),
      about.axis === 'board' && h('p', { class: 'soft' }, 'modelled'),
      h('div', { class: 'bar' }, h('button', { onClick: zoom }, 'Zoom to it'),
        h('button', { onClick: () => change({ show: 'flame' }) }, 'Flame graph'), h('button', { onClick: () => change({ show: 'top' }) }, 'Top list')),
      b > a && laneGroups(about).map((g) => h(Sums, { key: g.name, group: g, extra, from: about.from + a, to: about.from + b }))));
}

const OPERATION = /^ttnn(::|\.)/;

/**
 * Operations by name, without what they called; methods around them are not asked for, but of a lane without operations
 * whatever is outermost. The tree has four of each call.
 */
function byName(tree) {
  const sums = new Map();
  const add = (calls, wanted) => {
    for (let i = 0; i < calls.length; i += 4) {
      const [name, nanos, times, inner] = calls.slice(i, i + 4);
      if (!wanted(name)) { add(inner, wanted); continue; }
      const known = sums.get(name) ?? { name, nanos: 0, count: 0 };
      sums.set(name, { name, nanos: known.nanos + nanos, count: known.count + times });
    }
  };
  add(tree, (name) => OPERATION.test(name));
  if (sums.size === 0) add(tree, () => true);
  return [...sums.values()].sort((a, b) => b.nanos - a.nanos);
}

function Sums({ group, extra, from, to }) {
  const answer = useData('timeline/sums', { ...extra, lanes: group.lanes.join(','), from, to });
  return h(Answered, { answer }, (sums) => sums.nanos > 0 && h(Table, { title: `${group.name}: ${nanos(sums.nanos)}`, rows: byName(sums.tree), all: sums.nanos }));
}

const Table = ({ title, rows, all }) => [
  h('h3', null, title),
  h('table', { class: 'sums' },
    h('thead', null, h('tr', null, h('th', null, 'Name'), ['Count', 'Total', 'Share'].map((name) => h('th', { class: 'right' }, name)))),
    h('tbody', null, rows.slice(0, MOST).map((s) => h('tr', null,
      h('td', { class: 'name' }, s.name), h('td', { class: 'right' }, count(s.count)), h('td', { class: 'right' }, nanos(s.nanos)),
      h('td', { class: 'right' }, percent(s.nanos / all)))))),
  rows.length > MOST && h('p', { class: 'soft' }, `and ${count(rows.length - MOST)} more names`),
];

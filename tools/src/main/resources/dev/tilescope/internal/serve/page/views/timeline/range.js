/** What ran in the selected range: operations and programs by name, without what they called. */
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

/** The first calls of the tree, which are four of each. */
const outermost = (tree) => Array.from({ length: Math.min(MOST, tree.length / 4) }, (_, i) => ({ name: tree[4 * i], nanos: tree[4 * i + 1], count: tree[4 * i + 2] }));

function Sums({ group, extra, from, to }) {
  const answer = useData('timeline/sums', { ...extra, lanes: group.lanes.join(','), from, to });
  return h(Answered, { answer }, (sums) => sums.nanos > 0 && [
    h('h3', null, `${group.name}: ${nanos(sums.nanos)}`),
    h('table', { class: 'sums' },
      h('thead', null, h('tr', null, h('th', null, 'Name'), ['Count', 'Total', 'Share'].map((name) => h('th', { class: 'right' }, name)))),
      h('tbody', null, outermost(sums.tree).map((s) => h('tr', null,
        h('td', { class: 'name' }, s.name), h('td', { class: 'right' }, count(s.count)), h('td', { class: 'right' }, nanos(s.nanos)),
        h('td', { class: 'right' }, percent(s.nanos / sums.nanos)))))),
    sums.tree.length / 4 > MOST && h('p', { class: 'soft' }, `and ${count(sums.tree.length / 4 - MOST)} more names`)]);
}

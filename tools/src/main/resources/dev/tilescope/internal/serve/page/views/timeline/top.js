/** What took longest, by name. */
import { h } from '../../ui/h.js';
import { change } from '../../state.js';
import { count, nanos, percent } from '../../format.js';
import { Empty } from '../../ui/parts.js';
import { LocalRows } from '../../ui/local.js';

const right = { align: 'right' };

export function TopList({ sums, params, modelled }) {
  const columns = [
    { key: 'name', label: 'Name', width: 'minmax(200px, 1fr)', cell: (r) => h('span', { title: r.name }, r.name) },
    { key: 'count', label: 'Count', width: '90px', ...right, cell: (r) => count(r.count) },
    { key: 'nanos', label: modelled ? 'Total, modelled' : 'Total', width: '130px', ...right, cell: (r) => nanos(r.nanos) },
    { key: 'own', label: 'Own', width: '110px', ...right, cell: (r) => nanos(r.own) },
    { key: 'share', label: 'Share', width: '90px', align: 'right', plain: (r) => r.nanos / Math.max(1, sums.nanos), cell: (r) => percent(r.nanos / Math.max(1, sums.nanos)) },
  ];
  return h(LocalRows, {
    label: 'Top list', name: 'top', columns, rows: sums.sums, params, first: '-nanos', version: JSON.stringify([sums.nanos, sums.names, params.of]),
    onOpen: (r) => change({ show: null, by: null, find: r.name, place: null }),
    empty: h(Empty, { title: 'Nothing ran there' }, 'Choose another lane or a longer range.'),
  });
}

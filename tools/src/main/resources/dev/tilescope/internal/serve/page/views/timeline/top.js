/** What took longest, by name. */
import { h, useCallback, useMemo } from '../../ui/h.js';
import { change } from '../../state.js';
import { count, nanos, percent } from '../../format.js';
import { Empty } from '../../ui/parts.js';
import { Rows } from '../../ui/rows.js';

const right = { align: 'right', sortable: true };

export function TopList({ sums, params, modelled }) {
  const sort = { key: params.sort ?? 'nanos', down: params.up !== '1' };
  const rows = useMemo(() => [...sums.sums].sort((a, b) => (sort.down ? -1 : 1) * (sort.key === 'name' ? a.name.localeCompare(b.name) : a[sort.key] - b[sort.key])), [sums, sort.key, sort.down]);
  const fetch = useCallback(async (from, n) => ({ all: rows.length, rows: rows.slice(from, from + n) }), [rows]);
  const columns = [
    { key: 'name', label: 'Name', width: 'minmax(200px, 1fr)', sortable: true, cell: (r) => h('span', { title: r.name }, r.name) },
    { key: 'count', label: 'Count', width: '90px', ...right, cell: (r) => count(r.count) },
    { key: 'nanos', label: modelled ? 'Total, modelled' : 'Total', width: '130px', ...right, cell: (r) => nanos(r.nanos) },
    { key: 'own', label: 'Own', width: '110px', ...right, cell: (r) => nanos(r.own) },
    { key: 'share', label: 'Share', width: '90px', align: 'right', plain: (r) => r.nanos / Math.max(1, sums.nanos), cell: (r) => percent(r.nanos / Math.max(1, sums.nanos)) },
  ];
  return h(Rows, {
    label: 'Top list', name: 'top', columns, fetch, version: JSON.stringify([sums.nanos, rows.length, sort, params.of]), sort,
    onSort: (key) => change(sort.key === key ? { up: sort.down ? '1' : null } : { sort: key === 'nanos' ? null : key, up: key === 'name' ? '1' : null }),
    onOpen: (r) => change({ show: null, find: r.name, place: null }),
    empty: h(Empty, { title: 'Nothing ran there' }, 'Choose another lane or a longer range.'),
  });
}

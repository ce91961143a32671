/** Operations: the list. */
import { h, useCallback } from '../ui/h.js';
import { ask } from '../api.js';
import { go } from '../state.js';
import { nanos } from '../format.js';
import { Rows } from '../ui/rows.js';

const COLUMNS = [
  { key: 'id', label: 'Id', width: '70px', align: 'right' },
  { key: 'name', label: 'Operation', width: '1fr' },
  { key: 'nanos', label: 'Host time', width: '110px', align: 'right', cell: (r) => nanos(r.nanos) },
];

export default function Operations() {
  const fetch = useCallback((from, count) => ask('operations', { from, count }), []);
  return h('div', { class: 'view' },
    h(Rows, { label: 'Operations', columns: COLUMNS, fetch, version: 0, onOpen: (r) => go('operation', { id: r.id }) }));
}

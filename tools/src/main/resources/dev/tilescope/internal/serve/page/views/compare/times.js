/** Device times of the runs of two reports: which operations became slower or faster, and why. */
import { h } from '../../ui/h.js';
import { count, nanos } from '../../format.js';
import { Empty } from '../../ui/parts.js';
import { LocalRows } from '../../ui/local.js';
import { Delta } from './delta.js';

const COLUMNS = [
  { key: 'name', label: 'Operation', width: 'minmax(140px, 1fr)', cell: (r) => h('span', { title: r.name }, r.name) },
  { key: 'row_before', label: 'Row before', width: '96px', align: 'right' },
  { key: 'row_after', label: 'Row after', width: '96px', align: 'right' },
  { key: 'before_nanos', label: 'Device before', width: '110px', align: 'right', cell: (r) => nanos(r.before_nanos) },
  { key: 'after_nanos', label: 'Device after', width: '110px', align: 'right', cell: (r) => nanos(r.after_nanos) },
  { key: 'change_nanos', label: 'Change', width: '170px', align: 'right', cell: (r) => h(Delta, { a: r.before_nanos, b: r.after_nanos, format: nanos }) },
  { key: 'causes', label: 'What else differs', width: 'minmax(140px, 1fr)', cell: (r) => h('span', { class: 'warm', title: r.causes.join(', ') }, r.causes.join(', ')), plain: (r) => r.causes.join(' ') },
];

const bands = (side) => side.band_low && `a board takes ${side.band_low.toFixed(2)} to ${side.band_high.toFixed(2)} times as long`;

/** The figure beside the others of a comparison. */
export function DeviceTime({ times }) {
  const { total, before, after } = times;
  return h('div', { class: 'figure' }, h('span', { class: 'name' }, after.band_low ? 'Device time of the runs, modelled' : 'Device time of the runs'),
    h('strong', null, total.change_nanos === 0 ? nanos(total.after_nanos) : [h('span', { class: 'was' }, nanos(total.before_nanos)), ' → ', nanos(total.after_nanos)]),
    h('span', { class: 'note' }, h(Delta, { a: total.before_nanos, b: total.after_nanos, format: nanos }), [bands(before) !== bands(after) && bands(before), bands(after)].filter(Boolean).map((b) => '; ' + b)),
    h('span', { class: 'note' }, `${count(times.slower.length)} slower, ${count(times.faster.length)} faster, ${count(times.removed.length)} only before, ${count(times.added.length)} only after`));
}

export const Times = ({ times, params, ids }) => h(LocalRows, {
  label: 'Device time by operation', columns: COLUMNS, params, rows: [...times.slower, ...times.faster], version: JSON.stringify(['times', ids]),
  empty: h(Empty, { title: 'Every operation took the same time' }, 'Operations that only one of the runs has are counted above.'),
});

/** A table of rows that are all here, sorted by any of its columns. How is in the address. */
import { h, useCallback, useMemo } from './h.js';
import { change } from '../state.js';
import { Rows } from './rows.js';

const order = (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : String(a ?? '').localeCompare(String(b ?? ''), 'en', { numeric: true }));

/** "total" or "-total", downwards. @returns {{key: string, down: boolean}|undefined} */
const parsed = (by) => (by ? { key: by.replace(/^-/, ''), down: by.startsWith('-') } : undefined);

/** First by itself with the largest on top, then the other way round, then as at first. */
const next = (sort, key) => (sort?.key !== key ? '-' + key : sort.down ? key : null);

/** @param {{rows: any[], columns: import('./rows.js').Column[], params: Record<string, string>, first?: string, version: string} & Record<string, any>} props first: how, if the address does not say */
export function LocalRows({ rows, columns, params, first, version, ...rest }) {
  const sort = parsed(params.by ?? first);
  const sorted = useMemo(() => {
    const column = columns.find((c) => c.key === sort?.key);
    if (!column) return rows;
    const value = (r) => (column.plain ? column.plain(r) : r[column.key]);
    return [...rows].sort((a, b) => (sort.down ? -1 : 1) * order(value(a), value(b)));
  }, [rows, sort?.key, sort?.down]);
  const fetch = useCallback(async (from, n) => ({ all: sorted.length, rows: sorted.slice(from, from + n) }), [sorted]);
  return h(Rows, {
    ...rest, fetch, sort, columns: columns.map((c) => ({ ...c, sortable: c.label !== '' })), version: JSON.stringify([version, sort]),
    onSort: (key) => change({ by: next(sort, key) }),
  });
}

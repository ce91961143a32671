/** SQL: any question to the report's database, read-only. The question is in the address. */
import { h, useCallback, useEffect, useMemo, useRef, useState } from '../ui/h.js';
import { ask, useDataOnceImported } from '../api.js';
import { change } from '../state.js';
import { nanos } from '../format.js';
import { Rows } from '../ui/rows.js';
import { Empty } from '../ui/parts.js';

/** Questions that people ask first; docs/sql.md has more. */
const QUESTIONS = [
  ['Slowest operations', 'SELECT operation_id, name, duration * 1e6 AS host_us\nFROM operations ORDER BY duration DESC LIMIT 100'],
  ['Time by kind of operation', 'SELECT name, count(*) AS calls, sum(duration) * 1e3 AS host_ms\nFROM operations GROUP BY name ORDER BY host_ms DESC'],
  ['Does it fit', 'SELECT device_id, l1_bytes_per_core, l1_capacity_bytes, l1_program_bytes, l1_operation_id, l1_headroom_bytes,\n  l1_headroom_operation_id, dram_bytes_per_bank, dram_capacity_bytes, dram_operation_id\nFROM tilescope_memory_peaks ORDER BY device_id'],
  ['L1 per core in each operation', 'SELECT o.operation_id, o.name, l.device_id, l.l1_bytes_per_core\nFROM tilescope_memory_levels l JOIN operations o USING (operation_id, rank) ORDER BY o.operation_id'],
  ['Largest tensors', 'SELECT tensor_id, shape, dtype, size FROM tensors ORDER BY size DESC LIMIT 100'],
  ['Freed later than needed', 'SELECT l.tensor_id, t.shape, t.size, l.last_use_operation_id, l.deallocate_operation_id\nFROM tensor_lifetime l JOIN tensors t USING (tensor_id, rank)\nWHERE l.deallocate_operation_id > l.last_use_operation_id + 1\nORDER BY t.size * (l.deallocate_operation_id - l.last_use_operation_id) DESC'],
  ['Errors', 'SELECT operation_id, operation_name, error_type, error_message FROM errors'],
];
const STORE = 'sql';

function kept() {
  try { return JSON.parse(localStorage.getItem(STORE) ?? '[]').filter((q) => Array.isArray(q) && q.length === 2); } catch { return []; }
}
function keep(list) {
  try { localStorage.setItem(STORE, JSON.stringify(list)); } catch { /* a browser that keeps nothing */ }
}

/** @param {{params: Record<string, string>}} props */
export default function Sql({ params }) {
  const [text, type] = useState(params.q ?? QUESTIONS[0][1]);
  const [saved, setSaved] = useState(kept);
  const schema = useDataOnceImported('schema');
  const run = (sql = text) => { type(sql); change({ q: sql }); };
  useEffect(() => { if (params.q !== undefined) type(params.q); }, [params.q]);
  const save = (list) => { keep(list); setSaved(list); };
  return h('div', { class: 'view' },
    h('div', { class: 'sql' },
      h('aside', { class: 'panel', 'aria-label': 'Questions and tables' },
        h('h3', null, 'Questions'),
        QUESTIONS.map(([name, sql]) => h('button', { class: 'quiet', title: sql, onClick: () => run(sql) }, name)),
        saved.length > 0 && h('h3', null, 'Saved'),
        saved.map(([name, sql], i) => h('span', { class: 'saved' },
          h('button', { class: 'quiet', title: sql, onClick: () => run(sql) }, name),
          h('button', { class: 'quiet', 'aria-label': `Forget ${name}`, onClick: () => save(saved.filter((_, j) => j !== i)) }, '×'))),
        h('h3', null, 'Tables'),
        schema.data?.tables.map((t) => h('details', { key: t.name },
          h('summary', null, t.name), h('ul', null, t.columns.map((c) => h('li', null, c)))))),
      h('div', { class: 'work' },
        h('textarea', {
          value: text, spellcheck: false, 'aria-label': 'SQL', onInput: (e) => type(e.currentTarget.value),
          onKeyDown: (e) => { if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) { e.preventDefault(); run(); } },
        }),
        h('div', { class: 'bar' },
          h('button', { onClick: () => run() }, 'Run'), h('span', { class: 'soft' }, h('kbd', null, 'Ctrl-Enter')),
          h('button', { class: 'quiet', onClick: () => save([...saved, [firstLine(text), text]]) }, 'Save question'),
          h('span', { class: 'gap' }), h('span', { class: 'soft' }, 'Read-only; ten seconds at most.')),
        params.q === undefined
          ? h(Empty, { title: 'Ask the database' }, 'Choose a question or write one, then run it. Nothing can be changed by it.')
          : h(Result, { key: params.q, sql: params.q }))));
}

const firstLine = (text) => text.trim().split('\n', 1)[0].slice(0, 40);

/** Names of columns may repeat, so cells go by position. */
function Result({ sql }) {
  const [facts, setFacts] = useState(null);
  const known = useRef(null);
  const fetch = useCallback(async (from, count) => {
    const answer = await ask('sql', { from, count }, { body: sql });
    if (!known.current) { known.current = answer; setFacts(answer); }
    return answer;
  }, [sql]);
  const columns = useMemo(() => (facts?.columns ?? ['']).map((name, i) => ({
    key: String(i), label: name, width: 'minmax(110px, 1fr)', align: typeof facts?.rows[0]?.[i] === 'number' ? 'right' : undefined,
    cell: (row) => (row[i] === null ? h('span', { class: 'soft' }, 'NULL') : String(row[i])), plain: (row) => row[i],
  })), [facts]);
  return [
    h(Rows, { label: 'Answer', name: 'answer', columns, fetch, version: sql, empty: h(Empty, { title: 'No rows' }) }),
    h('div', { class: 'soft', role: 'status' }, facts && `${nanos(facts.nanos)}${facts.capped ? '; only the first 100,000 rows are shown' : ''}`),
  ];
}

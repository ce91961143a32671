/** Finds any operation, tensor or address: `/` or Ctrl-K. */
import { h, useEffect, useRef, useState } from './ui/h.js';
import { ask } from './api.js';
import { go } from './state.js';

/** @typedef {{kind: string, title: string, note: string, view: string, params: Record<string, string>}} Hit */

/** Whoever types fast is answered once. */
const TYPING_MILLIS = 90;
const AGAIN_MILLIS = 200;

export function Find({ close }) {
  const [text, type] = useState('');
  const [hits, found] = useState(/** @type {Hit[]} */ ([]));
  const [at, move] = useState(0);
  const [note, say] = useState('');
  const input = useRef(null);
  useEffect(() => input.current.focus(), []);
  useEffect(() => {
    if (text.trim() === '') { found([]); say(''); return undefined; }
    const abort = new AbortController();
    const search = async (again) => {
      const answer = await ask('find', { text }, { signal: abort.signal, fresh: true });
      found(answer.hits);
      if (!again) move(0);
      say(answer.reading ? 'Still reading where operations were called …' : answer.partial ? 'Only the first operations’ arguments were looked through.' : '');
      if (answer.reading) timer = setTimeout(() => search(true).catch(() => {}), AGAIN_MILLIS);
    };
    let timer = setTimeout(() => search(false).catch((e) => { if (e.name !== 'AbortError') { found([]); say(e.message); } }), TYPING_MILLIS);
    return () => { clearTimeout(timer); abort.abort(); };
  }, [text]);
  useEffect(() => document.getElementById(`hit-${at}`)?.scrollIntoView({ block: 'nearest' }), [at]);

  const open = (hit) => { close(); go(hit.view, hit.params); };
  const key = (e) => {
    if (e.key === 'Escape') close();
    else if (e.key === 'ArrowDown') { e.preventDefault(); move(Math.min(hits.length - 1, at + 1)); }
    else if (e.key === 'ArrowUp') { e.preventDefault(); move(Math.max(0, at - 1)); }
    else if (e.key === 'Enter' && hits[at]) open(hits[at]);
  };
  return h('div', { class: 'veil', onClick: (e) => e.target === e.currentTarget && close() },
    h('div', { class: 'find', role: 'dialog', 'aria-label': 'Find', 'aria-modal': 'true' },
      h('input', {
        ref: input, type: 'search', value: text, placeholder: 'softmax, 42, 384x1024, 0x1f400, model.py:31, an error or argument',
        'aria-label': 'What to find', role: 'combobox', 'aria-expanded': hits.length > 0, 'aria-controls': 'hits',
        'aria-activedescendant': hits[at] ? `hit-${at}` : undefined,
        onInput: (e) => type(e.currentTarget.value), onKeyDown: key,
      }),
      h('ul', { id: 'hits', role: 'listbox', 'aria-label': 'Found' }, hits.map((hit, i) => h('li', {
        id: `hit-${i}`, role: 'option', 'aria-selected': i === at, class: i === at ? 'on' : '',
        onClick: () => open(hit), onPointerMove: () => move(i),
      }, h('span', { class: 'kind' }, hit.kind), h('span', { class: 'title', title: hit.title }, hit.title), h('span', { class: 'note' }, hit.note)))),
      (note || (text.trim() !== '' && hits.length === 0)) && h('p', { class: 'none', role: 'status' }, note || 'Nothing so far.')));
}

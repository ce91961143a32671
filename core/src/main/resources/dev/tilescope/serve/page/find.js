/** Finds any operation, tensor or address: `/` or Ctrl-K. */
import { h, useEffect, useRef, useState } from './ui/h.js';
import { ask } from './api.js';
import { go } from './state.js';

/** @typedef {{kind: string, title: string, note: string, view: string, params: Record<string, string>}} Hit */

export function Find({ close }) {
  const [text, type] = useState('');
  const [hits, found] = useState(/** @type {Hit[]} */ ([]));
  const [at, move] = useState(0);
  const input = useRef(null);
  useEffect(() => input.current.focus(), []);
  useEffect(() => {
    if (text.trim() === '') { found([]); return undefined; }
    const abort = new AbortController();
    ask('find', { text }, { signal: abort.signal }).then((a) => { found(a.hits); move(0); }, () => {});
    return () => abort.abort();
  }, [text]);

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
        ref: input, type: 'search', value: text, placeholder: 'Operation, tensor id or address: softmax, 42, 0x1f400',
        'aria-label': 'What to find', role: 'combobox', 'aria-expanded': hits.length > 0, 'aria-controls': 'hits',
        'aria-activedescendant': hits[at] ? `hit-${at}` : undefined,
        onInput: (e) => type(e.currentTarget.value), onKeyDown: key,
      }),
      h('ul', { id: 'hits', role: 'listbox' }, hits.map((hit, i) => h('li', {
        id: `hit-${i}`, role: 'option', 'aria-selected': i === at, class: i === at ? 'on' : '',
        onClick: () => open(hit), onPointerMove: () => move(i),
      }, h('span', { class: 'kind' }, hit.kind), h('span', { class: 'title' }, hit.title), h('span', { class: 'note' }, hit.note)))),
      text.trim() !== '' && hits.length === 0 && h('p', { class: 'none' }, 'Nothing so far.')));
}

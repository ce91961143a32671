/** Keys of the whole page. Views add theirs while they are shown: `useKeys([...])`. */
import { h, useLayoutEffect, useState } from './ui/h.js';
import { VIEWS } from './views.js';

/** @typedef {{keys: string, does: string, run: (e: KeyboardEvent) => void}} Key keys: as `KeyboardEvent.key` */

/** @type {Set<Key[]>} */
const active = new Set();

const typing = (e) => e.target.closest?.('input, textarea, select, [contenteditable]') && e.key !== 'Escape';

addEventListener('keydown', (e) => {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || typing(e)) return;
  for (const list of [...active].reverse()) {
    const key = list.find((k) => k.keys === e.key);
    if (key) {
      e.preventDefault();
      key.run(e);
      return;
    }
  }
});

/** Keys that work while the component is there, from the moment it is seen. @param {Key[]} list */
export function useKeys(list, deps = []) {
  useLayoutEffect(() => {
    active.add(list);
    return () => active.delete(list);
  }, deps);
}

const ALWAYS = [
  ['?', 'this list'], ['/ or Ctrl-K', 'find an operation, tensor or address'], ['t', 'light or dark'],
  ['Esc', 'close'], ['Tab, arrows, Enter, Space', 'move and open; in drawings arrows pan, + and − zoom, 0 shows all'],
  ...VIEWS.filter((v) => v.key).map((v) => [v.key, v.title]),
];

/** The list of keys: those of every view, and those of this one. */
export function KeyList({ close }) {
  const [own] = useState(() => [...active].flat().filter((k) => k.does));
  useKeys([{ keys: 'Escape', does: '', run: close }, { keys: '?', does: '', run: close }]);
  return h('dialog', { open: true, class: 'keys', 'aria-label': 'Keys', onClick: close },
    h('h2', null, 'Keys'),
    h('div', { class: 'lists' }, [ALWAYS, own.map((k) => [k.keys, k.does])].map((list) => h('dl', null,
      list.map(([k, does]) => [h('dt', null, h('kbd', null, k)), h('dd', null, does)])))));
}

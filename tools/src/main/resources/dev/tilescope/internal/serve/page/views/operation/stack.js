/** Where in the source an operation was called, with the text if the report holds it. */
import { h, useEffect, useRef } from '../../ui/h.js';
import { useData } from '../../api.js';
import { change } from '../../state.js';
import { Panel } from '../../ui/parts.js';

/** @typedef {{path: string, file: string, line: number, within: string, text: string}} Frame */

/** Frames as Python writes them. @returns {Frame[]} */
export function frames(stack) {
  const found = [];
  for (const match of stack.matchAll(/File "([^"\n]+)", line (\d+)(?:, in ([^\n]*))?(?:\n {4,}(\S[^\n]*))?/g)) {
    found.push({ path: match[1], file: match[1].split('/').pop(), line: Number(match[2]), within: match[3] ?? '', text: match[4] ?? '' });
  }
  return found;
}

export const firstFrame = (stack) => frames(stack)[0];

export function StackPart({ op, frame }) {
  const list = frames(op.stack ?? '');
  const chosen = list[frame] ?? list[0];
  return h(Panel, { title: 'Stack', class: 'stack' },
    h('div', { id: 'stack' }),
    list.length === 0
      ? op.stack ? h('pre', { class: 'body' }, op.stack) : h('p', { class: 'body soft' }, 'The report holds no stack of it.')
      : [h('ol', { class: 'frames' }, list.map((f, i) => h('li', { class: f === chosen ? 'at' : '' },
        h('button', { class: 'quiet', onClick: () => change({ frame: i || null }), title: f.path, 'aria-pressed': f === chosen },
          h('span', { class: 'what' }, f.within || f.file), h('span', { class: 'soft' }, `${f.file}:${f.line}`)),
        f.text && h('code', null, f.text)))),
      h(Source, { frame: chosen, key: chosen.path + chosen.line })]);
}

function Source({ frame }) {
  const answer = useData('operation/source', { path: frame.path, line: frame.line });
  const at = useRef(null);
  useEffect(() => {
    const line = at.current;
    if (line) line.parentElement.scrollTop = line.offsetTop - line.parentElement.offsetTop - 90;
  }, [answer.data]);
  if (answer.error || answer.data?.lines.length === 0) return h('p', { class: 'body soft' }, `The report does not hold the text of ${frame.file}.`);
  if (!answer.data) return null;
  return h('pre', { class: 'source', tabIndex: 0, 'aria-label': `Source of ${frame.path}` }, answer.data.lines.map((text, i) => {
    const n = answer.data.from + i;
    return h('div', { class: n === frame.line ? 'at' : '', ref: n === frame.line ? at : undefined }, h('span', { class: 'n' }, n), text || ' ');
  }));
}

/** Small parts that every view uses. */
import { h, useEffect, useState } from './h.js';
import { Importing, ask, listen } from '../api.js';
import { bytes } from '../format.js';

/** @param {{title: string, children?: any, actions?: any, class?: string}} props */
export function Panel({ title, children, actions, class: more = '' }) {
  return h('section', { class: 'panel ' + more, 'aria-label': title },
    h('header', null, h('h2', null, title), actions && h('span', { class: 'actions' }, actions)), children);
}

/** Nothing to show, and what to do to get it. @param {{title: string, children?: any}} props */
export const Empty = ({ title, children }) => h('div', { class: 'empty' }, h('h2', null, title), h('p', null, children));

/** A command to type. */
export const Command = ({ children }) => h('code', { class: 'command' }, children);

export const Loading = () => h('div', { class: 'loading', role: 'status', 'aria-label': 'Loading' });

/** What stands where an answer should: the import's progress, or what went wrong. */
export function Problem({ error, retry }) {
  if (error instanceof Importing) return h(ImportProgress, { state: error.state, done: retry });
  return h('div', { class: 'problem', role: 'alert' },
    h('h2', null, 'This cannot be shown'), h('p', null, error.message),
    h('button', { onClick: () => ask('retry', {}, { fresh: true }).then(retry, retry) }, 'Try again'));
}

function ImportProgress({ state, done }) {
  const [at, set] = useState(state);
  useEffect(() => listen('progress', { report: state.importing }, {
    importing: set,
    ready: done,
    failed: done,
  }), []);
  const part = at.all > 0 ? Math.min(1, at.done / at.all) : 0;
  return h('div', { class: 'empty', role: 'status' },
    h('h2', null, 'Reading the report'),
    h('progress', { value: part, max: 1, 'aria-label': 'Import' }),
    h('p', null, `${bytes(at.done)} of ${bytes(at.all)}. To open it at once next time, keep the database: `,
      h(Command, null, 'tilescope import REPORT FOLDER')));
}

/**
 * Shows an answer, or what stands in its place.
 * @param {{answer: {data: any, error: Error|null, loading: boolean, retry: () => void}, children: (data: any) => any}} props
 */
export function Answered({ answer, children }) {
  if (answer.error) return h(Problem, { error: answer.error, retry: answer.retry });
  if (answer.data === null) return h(Loading);
  return children(answer.data);
}

/** A figure with a name, and where it leads. @param {{name: string, value: any, note?: any, href?: string}} props */
export function Figure({ name, value, note, href }) {
  const inside = [h('span', { class: 'name' }, name), h('strong', null, value), note && h('span', { class: 'note' }, note)];
  return href ? h('a', { class: 'figure', href }, inside) : h('div', { class: 'figure' }, inside);
}

/** A group of buttons of which one is on. @param {{label: string, value: string, options: [string, string][], onChange: (v: string) => void}} props */
export function Choice({ label, value, options, onChange }) {
  return h('div', { class: 'choice', role: 'radiogroup', 'aria-label': label },
    options.map(([v, text]) => h('button', {
      role: 'radio', 'aria-checked': v === value, class: v === value ? 'on' : '', onClick: () => onChange(v),
    }, text)));
}

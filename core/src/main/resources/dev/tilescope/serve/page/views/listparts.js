/** Parts that the lists share. */
import { h, useEffect, useState } from '../ui/h.js';
import { nanos } from '../format.js';

/** A text with what was searched for marked in it. @param {{text: string, find?: string}} props */
export function Marked({ text, find }) {
  const wanted = (find ?? '').trim().toLowerCase();
  const at = wanted ? text.toLowerCase().indexOf(wanted) : -1;
  if (at < 0) return text;
  return h('span', null, text.slice(0, at), h('mark', null, text.slice(at, at + wanted.length)), text.slice(at + wanted.length));
}

/** A field that waits until typing pauses. @param {{label: string, value: string, onChange: (text: string|null) => void, input?: any, placeholder?: string}} props */
export function Search({ label, value, onChange, input, placeholder = 'Filter' }) {
  const [text, type] = useState(value);
  useEffect(() => type(value), [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text || null), 150);
    return () => clearTimeout(timer);
  }, [text]);
  return h('input', {
    ref: input, type: 'search', class: 'search', value: text, placeholder, 'aria-label': label, spellcheck: false,
    onInput: (e) => type(e.currentTarget.value),
    onKeyDown: (e) => { if (e.key === 'Escape' || e.key === 'Enter') e.currentTarget.blur(); },
  });
}

/** On or off. @param {{label: string, on: boolean, onChange: (on: boolean) => void}} props */
export const Switch = ({ label, on, onChange }) => h('label', { class: 'switch' },
  h('input', { type: 'checkbox', checked: on, onChange: (e) => onChange(e.currentTarget.checked) }), label);

/** A thousandth of the longest is still seen. */
const DECADES = 5;

/** A time with a bar on a scale of powers. @param {{nanos: number, longest: number, soft?: boolean}} props */
export function TimeBar({ nanos: n, longest, soft = false }) {
  const part = n > 0 ? Math.max(0.02, 1 + Math.log10(n / Math.max(1, longest)) / DECADES) : 0;
  return h('span', { class: 'timebar' },
    h('span', { class: 'track' }, h('span', { class: soft ? 'fill soft-fill' : 'fill', style: { width: (100 * Math.min(1, part)).toFixed(1) + '%' } })),
    h('span', { class: 'value' }, nanos(n)));
}

/** `…/bert/ttnn_bert.py:31` → `ttnn_bert.py:31`. @param {string} source */
export const shortSource = (source) => source.slice(Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\')) + 1);

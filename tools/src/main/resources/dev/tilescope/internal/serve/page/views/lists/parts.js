/** Parts that the lists share. */
import { h, useEffect, useState } from '../../ui/h.js';
import { nanos } from '../../format.js';

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

/**
 * A time with a bar, on a scale of powers from the shortest to the longest.
 * @param {{nanos: number, shortest: number, longest: number, bar?: boolean}} props
 */
export function TimeBar({ nanos: n, shortest, longest, bar = true }) {
  const all = Math.log(longest / shortest);
  const part = n > 0 ? 0.04 + (all > 0 ? 0.96 * Math.log(n / shortest) / all : 0.96) : 0;
  return h('span', { class: 'timebar' },
    h('span', { class: bar ? 'track' : 'track none' }, bar && h('span', { class: 'fill', style: { width: (100 * Math.min(1, part)).toFixed(1) + '%' } })),
    h('span', { class: 'value' }, nanos(n)));
}

/**
 * When a tensor was alive, over the whole run: from its first operation to its last use, and on to
 * its end, in another colour, where nothing needed it any more.
 */
export function LifeBar({ tensor, from, to }) {
  const span = Math.max(1, to - from + 1);
  const at = (operation) => (100 * (operation - from)) / span;
  const first = tensor.first ?? from;
  const end = tensor.freed ?? to + 1;
  const used = Math.max(first, tensor.last ?? first);
  const words = `from ${tensor.first ?? 'the start'}, last used by ${tensor.last ?? 'none'}, ${tensor.freed ? 'freed by ' + tensor.freed : 'not freed'}`;
  return h('span', { class: 'lifebar', title: words, role: 'img', 'aria-label': words },
    h('span', { class: tensor.freed === undefined ? 'kept' : 'rest', style: { left: at(first) + '%', width: Math.max(0.6, at(end) - at(first)) + '%' } }),
    h('span', { class: 'life', style: { left: at(first) + '%', width: Math.max(0.6, at(used + 1) - at(first)) + '%' } }));
}

/** What the text of a type is called for short. @param {string} dtype */
export const shortType = (dtype) => ({
  BFLOAT16: 'bf16', FLOAT32: 'f32', BFLOAT8_B: 'bfp8_b', BFLOAT4_B: 'bfp4_b', UINT32: 'u32', INT32: 'i32', UINT16: 'u16', UINT8: 'u8',
}[dtype] ?? dtype.toLowerCase());

/** What a layout is called for short. @param {string} layout */
export const shortLayout = (layout) => ({ TILE: 'tile', ROW_MAJOR: 'row major' }[layout] ?? layout.toLowerCase());

/** How a tensor is spread over banks. @param {string} placement */
export const shortPlacement = (placement) => ({ INTERLEAVED: 'interleaved', UNKNOWN: '' }[placement] ?? placement.toLowerCase().replace('_', ' '));

/** `…/bert/ttnn_bert.py:31` → `ttnn_bert.py:31`. @param {string} source */
export const shortSource = (source) => source.slice(Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\')) + 1);

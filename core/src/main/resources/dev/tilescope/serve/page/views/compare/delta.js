/** A change as people read it: by how much, and whether that is good. */
import { h } from '../../ui/h.js';
import { bytes } from '../../format.js';

/** "+12.0 KiB, +3.4 %". @param {(n: number) => string} format */
export function deltaText(a, b, format) {
  const d = b - a;
  if (d === 0) return 'unchanged';
  const sign = d > 0 ? '+' : '−';
  const part = a > 0 ? `, ${sign}${((100 * Math.abs(d)) / a).toFixed(1)} %` : '';
  return sign + format(Math.abs(d)) + part;
}

/** What bytes are of. */
export const word = (ofBank) => (ofBank ? 'per bank' : 'in all');

/** Bytes of a bank, or of all banks together where only that is known. */
export const bytesOf = (ofBank) => (n) => bytes(n) + (ofBank || n <= 0 ? '' : ' in all');

/** Bytes, and their change if both are of the same. @param {{a: number, b: number, ofBankA: boolean, ofBankB: boolean}} p */
export const BytesDelta = (p) => (comparable(p) ? h(Delta, { a: p.a, b: p.b, format: bytes }) : h('span', { class: 'soft' }, 'does not compare'));

/** Nothing compares with anything. */
export const comparable = (p) => p.ofBankA === p.ofBankB || p.a === 0 || p.b === 0;

/** Less is better. */
export const Delta = ({ a, b, format }) => h('span', { class: b > a ? 'worse' : b < a ? 'better' : 'soft' }, deltaText(a, b, format));

/** A change as people read it: by how much, and whether that is good. */
import { h } from '../../ui/h.js';

/** "+12.0 KiB, +3.4 %". @param {(n: number) => string} format */
export function deltaText(a, b, format) {
  const d = b - a;
  if (d === 0) return 'unchanged';
  const sign = d > 0 ? '+' : '−';
  const part = a > 0 ? `, ${sign}${((100 * Math.abs(d)) / a).toFixed(1)} %` : '';
  return sign + format(Math.abs(d)) + part;
}

/** Less is better. */
export const Delta = ({ a, b, format }) => h('span', { class: b > a ? 'worse' : b < a ? 'better' : 'soft' }, deltaText(a, b, format));

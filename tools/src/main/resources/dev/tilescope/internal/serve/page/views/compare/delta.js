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

/** Less is better, unless it is said that more is. */
export function Delta({ a, b, format, moreIsBetter = false }) {
  const more = moreIsBetter ? a - b : b - a;
  return h('span', { class: more > 0 ? 'worse' : more < 0 ? 'better' : 'soft' }, deltaText(a, b, format));
}

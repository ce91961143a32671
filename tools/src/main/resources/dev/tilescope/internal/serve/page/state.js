/**
 * The state of the page is its address: `#/VIEW?key=value&...`. Whoever gets the address sees the
 * same thing. Some keys say what is being looked at and stay when the view changes.
 */
import { useEffect, useState } from './ui/h.js';

/** @typedef {{view: string, params: Record<string, string>}} Route */

/** What is looked at: the report, the one it is compared with, the run, the calls, the rank. */
const STICKY = ['report', 'other', 'run', 'calls', 'rank'];

/** @returns {Route} */
export function route() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  return { view: path || 'overview', params: Object.fromEntries(new URLSearchParams(query)) };
}

/** @param {Record<string, unknown>} params empty ones are left out */
function query(params) {
  const kept = Object.entries(params).filter(([, v]) => v !== '' && v !== null && v !== undefined && v !== false);
  const text = new URLSearchParams(kept.map(([k, v]) => [k, v === true ? '1' : String(v)])).toString();
  return text ? '?' + text : '';
}

/** What every request has to say about what is looked at. */
export function looking() {
  const { params } = route();
  return Object.fromEntries(STICKY.filter((k) => k in params).map((k) => [k, params[k]]));
}

/** The same value as long as the same things are looked at. @param {Record<string, string>} params */
export const lookedAt = (params) => JSON.stringify(STICKY.map((k) => params[k] ?? null));

/**
 * The address of a view, of the same report.
 * @param {string} view
 * @param {Record<string, unknown>} [params]
 */
export const link = (view, params = {}) => '#/' + view + query({ ...looking(), ...params });

/** Goes to another view; Back returns. */
export function go(view, params = {}) {
  location.hash = link(view, params);
}

/**
 * Changes parameters of this view without a new step in the history.
 * @param {Record<string, unknown>} changes null removes one
 */
export function change(changes) {
  const { view, params } = route();
  history.replaceState(null, '', '#/' + view + query({ ...params, ...changes }));
  dispatchEvent(new Event('routechange'));
}

/**
 * The route, and a new rendering whenever it changes. `arrivals` counts addresses that came from
 * outside a view (a link, Back, something typed), as against what a view wrote there of itself.
 * @returns {Route & {arrivals: number}}
 */
export function useRoute() {
  const [now, set] = useState(() => ({ ...route(), arrivals: 0 }));
  useEffect(() => {
    const arrive = () => set((was) => ({ ...route(), arrivals: was.arrivals + 1 }));
    const update = () => set((was) => ({ ...route(), arrivals: was.arrivals }));
    addEventListener('hashchange', arrive);
    addEventListener('routechange', update);
    return () => {
      removeEventListener('hashchange', arrive);
      removeEventListener('routechange', update);
    };
  }, []);
  return now;
}

/** Asks the server. Every answer is JSON of at most a megabyte. */
import { useEffect, useState } from './ui/h.js';
import { looking } from './state.js';

/** An answer that is none: says what is wrong and what to do. */
export class AskError extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** The report is being imported; ask again when it is there. */
export class Importing extends Error {
  /** @param {{importing: number, done: number, all: number}} state */
  constructor(state) {
    super('importing');
    this.state = state;
  }
}

const KEPT = 60;
/** @type {Map<string, unknown>} answers, oldest first: reports do not change while they are open */
const kept = new Map();

function address(name, params) {
  const all = { ...looking(), ...params };
  const pairs = Object.entries(all).filter(([, v]) => v !== undefined && v !== null && v !== '' && v !== false);
  const text = new URLSearchParams(pairs.map(([k, v]) => [k, v === true ? '1' : String(v)])).toString();
  return 'api/' + name + (text ? '?' + text : '');
}

/**
 * @param {string} name of the endpoint
 * @param {Record<string, unknown>} [params]
 * @param {{signal?: AbortSignal, body?: string, fresh?: boolean}} [options] fresh: not from memory
 * @returns {Promise<any>}
 */
export async function ask(name, params = {}, { signal, body, fresh = false } = {}) {
  const url = address(name, params);
  const known = body === undefined && !fresh && kept.get(url);
  if (known) return known;
  let response;
  try {
    response = await fetch(url, body === undefined ? { signal } : { method: 'POST', body, signal });
  } catch (e) {
    if (e.name === 'AbortError') throw e;
    throw new AskError('The server does not answer. Is tilescope serve still running?', 0);
  }
  const answer = await response.json();
  if (response.status === 202) throw new Importing(answer);
  if (!response.ok) throw new AskError(answer.error ?? response.statusText, response.status);
  // Of what takes long the status was sent before anybody knew.
  if (answer.error !== undefined) throw new AskError(answer.error, response.status);
  if (body === undefined && !fresh) {
    kept.set(url, answer);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }
  return answer;
}

/** Events of the server. Returns what ends them. @param {Record<string, (data: any) => void>} on */
export function listen(name, params, on) {
  const source = new EventSource(address(name, params));
  for (const [event, take] of Object.entries(on)) {
    source.addEventListener(event, (e) => take(JSON.parse(e.data)));
  }
  return () => source.close();
}

/**
 * An answer as state: `{data, error, loading}`. While the next is on its way the last one stays.
 * @param {string|null} name null asks nothing
 * @param {Record<string, unknown>} [params]
 */
export function useData(name, params = {}) {
  const [state, set] = useState({ data: null, error: null, loading: true });
  const [tries, retry] = useState(0);
  const key = name === null ? null : address(name, params);
  useEffect(() => {
    if (name === null) {
      set({ data: null, error: null, loading: false });
      return undefined;
    }
    const abort = new AbortController();
    set((s) => ({ data: s.data, error: null, loading: true }));
    ask(name, params, { signal: abort.signal }).then(
      (data) => { if (!abort.signal.aborted) set({ data, error: null, loading: false }); },
      (error) => { if (!abort.signal.aborted) set({ data: null, error, loading: false }); },
    );
    return () => abort.abort();
  }, [key, tries]);
  return { ...state, retry: () => retry(tries + 1) };
}

const AGAIN_MILLIS = 300;

/** The same for what stands beside a view and shows no progress: while the report is imported it is on its way. */
export function useDataOnceImported(name, params = {}) {
  const answer = useData(name, params);
  const importing = answer.error instanceof Importing;
  useEffect(() => {
    if (!importing) return undefined;
    const timer = setTimeout(answer.retry, AGAIN_MILLIS);
    return () => clearTimeout(timer);
  }, [answer.error]);
  return importing ? { ...answer, error: null, loading: true } : answer;
}

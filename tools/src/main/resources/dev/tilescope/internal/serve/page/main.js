/** The page: what is always there, and the view that the address names. */
import { h, render, useEffect, useRef, useState } from './ui/h.js';
import { go, link, lookedAt, useRoute } from './state.js';
import { AskError, useData, useDataOnceImported } from './api.js';
import { bytes, namesOf } from './format.js';
import { VIEWS } from './views.js';
import { KeyList, useKeys } from './keys.js';
import { Find } from './find.js';
import { Command, Empty, Loading, Problem } from './ui/parts.js';

const modules = new Map();

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem('theme', theme); } catch { /* a browser that keeps nothing */ }
  dispatchEvent(new Event('themechange'));
}
try {
  const chosen = localStorage.getItem('theme');
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* the system's choice then */ }

const dark = () => (document.documentElement.dataset.theme
  ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

/** A view, once its module is here. */
function View({ id, params }) {
  const [module, set] = useState(() => modules.get(id) ?? null);
  const [error, fail] = useState(null);
  useEffect(() => {
    const view = VIEWS.find((v) => v.id === id);
    set(() => modules.get(id) ?? null);
    fail(null);
    if (!view) fail(new AskError(`There is no view called ${id}.`, 404));
    else if (!modules.has(id)) view.load().then((m) => { modules.set(id, m.default); set(() => m.default); }, fail);
    document.title = `${view?.title ?? id} · Tilescope`;
  }, [id]);
  if (error) return h(Problem, { error, retry: () => location.reload() });
  const shown = modules.get(id);
  return shown && module ? h(shown, { params }) : h(Loading);
}

/**
 * A view is made anew for other data, and for each address that comes from outside: what it shows is what the address
 * says and nothing of what was there before. One operation or tensor after the other is the same visit; Live looks at
 * no report, and gathers what it shows.
 */
const visitOf = (view, params, arrivals) => (view === 'live' ? view
  : `${view} ${lookedAt(params)} ${VIEWS.find((v) => v.id === view)?.hidden ? '' : arrivals}`);

/** The view to stay in when something else is looked at: a single thing of one report is not in another. */
const listView = (view) => {
  const at = VIEWS.find((v) => v.id === view);
  return at && !at.hidden ? view : VIEWS.find((v) => v.id === view + 's')?.id ?? 'overview';
};

/** What is kept of an address when something else is looked at. */
const kept = (view, params) => Object.fromEntries(Object.entries(params).filter(([param]) => VIEWS.find((v) => v.id === view)?.stays?.(param)));

function ReportChoice({ sources, params, view }) {
  const reports = sources.filter((s) => s.kind === 'database' || s.kind === 'report');
  if (reports.length === 0) return null;
  const now = params.report ?? String(reports[0].id);
  const names = namesOf(reports.map((r) => r.path));
  return h('select', {
    class: 'report', 'aria-label': 'Report', value: now, title: reports.find((r) => String(r.id) === now)?.path,
    onChange: (e) => go(listView(view), { ...kept(view, params), report: e.currentTarget.value, rank: null }),
  }, reports.map((r, i) => h('option', { value: String(r.id), title: bytes(r.bytes) }, names[i])));
}

function RankChoice({ params, view }) {
  const ranks = useDataOnceImported('ranks').data?.ranks ?? [];
  if (ranks.length < 2) return null;
  return h('select', {
    class: 'rank', 'aria-label': 'Rank', value: params.rank ?? String(ranks[0]),
    onChange: (e) => go(listView(view), { ...kept(view, params), rank: e.currentTarget.value }),
  }, ranks.map((r) => h('option', { value: String(r) }, `Rank ${r}`)));
}

const Nothing = () => h(Empty, { title: 'No report was found' },
  'Make one, then start this again: ', h(Command, null, 'tilescope demo'), ' traces a small BERT; ',
  h(Command, null, 'tilescope run --report FILE -- java ...'), ' traces a program of yours, ',
  h(Command, null, 'tilescope python --report FILE program.py'), ' one in Python. Or name one: ',
  h(Command, null, 'tilescope serve REPORT'));

function Page() {
  const { view, params, arrivals } = useRoute();
  const sources = useData('sources');
  const [keys, showKeys] = useState(false);
  const [finding, find] = useState(false);
  const main = useRef(null);
  const flip = () => setTheme(dark() ? 'light' : 'dark');
  useKeys([
    { keys: '?', run: () => showKeys((k) => !k) },
    { keys: '/', run: () => find(true) },
    { keys: 't', run: flip },
    { keys: 'Escape', run: () => { showKeys(false); find(false); } },
    ...VIEWS.filter((v) => v.key).map((v) => ({ keys: v.key, run: () => go(v.id) })),
  ]);
  useEffect(() => {
    const open = (e) => {
      if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'k') { e.preventDefault(); find(true); }
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  const list = sources.data?.sources ?? [];
  const reportless = sources.data && !list.some((s) => s.kind === 'database' || s.kind === 'report');
  const needsReport = !['live', 'timeline', 'performance', 'parameters'].includes(view);
  return h('div', { class: 'page' },
    h('a', { class: 'skip', href: '#main', onClick: (e) => { e.preventDefault(); main.current.focus(); } }, 'Skip to the view'),
    h('header', { class: 'top' },
      h('a', { class: 'brand', href: link('overview') }, h('img', { src: 'icon.svg', alt: '', width: 20, height: 20 }), h('span', null, 'Tilescope')),
      h('nav', { 'aria-label': 'Views' }, VIEWS.filter((v) => !v.hidden).map((v) => h('a', {
        href: link(v.id), class: v.id === view || v.id === view + 's' ? 'on' : '',
        'aria-current': v.id === view ? 'page' : v.id === view + 's' ? 'true' : undefined, title: v.key ? `${v.title} (${v.key})` : v.title,
      }, v.title))),
      h('span', { class: 'gap' }),
      h(ReportChoice, { sources: list, params, view }),
      reportless === false && h(RankChoice, { params, view, key: params.report ?? '' }),
      h('button', { class: 'quiet', title: 'Find (/ or Ctrl-K)', onClick: () => find(true) }, 'Find'),
      h('button', { class: 'quiet', title: 'Light or dark (t)', 'aria-label': 'Light or dark', onClick: flip }, '◐'),
      h('button', { class: 'quiet', title: 'Keys (?)', 'aria-label': 'Keys', onClick: () => showKeys(true) }, '?')),
    h('main', { id: 'main', class: 'of-' + view, ref: main, tabIndex: -1 },
      sources.error ? h(Problem, { error: sources.error, retry: sources.retry })
        : reportless && needsReport ? h(Nothing) : h(View, { id: view, params, key: visitOf(view, params, arrivals) })),
    keys && h(KeyList, { close: () => showKeys(false) }),
    finding && h(Find, { close: () => find(false) }));
}

render(h(Page), document.getElementById('app'));

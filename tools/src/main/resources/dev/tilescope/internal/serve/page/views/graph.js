/**
 * Graph: what flows from operation to operation, layers folded, or every operation, or the calls
 * inside one of them. What is open, chosen, coloured and in sight is in the address.
 */
import { h, useEffect, useMemo, useRef, useState } from '../ui/h.js';
import { ask, useDataOnceImported } from '../api.js';
import { change, go, looking } from '../state.js';
import { count, isDark } from '../format.js';
import { Choice, Empty, Loading, Problem } from '../ui/parts.js';
import { useKeys } from '../keys.js';
import { AFTER, BEFORE, Graph as Model, LAYERS, OPERATION, TENSOR, callGraph } from './graph/model.js';
import { COLOURS, gradient } from './graph/colours.js';
import { GraphCanvas } from './graph/canvas.js';
import { Side } from './graph/side.js';

const LEVELS = [['layers', 'Layers'], ['operations', 'Operations'], ['calls', 'Calls']];

/** "12.0,40.3" → Map of a layer's id to its open copy. */
const opened = (text) => new Map((text ?? '').split(',').filter(Boolean).map((p) => p.split('.').map(Number)));
const written = (map) => [...map].map(([id, copy]) => `${id}.${copy}`).join(',');

/** What the server is asked for. */
const wanted = (params) => ({
  fold: params.level === 'operations' ? '0' : '1', deallocate: params.free === '1', tensors: params.tensors === '1', open: params.open,
});

/** A model that is nothing but its layers folds to next to nothing: then the first one is open. */
const FEW_NODES = 5;

/** Opening a layer, or another colour, leaves the eye where it is. */
const keepsSight = (was, is) => was !== undefined && ['fold', 'tensors', 'deallocate'].every((k) => was[k] === is[k]);

/** The calls inside an operation; if none is named, the first. */
async function callsOf(named) {
  const id = named ?? (await ask('operations', { flat: true, count: 1 })).rows[0]?.id;
  const answer = id === undefined ? { calls: [], skipped: 0 } : await ask('graph/calls', { id });
  return Object.assign(callGraph(answer), { operation: Number(id ?? 0), skipped: answer.skipped });
}

/** The graph that the address names, once its first part is here. */
function useGraph(params) {
  const calls = params.level === 'calls';
  const ask4 = { ...wanted(params), memory: params.colour === 'memory' };
  const key = JSON.stringify([calls, calls ? params.id : ask4, looking().report, looking().rank]);
  const [state, set] = useState({ graph: null, error: null, version: 0 });
  const [tries, retry] = useState(0);
  useEffect(() => {
    let here = true;
    const fail = (error) => { if (here) set({ graph: null, error, version: 0 }); };
    if (calls) {
      callsOf(params.id).then((graph) => here && set({ graph, error: null, version: 0 }), fail);
    } else {
      const graph = new Model(ask4);
      graph.load(0, true).then(() => here && set((s) => {
        graph.keepsSight = s.graph?.nodes.size > FEW_NODES && keepsSight(s.graph.params, graph.params);
        return { graph, error: null, version: 0 };
      }), fail);
    }
    return () => { here = false; };
  }, [key, tries]);
  return { ...state, retry: () => retry(tries + 1) };
}

function Legend({ colour, limits }) {
  const [, label, index, format] = colour;
  const [, again] = useState(0);
  useEffect(() => {
    const update = () => again((n) => n + 1);
    addEventListener('themechange', update);
    return () => removeEventListener('themechange', update);
  }, []);
  if (index < 0) return null;
  const limit = limits[index];
  if (!limit) return h('span', { class: 'soft legend' }, 'The report does not say');
  return h('span', { class: 'legend', title: `${label}, logarithmic` },
    format(limit[0]), h('i', { style: { background: gradient(isDark()) } }), format(limit[1]));
}

/** Finds operations by name or id, and steps through what was found. */
function Search({ params, calls, onFound }) {
  const [text, type] = useState(params.q ?? '');
  const [found, set] = useState(null);
  const box = useRef(null);
  async function step(n, q = text) {
    if (!q.trim() || calls) { set(null); change({ q: null }); return; }
    const answer = await ask('graph/find', { ...wanted(params), text: q.trim(), n });
    set(answer);
    change({ q: q.trim() });
    if (answer.all > 0) onFound(answer);
  }
  useKeys([
    { keys: 's', does: 'search in the graph', run: () => box.current?.focus() },
    { keys: 'n', does: 'next that was found', run: () => found && step(found.n + 1) },
    { keys: 'p', does: 'the one before', run: () => found && step(found.n - 1) },
  ], [found, text, params.open, params.level, params.free, params.tensors]);
  if (calls) return null;
  return h('span', { class: 'graph-search', role: 'search' },
    h('input', {
      ref: box, type: 'search', placeholder: 'Name or id (s)', 'aria-label': 'Search in the graph', value: text,
      onInput: (e) => { type(e.currentTarget.value); set(null); },
      onKeyDown: (e) => { if (e.key === 'Enter') step(found ? found.n + (e.shiftKey ? -1 : 1) : 0); },
    }),
    found && h('output', { class: 'soft' }, found.all === 0 ? 'none' : `${count(found.n + 1)} of ${count(found.all)}`),
    found && found.all > 1 && [
      h('button', { class: 'quiet', 'aria-label': 'Previous', onClick: () => step(found.n - 1) }, '↑'),
      h('button', { class: 'quiet', 'aria-label': 'Next', onClick: () => step(found.n + 1) }, '↓')]);
}

const Switch = ({ label, on, name, title }) => h('label', { title },
  h('input', { type: 'checkbox', checked: on, onChange: (e) => change({ [name]: e.currentTarget.checked ? 1 : null, node: null, sight: null }) }), label);

function CallsOf({ id, all }) {
  return h('span', { class: 'calls-of' },
    h('button', { class: 'quiet', 'aria-label': 'Previous operation', disabled: id <= 1, onClick: () => change({ id: id - 1, node: null, sight: null }) }, '←'),
    h('label', null, 'of operation', h('input', { type: 'number', min: 1, value: id, 'aria-label': 'Operation', onChange: (e) => change({ id: e.currentTarget.value, node: null, sight: null }) })),
    h('button', { class: 'quiet', 'aria-label': 'Next operation', disabled: id >= all, onClick: () => change({ id: id + 1, node: null, sight: null }) }, '→'));
}

function useFirstLayer(graph, params) {
  const done = useRef(false);
  useEffect(() => {
    if (!graph || done.current) return;
    done.current = true;
    const layer = graph.nodes.size <= FEW_NODES && [...graph.nodes.values()].find((n) => n.kind === LAYERS && n.count > n.copies);
    if (layer && !params.open) change({ open: written(new Map([[layer.layer, 0]])) });
  }, [graph]);
}

export default function Graph({ params }) {
  const level = params.level ?? 'layers';
  const calls = level === 'calls';
  const { graph, error, retry, version } = useGraph(params);
  const [show, bring] = useState(null);
  const colour = COLOURS.find(([v]) => v === params.colour) ?? COLOURS[0];
  const open = useMemo(() => opened(params.open), [params.open]);
  const list = useDataOnceImported(calls ? 'operations' : null, { count: 1 });
  useFirstLayer(graph, params);

  const openNode = (node) => {
    if (node.call) return;
    if (node.kind === LAYERS) change({ open: written(new Map(open).set(node.layer, 0)), node: null });
    else if (node.kind === BEFORE) change({ open: written(new Map(open).set(node.layer, (open.get(node.layer) ?? 1) - 1)), node: null });
    else if (node.kind === AFTER) change({ open: written(new Map(open).set(node.layer, (open.get(node.layer) ?? 0) + 1)), node: null });
    else go(node.kind === TENSOR ? 'tensor' : 'operation', { id: node.id });
  };
  const closeNode = (node) => {
    const inside = node && graph.head.opened.find((f) => node.x >= f.x - 1 && node.y >= f.y - 1 && node.x + node.w <= f.x + f.w + 1 && node.y + node.h <= f.y + f.h + 1);
    const rest = new Map(open);
    if (inside) rest.delete(inside.id); else rest.clear();
    change({ open: written(rest) || null, node: null });
  };
  const found = (answer) => {
    bring({ x: answer.x, y: answer.y, w: answer.w, h: answer.h });
    change({ node: answer.node });
    graph.load(answer.part).then(() => bring({ x: answer.x, y: answer.y, w: answer.w, h: answer.h }), () => {});
  };
  const locate = (id) => ask('graph/find', { ...wanted(params), id }).then((a) => { if (a.node !== undefined) found(a); });
  useKeys([
    { keys: 'f', does: 'the whole graph', run: () => document.querySelector('.graph-main canvas')?.focus() },
    { keys: 'Escape', does: '', run: () => change({ node: null }) },
    { keys: '↑ ↓ ← →', does: 'in the graph: follow edges; with Shift: move', run: () => {} },
    { keys: 'Enter', does: 'in the graph: open a layer, or the operation', run: () => {} },
    { keys: 'Backspace', does: 'in the graph: fold the layer again', run: () => {} },
  ]);

  if (error) return h(Problem, { error, retry });
  if (!graph || graph.isOfCalls !== calls) return h(Loading);
  if (!calls && graph.head.operations === 0) return h(Empty, { title: 'No operations' }, 'The report holds no operations, so nothing flows.');
  const selected = params.node === undefined ? -1 : Number(params.node);
  const node = graph.nodes.get(selected);
  return h('div', { class: 'view graph-view' },
    h('div', { class: 'bar' },
      h(Choice, { label: 'Level', value: level, options: LEVELS, onChange: (v) => change({ level: v === 'layers' ? null : v, id: v === 'calls' && node?.kind === OPERATION && !node.call ? node.id : params.id, node: null, sight: null }) }),
      calls && h(CallsOf, { id: graph.operation, all: list.data?.operations ?? Infinity }),
      !calls && h(Switch, { label: 'Tensors', name: 'tensors', on: params.tensors === '1', title: 'Show tensors as nodes' }),
      !calls && h(Switch, { label: 'Deallocations', name: 'free', on: params.free === '1', title: 'Show calls that only free memory' }),
      h('label', null, 'Colour', h('select', { value: colour[0], onChange: (e) => change({ colour: e.currentTarget.value }) },
        COLOURS.map(([v, text, index]) => h('option', { value: v, disabled: v === 'modelled' && !graph.head.limits[index] }, calls && v === 'memory' ? 'Memory allocated' : text)))),
      h(Legend, { colour, limits: graph.head.limits }),
      h('span', { class: 'gap' }),
      !calls && open.size > 0 && h('button', { onClick: () => change({ open: null, node: null }) }, 'Fold all'),
      h(Search, { params, calls, onFound: found, key: level })),
    h('div', { class: 'graph-main' },
      graph.nodes.size === 0
        ? h(Empty, { title: 'No calls' }, 'The report has no trace of what this operation called.')
        : h(GraphCanvas, {
          graph, version, sight: params.sight, cost: colour[2], format: colour[3], selected, show,
          onSelect: (n) => change({ node: n ? n.n : null }), onOpen: openNode, onClose: closeNode,
          label: `Graph of ${count(graph.head.nodesInAll)} nodes. Arrows follow edges, Enter opens, f shows all.`,
        }),
      node && h(Side, { node, params: wanted(params), open: openNode, locate, close: () => change({ node: null }) })),
    h('div', { class: 'graph-foot soft' }, footer(graph, calls)));
}

function footer(graph, calls) {
  if (calls) return `${count(graph.head.nodesInAll)} calls${graph.skipped ? `; ${count(graph.skipped)} more are not drawn` : ''}. Device operations are in colour; the runtime's own calls are grey.`;
  const { head } = graph;
  return [
    `${count(head.operations)} operations as ${count(head.nodesInAll)} nodes, ${count(head.edgesInAll)} edges`,
    head.leftOut > 0 && `${count(head.leftOut)} deallocations hidden`,
    head.method === 'order' && 'in the order they ran; edges over more than 30 rows are followed with “from” and “to”',
    graph.leftOut > 0 && `${count(graph.leftOut)} edges in crowded places are not drawn`,
  ].filter(Boolean).join(' · ');
}

/**
 * The table of views: each a module that is loaded when it is first looked at. A view is a component
 * `({params}) => …`; what it shows is in the address, see state.js. `stays` tells which of its parameters are of
 * something else than a report, and stay when another one is chosen.
 *
 * @type {{id: string, title: string, key: string, load: () => Promise<{default: any}>, hidden?: boolean, stays?: (param: string) => boolean}[]}
 */
export const VIEWS = [
  { id: 'overview', title: 'Overview', key: '1', load: () => import('./views/overview.js') },
  { id: 'operations', title: 'Operations', key: '2', load: () => import('./views/operations.js') },
  { id: 'operation', title: 'Operation', key: '', load: () => import('./views/operation.js'), hidden: true },
  { id: 'memory', title: 'Memory', key: '3', load: () => import('./views/memory.js') },
  { id: 'tensors', title: 'Tensors', key: '4', load: () => import('./views/tensors.js') },
  { id: 'tensor', title: 'Tensor', key: '', load: () => import('./views/tensor.js'), hidden: true },
  { id: 'graph', title: 'Graph', key: '5', load: () => import('./views/graph.js') },
  { id: 'timeline', title: 'Timeline', key: '6', load: () => import('./views/timeline.js'), stays: (param) => ['laidout', 'axis', 'show'].includes(param) },
  { id: 'performance', title: 'Performance', key: '7', load: () => import('./views/performance.js'), stays: (param) => param !== 'operation' },
  { id: 'compare', title: 'Compare', key: '8', load: () => import('./views/compare.js') },
  { id: 'live', title: 'Live', key: '9', load: () => import('./views/live.js'), stays: () => true },
  { id: 'topology', title: 'Topology', key: '', load: () => import('./views/topology.js') },
  { id: 'sql', title: 'SQL', key: '', load: () => import('./views/sql.js'), stays: () => true },
  { id: 'parameters', title: 'Parameters', key: '', load: () => import('./views/parameters.js'), stays: () => true },
];

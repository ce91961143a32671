/** The cores of a device: what buffers and circular buffers take of the L1 of each. */
import { h } from '../../ui/h.js';
import { useData } from '../../api.js';
import { change } from '../../state.js';
import { bytes, count, hex } from '../../format.js';
import { Answered, Command, Panel } from '../../ui/parts.js';
import { holdsCore, programs } from './calls.js';

/** The most that the programs take of a core: they run one after the other. */
function programBytes(running, x, y) {
  return Math.max(0, ...running.map((p) => p.buffers.filter((c) => !c.global && holdsCore(c.ranges, x, y)).reduce((s, c) => s + c.bytes, 0)));
}

export function CoresPart({ op, calls, device, core }) {
  const answer = useData('operation/cores', { id: op.id, device });
  return h(Panel, { title: 'L1 of each core', class: 'cores' }, h(Answered, { answer }, (a) => (a.width === 0
    ? h('p', { class: 'body soft' }, 'The report does not describe the device.')
    : h(Grid, { a, running: programs(calls.data?.rows ?? [], a.device), op, device: a.device, core }))));
}

function Grid({ a, running, op, device, core }) {
  const buffers = new Map(a.cores.map((c) => [`${c.x},${c.y}`, c.bytes]));
  const width = Math.max(a.width, ...a.cores.map((c) => c.x + 1));
  const height = Math.max(a.height, ...a.cores.map((c) => c.y + 1));
  const cells = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inBuffers = buffers.get(`${x},${y}`) ?? 0;
      const inPrograms = programBytes(running, x, y);
      cells.push({ x, y, inBuffers, inPrograms, all: inBuffers + inPrograms });
    }
  }
  const most = Math.max(1, ...cells.map((c) => c.all));
  return h('div', { class: 'body' },
    h('div', { class: 'core-grid', role: 'group', 'aria-label': 'Cores', style: { gridTemplateColumns: `repeat(${width}, minmax(0, 1fr))` } },
      cells.map((c) => h(Cell, { c, most, on: core === `${c.x},${c.y}` }))),
    h('p', { class: 'soft legend-line' }, h('i', { class: 'swatch l1' }), 'buffers', h('i', { class: 'swatch cb' }), `circular buffers; the fullest core has ${bytes(most === 1 ? 0 : most)}`),
    a.cores.length === 0 && h('p', { class: 'soft' }, 'Buffers are not told by core: the report has no buffer pages. ', h(Command, null, a.ofTtnn ? 'ttnn.graph.enable_buffer_pages()' : 'CaptureOptions.withBufferDetail()'), ' records them.'),
    core && h(Core, { op, device, core, running }));
}

function Cell({ c, most, on }) {
  return h('button', {
    class: on ? 'core on' : 'core', 'aria-pressed': on,
    'aria-label': `Core ${c.x}, ${c.y}: ${bytes(c.inBuffers)} in buffers, ${bytes(c.inPrograms)} in circular buffers`,
    title: `Core ${c.x}, ${c.y}\nbuffers ${bytes(c.inBuffers)}\ncircular buffers ${bytes(c.inPrograms)}`,
    onClick: () => change({ core: on ? null : `${c.x},${c.y}` }),
  }, h('i', { class: 'l1', style: { height: (100 * c.inBuffers) / most + '%' } }), h('i', { class: 'cb', style: { height: (100 * c.inPrograms) / most + '%' } }));
}

function Core({ op, device, core, running }) {
  const [x, y] = core.split(',').map(Number);
  const answer = useData('operation/core', { id: op.id, device, x, y });
  const circular = running.flatMap((p) => p.buffers.filter((c) => holdsCore(c.ranges, x, y)).map((c) => ({ ...c, name: p.name })));
  return h(Answered, { answer }, (a) => h('div', { class: 'core-of' }, h('h3', null, `Core ${x}, ${y}`),
    h('table', { class: 'live' },
      h('thead', null, h('tr', null, h('th', null, 'What'), h('th', { class: 'right' }, 'Address'), h('th', { class: 'right' }, 'Bytes'))),
      h('tbody', null,
        circular.map((c) => h('tr', null, h('td', null, h('i', { class: 'swatch cb' }), c.name), h('td', { class: 'right mono' }, hex(c.address)), h('td', { class: 'right' }, count(c.bytes)))),
        a.chunks.map((c) => h('tr', null, h('td', null, h('i', { class: 'swatch l1' }), `${count(c.pages)} ${c.pages === 1 ? 'page' : 'pages'} of the buffer at ${hex(c.buffer)}`), h('td', { class: 'right mono' }, hex(c.address)), h('td', { class: 'right' }, count(c.bytes))))))));
}

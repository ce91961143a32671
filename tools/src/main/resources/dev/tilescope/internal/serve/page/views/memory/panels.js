/** What stands beside the map: a buffer, the peak explained, sizes. */
import { h, useCallback } from '../../ui/h.js';
import { useData } from '../../api.js';
import { link } from '../../state.js';
import { REGIONS, bytes, colour, count, hex } from '../../format.js';
import { Answered } from '../../ui/parts.js';
import { Canvas } from '../../ui/canvas.js';
import { saveCsv } from '../../ui/save.js';
import { regionColour } from './drawing.js';

/** An operation, by number and name. */
export const OperationLink = ({ of, none = '–' }) => (of
  ? h('a', { href: link('operation', { id: of.id }), title: of.name }, h('span', { class: 'num' }, count(of.id)), ' ', of.name)
  : h('span', { class: 'soft' }, none));

const shapeOf = (text) => text.replace(/^.*?(\[.*\]).*$/, '$1');
const lastWord = (text) => text.split(/\.|::/).pop();

export const Swatch = ({ tensor }) => h('i', { class: 'swatch', style: { background: tensor < 0 ? 'var(--soft)' : colour(tensor) } });

const Fact = (name, ...value) => h('div', { class: 'fact' }, h('dt', null, name), h('dd', null, ...value));

/** @param {{span: number, close: () => void}} props */
export function BufferPanel({ span, close }) {
  const answer = useData('memory/buffer', { span });
  return h('section', { class: 'side-part', 'aria-label': 'Buffer' },
    h('header', null, h('h2', null, 'Buffer'), h('button', { class: 'quiet', onClick: close, 'aria-label': 'Close', title: 'Close (Esc)' }, '✕')),
    h(Answered, { answer }, (b) => h('div', { class: 'buffer' },
      h('p', { class: 'title' }, h(Swatch, { tensor: b.tensor?.id ?? -1 }),
        b.tensor ? h('a', { href: link('tensor', { id: b.tensor.id }) }, `tensor ${count(b.tensor.id)}`) : 'no tensor is known to be in it',
        h('strong', null, bytes(b.bankBytes), ' of a bank')),
      b.lateOperations > 1 && h('p', { class: 'late' },
        b.freed ? `Freed ${count(b.lateOperations)} operations after its last use.` : `Never freed: ${count(b.lateOperations)} operations after its last use it is still there.`),
      h('dl', { class: 'facts' },
        b.tensor && [Fact('Shape', h('code', null, shapeOf(b.tensor.shape))),
          Fact('Type', lastWord(b.tensor.dtype), ', ', lastWord(b.tensor.layout))],
        Fact('Where', `${REGIONS[b.type] ?? b.type} of device ${b.device}`),
        Fact('Address', h('code', null, `${hex(b.address)} – ${hex(b.address + b.bankBytes)}`)),
        Fact('Of a bank', `${count(b.bankBytes)} B`),
        Fact('Made in', h(OperationLink, { of: b.made, none: 'before the capture' })),
        b.producer && b.producer.id !== b.made?.id && Fact('Tensor from', h(OperationLink, { of: b.producer })),
        Fact('Last used in', h(OperationLink, { of: b.lastUse, none: 'not known' })),
        Fact('Freed in', h(OperationLink, { of: b.freed, none: 'never' })),
        Fact('Lives for', `${count(b.to - b.from)} operations`)),
      b.consumers.length > 0 && [h('h3', null, `Used by ${b.consumers.length}${b.consumers.length >= 60 ? ' or more' : ''}`),
        h('ul', { class: 'plain' }, b.consumers.map((c) => h('li', null, h(OperationLink, { of: c }))))])));
}

/** Explains the peak of a region. @param {{region: any, select: (row: any) => void}} props */
export function PeakPanel({ region, select }) {
  const answer = useData('memory/peak', { device: region.device, type: region.type });
  return h('section', { class: 'side-part', 'aria-label': 'Explain the peak' }, h(Answered, { answer }, (p) => h(Peak, { p, select })));
}

const ROLES = {
  in_use: 'taken or given by the operation', temporary: 'made and freed inside of it', waiting: 'needed later', weight: 'weights and inputs',
  program: 'kernels and arguments', result: 'not used since it was made', late: 'not needed any more',
};

function Peak({ p, select }) {
  const [sum, ...rest] = p.sentences;
  return h('div', null,
    h('p', { class: 'title' }, h('strong', { class: 'large' }, bytes(p.bytes)), p.isL1 ? ' of a core\u2019s L1' : ' of a bank of DRAM'),
    h('p', null, sum),
    rest.map((text) => h('p', { class: text.startsWith('To save') ? 'late' : '' }, text)),
    p.programs.length > 0 && [h('h3', null, 'Circular buffers'),
      h('table', { class: 'live programs' }, h('tbody', null, p.programs.map((c) => h('tr', null,
        h('td', null, c.program || c.kind.replace('_', ' ')), h('td', { class: 'right' }, bytes(c.bytes)), h('td', { class: 'right' }, `${count(c.cores)} cores`)))))],
    p.rows.length > 0 && [
      h('h3', null, 'Buffers', h('button', { class: 'quiet', onClick: () => csv(p.rows), title: 'Save this table as CSV' }, 'CSV')),
      h('table', { class: 'live' },
        h('thead', null, h('tr', null, h('th', null, 'Tensor'), h('th', { class: 'right' }, 'Bytes'), h('th', { class: 'right' }, 'Since'), h('th', { class: 'right' }, 'Used'))),
        h('tbody', null, p.rows.map((r) => h('tr', { class: r.role === 'late' ? 'is-late' : '', title: ROLES[r.role], onClick: () => select(r) },
          h('td', null, h('button', { class: 'quiet', onClick: () => select(r) }, h(Swatch, { tensor: r.tensor }), r.tensor < 0 ? '–' : count(r.tensor)),
            h('span', { class: 'soft' }, shapeOf(r.what))),
          h('td', { class: 'right' }, bytes(r.bytes)),
          h('td', { class: 'right', title: r.made?.name }, r.made ? count(r.made.id) : 'before'),
          h('td', { class: 'right', title: r.lastUse?.name }, r.lastUse ? count(r.lastUse.id) : '–', r.role === 'late' && h('b', { title: ROLES.late }, ' late'))))))],
    p.live > p.rows.length && h('p', { class: 'soft' }, `And ${count(p.live - p.rows.length)} smaller ones.`));
}

const csv = (rows) => saveCsv('peak', ['tensor', 'what', 'bytes', 'address', 'made in', 'last use', 'freed in', 'role'],
  rows.map((r) => [r.tensor, r.what, r.bytes, r.address, r.made?.id, r.lastUse?.id, r.freed?.id, r.role]));

/** How many buffers there are of which size. @param {{region: any}} props */
export function SizesPanel({ region }) {
  const answer = useData('memory/sizes', { device: region.device, type: region.type });
  return h('section', { class: 'side-part', 'aria-label': 'Sizes of buffers' },
    h(Answered, { answer }, (a) => h(Histogram, { bins: a.bins, region })));
}

const ROW = 24;

function Histogram({ bins, region }) {
  const draw = useCallback((painter, width) => {
    const { theme } = painter;
    const most = Math.max(...bins.map((b) => b.count));
    painter.rect(0, 0, width, 40 + ROW * bins.length, theme.panel);
    painter.text(66, 12, 'buffers', { fill: theme.soft });
    painter.text(width - 4, 12, 'together', { fill: theme.soft, align: 'right' });
    bins.forEach((b, i) => {
      const y = 26 + i * ROW;
      const wide = Math.max(1, (b.count / most) * (width - 215));
      painter.text(58, y + 9, b.fromBytes === 0 ? '0 B' : bytes(b.fromBytes).replace('.00', '').replace('.0 ', ' '), { align: 'right', fill: theme.soft });
      painter.rect(66, y, wide, ROW - 6, regionColour(theme, region.type));
      painter.text(72 + wide, y + 9, count(b.count), { fill: theme.text });
      painter.text(width - 4, y + 9, bytes(b.bytes), { fill: theme.soft, align: 'right' });
    });
  }, [bins, region]);
  return h('div', null,
    h('p', { class: 'soft' }, 'Buffers by size, in powers of two; each row is of this size up to the next.'),
    h(Canvas, { draw, label: 'Sizes of buffers: ' + bins.map((b) => `${b.count} from ${bytes(b.fromBytes)}`).join(', '), name: 'sizes', height: 40 + ROW * bins.length }));
}

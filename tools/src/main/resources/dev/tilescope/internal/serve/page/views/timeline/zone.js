/** What is known of the selected zone. */
import { h } from '../../ui/h.js';
import { useData, useDataOnceImported } from '../../api.js';
import { board, count, nanos } from '../../format.js';
import { link } from '../../state.js';
import { Answered } from '../../ui/parts.js';
import { Canvas } from '../../ui/canvas.js';
import { exact } from './draw.js';

/** How often which duration occurs; the zone's own is marked. */
const histogram = (same, own) => (p, width, height) => {
  const bars = same.histogram;
  if (bars.length === 0) return;
  const [first, last] = [Math.log2(bars[0][0]) * 2, Math.log2(bars.at(-1)[0]) * 2];
  const wide = Math.min(40, (width - 4) / (Math.round(last - first) + 1));
  const most = Math.max(...bars.map((b) => b[1]));
  p.rect(0, 0, width, height, p.theme.panel);
  for (const [from, number] of bars) {
    const x = 2 + Math.round(Math.log2(from) * 2 - first) * wide;
    const tall = Math.max(2, ((height - 22) * number) / most);
    const mine = own >= from && own < from * Math.SQRT2;
    p.rect(x, height - 16 - tall, Math.max(1, wide - 1), tall, mine ? p.theme.accent : p.theme.l1 + '80');
  }
  p.text(2, height - 7, nanos(same.min), { fill: p.theme.soft, size: 10 });
  p.text(width - 2, height - 7, nanos(same.max), { fill: p.theme.soft, size: 10, align: 'right' });
};

/** @param {{zone: {lane: number, depth: number, index: number}, origin: number, laidout: any, zoom: (z: any) => void, step: (by: number) => void, close: () => void}} props */
export function ZonePanel({ zone, origin, extra, zoom, step, close }) {
  const where = { lane: zone.lane, depth: zone.depth, index: zone.index, ...extra };
  const facts = useData('timeline/zone', where);
  const linked = useDataOnceImported('timeline/link', where);
  return h('aside', { class: 'panel zone', 'aria-label': 'Zone' },
    h(Answered, { answer: facts }, (z) => [
      h('header', null, h('h2', { title: z.name }, z.name), h('button', { class: 'quiet', 'aria-label': 'Close', onClick: close }, '✕')),
      h('div', { class: 'body' },
        h('div', { class: 'big' }, nanos(z.nanos)),
        z.modelled > 0 && h('p', { class: 'soft' }, `modelled; ${board(z)}`),
        h('dl', { class: 'facts' },
          h('dt', null, 'Starts at'), h('dd', { class: 'mono' }, exact(z.start - origin, 1)),
          h('dt', null, 'Lane'), h('dd', null, z.where),
          z.text && [h('dt', null, 'Text'), h('dd', { class: 'long' }, z.text)],
          z.source && [h('dt', null, 'Source'), h('dd', { class: 'mono long' }, z.source)],
          z.inside.length > 0 && [h('dt', null, 'Inside'), h('dd', { class: 'long' }, z.inside.slice().reverse().slice(0, 6).join(' ‹ '))],
          h('dt', null, 'Operation'), h('dd', { class: 'long' }, h(Operation, { linked }))),
        h('div', { class: 'bar' },
          h('button', { onClick: () => zoom(z) }, 'Zoom to it'),
          h('button', { onClick: () => step(-1), title: 'The zone before (,)', 'aria-label': 'The zone before', disabled: z.index === 0 }, '‹'),
          h('button', { onClick: () => step(1), title: 'The next zone (.)', 'aria-label': 'The next zone' }, '›')),
        h('h3', null, `All ${count(z.same.count)} of this name`),
        h('dl', { class: 'facts' },
          h('dt', null, 'Together'), h('dd', null, nanos(z.same.sum)),
          h('dt', null, 'Mean'), h('dd', null, nanos(z.same.mean)),
          h('dt', null, 'Min, max'), h('dd', null, nanos(z.same.min), ' – ', nanos(z.same.max))),
        z.same.count > 1 && h(Canvas, {
          height: 90, draw: histogram(z.same, z.nanos), tick: z.name + z.nanos, name: 'durations',
          label: `Durations of ${count(z.same.count)} zones from ${nanos(z.same.min)} to ${nanos(z.same.max)}`,
        })),
    ]));
}

function Operation({ linked }) {
  if (linked.error) return h('span', { class: 'soft' }, linked.error.message);
  if (!linked.data) return '…';
  const { operation, confidence, problem } = linked.data;
  if (operation === undefined) return h('span', { class: 'soft' }, 'not linked: ' + problem);
  return [h('a', { href: link('operation', { id: operation }) }, `Operation ${operation}`), confidence && h('span', { class: 'soft' }, ' ' + confidence)];
}

/** Whether the program fits, with a small curve of each memory. */
import { classes, h, useCallback } from '../../ui/h.js';
import { useData } from '../../api.js';
import { link } from '../../state.js';
import { REGIONS, bytes, percent } from '../../format.js';
import { Canvas } from '../../ui/canvas.js';
import { Answered, Panel } from '../../ui/parts.js';

/** How full it was while each operation ran, filled; the line above is what there is. */
function Sparkline({ points, amount, memory }) {
  const draw = useCallback((p, width, height) => {
    const top = Math.max(1, amount.capacity > 0 && amount.capacity < 4 * amount.bytes ? amount.capacity : amount.bytes);
    const colour = p.theme[memory === 1 ? 'l1' : 'dram'];
    const step = width / Math.max(1, points.length);
    const outline = [0, height];
    points.forEach((v, i) => {
      const y = height - 1 - (v / top) * (height - 3);
      outline.push(i * step, y, (i + 1) * step, y);
    });
    outline.push(width, height);
    p.rect(0, 0, width, height, p.theme.panel);
    p.area(outline, colour + '40');
    p.line(outline.slice(2, -2), colour, 1.25);
    p.line([0, height - 0.5, width, height - 0.5], p.theme.line);
    if (top === amount.capacity) p.line([0, 1.5, width, 1.5], p.theme.bad);
  }, [points, amount]);
  return h(Canvas, { draw, height: 34, save: false, name: 'memory', label: `Use of ${REGIONS[memory]} over the run` });
}

const In = ({ at }) => at.id > 0 && [', in ', h('a', { href: link('operation', { id: at.id }) }, h('b', null, at.id), ' ' + at.name)];

const part = (amount) => amount.capacity > 0 && ` of ${bytes(amount.capacity)}, ${percent(amount.bytes / amount.capacity)}`;

const fits = (fit) => (fit.l1.capacity <= 0 ? null : fit.l1.bytes <= fit.l1.capacity && !(fit.dram.capacity > 0 && fit.dram.bytes > fit.dram.capacity));

/** What decides whether the program fits, in the words of the command line. */
function Fit({ fit, many }) {
  const answer = fits(fit);
  const where = (memory, amount) => link('memory', { device: fit.device, type: memory, operation: amount.id || undefined });
  return h('div', { class: 'fit' },
    many && h('h3', null, `Device ${fit.device}`),
    answer !== null && fit.whole && h('p', null, h('b', { class: answer ? 'good' : 'bad' }, answer ? 'It fits.' : 'It does not fit.')),
    h('p', null, h('a', { href: where(1, fit.l1) }, 'L1 per core'), ' ', h('b', null, bytes(fit.l1.bytes)), part(fit.l1),
      fit.program > 0 && `; ${bytes(fit.program)} of it circular buffers`,
      h(In, { at: fit.l1 })),
    !fit.whole && h('p', null, 'Only buffers that outlive their operation are counted: this database does not hold circular buffers. Import the report itself to see all.'),
    h(Sparkline, { points: fit.l1Points, amount: fit.l1, memory: 1 }),
    fit.headroom && h('p', null, 'L1 headroom ', h('b', null, bytes(fit.headroom.bytes)), ' between circular buffers and the lowest buffer', h(In, { at: fit.headroom })),
    fit.dram.bytes > 0 && [h('p', null, h('a', { href: where(0, fit.dram) }, 'DRAM per bank'), ' ', h('b', null, bytes(fit.dram.bytes)), part(fit.dram), h(In, { at: fit.dram })),
      h(Sparkline, { points: fit.dramPoints, amount: fit.dram, memory: 0 })]);
}

const fullest = (fits) => fits.reduce((a, b) => (b.l1.bytes > a.l1.bytes ? b : a));

/** What the fullest core held, in the sentences of the command line. */
function AtThePeak({ fit }) {
  const answer = useData('memory/peak', { device: fit.device, type: 1 });
  return h(Answered, { answer }, (p) => p.sentences.length > 1 && h('div', { class: 'fit' }, h('h3', null, 'At the peak'), p.sentences.slice(1, 7).map((text) => h('p', null, text))));
}

export function MemoryPanel() {
  const answer = useData('overview-memory');
  return h(Panel, { title: 'Does it fit?', class: 'memory-panel', actions: h('a', { href: link('memory') }, 'Memory') },
    h(Answered, { answer }, (m) => (m.fits.length === 0
      ? h('p', { class: 'body soft' }, 'The report has no buffers on devices.')
      : h('div', { class: classes('curves', m.fits.length > 1 && 'many') },
        m.fits.map((f) => h(Fit, { fit: f, many: m.fits.length > 1, key: f.device })),
        fullest(m.fits).l1.bytes > 0 && h(AtThePeak, { fit: fullest(m.fits) }),
        m.devices > m.fits.length && h('p', { class: 'soft' }, `${m.devices - m.fits.length} more devices: see Memory.`)))));
}

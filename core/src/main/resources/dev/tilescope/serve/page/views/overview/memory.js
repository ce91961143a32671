/** Peaks of memory, with a small curve of each region. */
import { h, useCallback } from '../../ui/h.js';
import { useData } from '../../api.js';
import { link } from '../../state.js';
import { REGIONS, bytes, percent } from '../../format.js';
import { Canvas } from '../../ui/canvas.js';
import { Answered, Panel } from '../../ui/parts.js';

const COLOURS = { 0: 'dram', 1: 'l1', 3: 'l1', 4: 'trace' };

/** Use after each operation, filled; the line above is what a bank holds. */
function Sparkline({ curve }) {
  const draw = useCallback((p, width, height) => {
    const top = Math.max(1, curve.capacity > 0 && curve.capacity < 4 * curve.peak ? curve.capacity : curve.peak);
    const colour = p.theme[COLOURS[curve.region] ?? 'accent'];
    const step = width / Math.max(1, curve.points.length);
    const outline = [0, height];
    curve.points.forEach((v, i) => {
      const y = height - 1 - (v / top) * (height - 3);
      outline.push(i * step, y, (i + 1) * step, y);
    });
    outline.push(width, height);
    p.rect(0, 0, width, height, p.theme.panel);
    p.area(outline, colour + '40');
    p.line(outline.slice(2, -2), colour, 1.25);
    p.line([0, height - 0.5, width, height - 0.5], p.theme.line);
    if (top === curve.capacity) p.line([0, 1.5, width, 1.5], p.theme.bad);
  }, [curve]);
  return h(Canvas, { draw, height: 34, save: false, name: 'memory', label: `Use of ${REGIONS[curve.region]} over the run` });
}

function Curve({ curve, many }) {
  const at = { region: curve.region, device: curve.device, operation: curve.operation };
  return h('div', { class: 'curve' },
    h('a', { class: 'what', href: link('memory', at) },
      h('span', { class: 'soft' }, (REGIONS[curve.region] ?? `Region ${curve.region}`) + (many ? ` · device ${curve.device}` : '')),
      h('strong', null, bytes(curve.peak)),
      h('span', { class: 'soft' }, !curve.ofBank ? 'in all' : curve.capacity > 0 ? `a bank, ${percent(curve.peak / curve.capacity)} of ${bytes(curve.capacity)}` : 'a bank')),
    h(Sparkline, { curve }),
    h('a', { class: 'where soft', href: link('operation', { id: curve.operation }), title: curve.name }, 'peak after ', h('b', null, curve.operation), ' ' + curve.name));
}

const In = ({ at }) => at.id > 0 && [', in ', h('a', { href: link('operation', { id: at.id }) }, h('b', null, at.id), ' ' + at.name)];

/** What decides whether the program fits, in the words of the command line. */
function Fit({ fit, many }) {
  const device = many ? `Device ${fit.device}: ` : '';
  return h('div', { class: 'fit' },
    h('p', null, `${device}L1 per core `, h('b', null, bytes(fit.core)),
      fit.capacity > 0 && ` of ${bytes(fit.capacity)}, ${percent(fit.core / fit.capacity)}`,
      fit.program > 0 && `; ${bytes(fit.program)} of it circular buffers`, h(In, { at: fit.coreAt })),
    fit.headroom >= 0 && h('p', null, `${device}L1 headroom `, h('b', null, bytes(fit.headroom)), ' between circular buffers and the lowest buffer', h(In, { at: fit.headroomAt })),
    fit.bank > 0 && h('p', null, `${device}DRAM per bank `, h('b', null, bytes(fit.bank)), h(In, { at: fit.bankAt })));
}

export function MemoryPanel() {
  const answer = useData('overview-memory');
  return h(Panel, { title: 'Does it fit, and peaks after operations', class: 'memory-panel', actions: h('a', { href: link('memory') }, 'Memory') },
    h(Answered, { answer }, (m) => {
      if (m.curves.length === 0) return h('p', { class: 'body soft' }, 'The report has no buffers on devices.');
      const many = m.curves.some((c) => c.device !== m.curves[0].device);
      return h('div', { class: 'curves' },
        m.fits.map((f) => h(Fit, { fit: f, many: m.fits.length > 1, key: f.device })),
        m.fits.length === 0 && h('p', { class: 'soft' }, 'L1 per core is not known: this database has no circular buffers. Import the report itself.'),
        m.curves.map((c) => h(Curve, { curve: c, many, key: `${c.device}-${c.region}` })),
        m.places > m.curves.length && h('p', { class: 'soft' }, `${m.places - m.curves.length} more regions: see Memory.`));
    }));
}

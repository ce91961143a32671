/** Device time summed up: by operation, by operation and memory, by category. */
import { h } from '../../ui/h.js';
import { useData } from '../../api.js';
import { change } from '../../state.js';
import { count, nanos } from '../../format.js';
import { Answered, Choice } from '../../ui/parts.js';
import { saveCsv } from '../../ui/save.js';
import { nameColour } from './columns.js';

const percents = (v) => (v === undefined ? '' : v.toFixed(2) + ' %');
const COLUMNS = ['Total %', 'Name', 'Device', 'Device time [µs]', 'Count', 'Category', 'Min FLOPs %', 'Max FLOPs %', 'Mean FLOPs %', 'Deviation', 'Weighted mean'];
const cells = (g) => [g.percent, g.name, g.device, g.time, g.count, g.category, g.flopsMin, g.flopsMax, g.flopsMean, g.flopsDeviation, g.flopsWeightedMean];

export function Stacked({ options, params, modelled }) {
  const group = params.group ?? 'op';
  const answer = useData('performance/stacked', { ...options, group });
  return h('section', { class: 'panel stacked', 'aria-label': 'Sums' },
    h('header', null, h('h2', null, modelled ? 'Device time, modelled, without gaps' : 'Device time, without gaps'),
      h(Choice, { label: 'Sum by', value: group, options: [['op', 'Operation'], ['memory', 'Memory'], ['category', 'Category']], onChange: (v) => change({ group: v === 'op' ? null : v }) }),
      answer.data && h('button', { class: 'quiet', onClick: () => saveCsv('performance-sums', COLUMNS, answer.data.groups.map(cells)) }, 'CSV')),
    h(Answered, { answer }, ({ groups, all, byDevice }) => h('div', { class: 'scroll' },
      h('div', { class: 'whole', role: 'img', 'aria-label': 'Shares of device time' }, groups.slice(0, 60).map((g) => g.percent > 0.2 && h('span', {
        class: 'b-' + (nameColour(g.name) || 'plain'), style: { width: g.percent / (byDevice ? groups.reduce((s, x) => s + x.percent, 0) / 100 : 1) + '%' }, title: `${g.name}: ${percents(g.percent)}`,
      }, g.percent > 6 ? g.name : ''))),
      h('table', { class: 'sums' },
        h('thead', null, h('tr', null, h('th', null, 'Name'), byDevice && h('th', { class: 'right' }, 'Device'), h('th', null, 'Share'), h('th', { class: 'right' }, 'Device time'),
          h('th', { class: 'right' }, 'Count'), group !== 'category' && [h('th', null, 'Category'), h('th', { class: 'right' }, 'FLOPs min – max'), h('th', { class: 'right' }, 'Mean'), h('th', { class: 'right' }, 'Deviation'), h('th', { class: 'right' }, 'Weighted')])),
        h('tbody', null, groups.map((g) => h('tr', null,
          h('td', { class: 'name c-' + nameColour(g.name), title: g.name }, group === 'category' ? g.name
            : h('a', { href: '#', class: 'c-' + nameColour(g.name), title: 'Show its rows', onClick: (e) => { e.preventDefault(); change({ show: null, text: g.name.split(' ')[0] }); } }, g.name)),
          byDevice && h('td', { class: 'right' }, g.device),
          h('td', { class: 'bar-cell' }, h('i', { class: 'b-' + (nameColour(g.name) || 'plain'), style: { width: Math.max(0.5, g.percent * 1.4) + 'px' } }), percents(g.percent)),
          h('td', { class: 'right' }, nanos(g.time * 1e3)), h('td', { class: 'right' }, count(g.count)),
          group !== 'category' && [h('td', null, g.category), h('td', { class: 'right' }, g.flopsMin === undefined ? '' : `${g.flopsMin.toFixed(1)} – ${percents(g.flopsMax)}`),
            h('td', { class: 'right' }, percents(g.flopsMean)), h('td', { class: 'right' }, percents(g.flopsDeviation)), h('td', { class: 'right' }, percents(g.flopsWeightedMean))])))),
      all > groups.length && h('p', { class: 'soft' }, `${count(all - groups.length)} more are not shown.`))));
}

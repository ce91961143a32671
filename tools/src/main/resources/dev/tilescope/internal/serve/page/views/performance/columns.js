/** Columns of the performance table, in the colours of tt-perf-report. */
import { h } from '../../ui/h.js';
import { link } from '../../state.js';

const HIGH_GAP_MICROS = 6.5;
const FEW_CORES = 10;
const FULL_GRID = 64;

/** By the first word that a name holds. */
const NAME_COLOURS = [
  ['(torch)', 'red'], ['Matmul', 'magenta'], ['OptimizedConvNew', 'orange'], ['Conv2d', 'orange'], ['LayerNorm', 'cyan'],
  ['AllGather', 'cyan'], ['AllReduce', 'cyan'], ['ScaledDotProductAttentionDecode', 'blue'], ['ScaledDotProductAttentionGQADecode', 'blue'],
  ['NlpCreateHeadsDeviceOperation', 'blue'], ['NLPConcatHeadsDecodeDeviceOperation', 'blue'], ['UpdateCache', 'blue'],
];
/** @param {string} name */
export const nameColour = (name) => NAME_COLOURS.find(([word]) => name.includes(word))?.[1] ?? '';

const BOUND = { DRAM: 'green', FLOP: 'green', SLOW: 'yellow', HOST: 'red' };
const VERDICT = { sufficient: 'green', too_high: 'red', too_low: 'cyan' };

const nearerToDram = (r) => (r.dramPercent ?? 0) > (r.flopsPercent ?? 0);
const ofDram = (r) => (r.bound === 'DRAM' || (r.bound === 'SLOW' && nearerToDram(r)) ? BOUND[r.bound] : '');
const ofFlops = (r) => (r.bound === 'FLOP' || (r.bound === 'SLOW' && !nearerToDram(r)) ? BOUND[r.bound] : '');
const ofCores = (r) => (r.cores === undefined ? 'grey' : r.cores < FEW_CORES ? 'red' : r.cores === FULL_GRID ? 'green' : '');

const number = (value, digits) => (value === undefined ? '' : value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }));
const painted = (colour, text) => (colour ? h('span', { class: 'c-' + colour }, text) : text);
const unit = (value, digits, name) => (value === undefined ? '' : [number(value, digits), h('small', null, ' ' + name)]);

/** Microseconds, or milliseconds where those are too many. */
const micros = (value) => (value >= 1e4 ? unit(value / 1e3, 1, 'ms') : unit(value, value < 10 ? 2 : 1, 'µs'));

/** A share as a number over a bar, which is too short to be seen below some percent. */
const share = (value, colour) => (value === undefined ? '' : h('span', { class: 'share' },
  value > 3 && h('i', { style: { width: Math.min(100, Math.max(0, value)) + '%' } }), painted(colour, number(value, 1) + ' %')));

/** first: shown unless others are chosen. */
export const COLUMNS = [
  { key: 'id', label: 'ID', width: '52px', align: 'right', sortable: true, first: true },
  { key: 'total', label: 'Total %', width: '80px', align: 'right', sortable: true, first: true, cell: (r) => share(r.total) },
  { key: 'bound', label: 'Bound', width: '60px', sortable: true, first: true, cell: (r) => painted(BOUND[r.bound], r.bound) },
  { key: 'name', label: 'OP Code', width: 'minmax(200px, 1fr)', sortable: true, first: true, cell: (r) => h('span', { title: r.name, class: 'c-' + nameColour(r.name) }, r.kind === 'signpost' ? '▾ ' + r.name : r.name) },
  { key: 'operation', label: 'Operation', width: '82px', align: 'right', first: true },
  { key: 'category', label: 'Category', width: '90px', sortable: true },
  { key: 'device', label: 'Device', width: '66px', align: 'right', sortable: true },
  { key: 'time', label: 'Device time', width: '98px', align: 'right', sortable: true, first: true, cell: (r) => micros(r.time) },
  { key: 'gap', label: 'Gap', width: '78px', align: 'right', sortable: true, first: true, cell: (r) => painted(r.gap > HIGH_GAP_MICROS ? 'red' : '', micros(r.gap)) },
  { key: 'cores', label: 'Cores', width: '58px', align: 'right', sortable: true, first: true, cell: (r) => painted(ofCores(r), r.cores ?? '') },
  { key: 'dram', label: 'DRAM', width: '86px', align: 'right', sortable: true, cell: (r) => painted(ofDram(r), unit(r.dram, 0, 'GB/s')) },
  { key: 'dram-percent', label: 'DRAM %', width: '82px', align: 'right', sortable: true, first: true, cell: (r) => share(r.dramPercent, ofDram(r)), plain: (r) => r.dramPercent },
  { key: 'flops', label: 'FLOPs', width: '92px', align: 'right', sortable: true, cell: (r) => painted(ofFlops(r), unit(r.flops, 1, 'TFLOPs')) },
  { key: 'flops-percent', label: 'FLOPs %', width: '82px', align: 'right', sortable: true, first: true, cell: (r) => share(r.flopsPercent, ofFlops(r)), plain: (r) => r.flopsPercent },
  { key: 'fidelity', label: 'Math fidelity', width: '206px', sortable: true, first: true, cell: (r) => h('span', { title: r.fidelity }, painted(VERDICT[r.verdict], r.fidelity)) },
  { key: 'advice', label: 'Advice', width: '62px', align: 'right', first: true, cell: (r) => (r.advice > 0 ? h('span', { class: 'c-yellow' }, r.advice) : '') },
  { key: 'outType', label: 'Output type', width: '96px' },
  { key: 'in0Type', label: 'Input 0 type', width: '96px' },
  { key: 'in1Type', label: 'Input 1 type', width: '96px' },
  { key: 'in0Memory', label: 'Input 0 memory', width: '200px' },
  { key: 'dramSharded', label: 'DRAM sharded', width: '96px', cell: (r) => (r.dramSharded ? 'yes' : '') },
  { key: 'innerBlock', label: 'Inner block', width: '84px', align: 'right' },
  { key: 'subblockH', label: 'Subblock H', width: '84px', align: 'right' },
  { key: 'subblockW', label: 'Subblock W', width: '84px', align: 'right' },
  { key: 'call', label: 'Call count', width: '84px', align: 'right', sortable: true },
  { key: 'raw', label: 'Raw OP code', width: '200px' },
];

/** @param {string|undefined} chosen keys @param {{links: any, devices: number}} known */
export function chosenColumns(chosen, { links, devices }) {
  const keys = chosen ? new Set(chosen.split(',')) : null;
  return COLUMNS.filter((c) => (keys ? keys.has(c.key) : c.first || (c.key === 'device' && devices > 1)))
    .filter((c) => c.key !== 'operation' || keys || !links.problem)
    .map((c) => (c.key !== 'operation' ? c : {
      ...c,
      plain: (r) => links.operationOf.get(r.id),
      cell: (r) => {
        const operation = links.operationOf.get(r.id);
        return operation === undefined ? '' : h('a', { href: link('operation', { id: operation }), onClick: (e) => e.stopPropagation() }, operation);
      },
    }));
}

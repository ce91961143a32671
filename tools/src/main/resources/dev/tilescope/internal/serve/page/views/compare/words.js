/** What changed between two reports, in words. */
import { brief, bytes, count } from '../../format.js';

const MOST_NAMES = 3;
const operations = (n) => `${count(n)} ${n === 1 ? 'operation' : 'operations'}`;

/** Names that are called more often on one side, most first: "53 conv2d, 16 add_". */
function names(data, sign) {
  const more = data.names.map((n) => [brief(n.name), sign * (n.callsB - n.callsA)]).filter(([, n]) => n > 0).sort((a, b) => b[1] - a[1]);
  const told = more.slice(0, MOST_NAMES).map(([name, n]) => `${count(n)} ${name}`).join(', ');
  return told && `, among them ${told}`;
}

function changes(data) {
  const c = data.counts;
  if (c.added + c.removed + c.changed === 0) return 'The same operations in the same order, with the same arguments and memory: only times differ.';
  const alike = data.layers[0];
  return [
    c.added > 0 && `${operations(c.added)} added${names(data, 1)}.`,
    c.removed > 0 && `${operations(c.removed)} removed${names(data, -1)}.`,
    c.changed > 0 && `${operations(c.changed)} changed${alike?.changes.length > 0 ? `, for example the ${alike.changes.join(', ')} of ${brief(alike.name)} in ${count(alike.times)} × ${alike.layers}` : ''}.`,
  ].filter(Boolean).join(' ');
}

const PARTS = [['l1', 'Peak L1 per core', 1], ['headroom', 'Least L1 headroom', -1], ['dram', 'Peak DRAM per bank', 1]];

/** Of the device on which that part is worst after the change. */
function peak(data, [part, what, worse]) {
  const both = data.peaks.filter((p) => p.A?.[part] && p.B?.[part]);
  if (both.length === 0 || (part !== 'dram' && data.before.whole !== data.after.whole)) return null;
  const { A: { [part]: a }, B: { [part]: b } } = both.reduce((most, p) => (worse * p.B[part].bytes > worse * most.B[part].bytes ? p : most));
  if (a.bytes === b.bytes) return null;
  const place = (at) => (at.id > 0 ? ` in #${at.id} ${brief(at.name)}` : '');
  return `${what} ${b.bytes > a.bytes ? 'grew' : 'fell'} by ${bytes(Math.abs(b.bytes - a.bytes))}, from ${bytes(a.bytes)}${place(a)} to ${bytes(b.bytes)}${place(b)}.`;
}

/** @returns {string[]} the most important first */
export function whatChanged(data) {
  const peaks = PARTS.map((part) => peak(data, part)).filter(Boolean);
  return [changes(data), ...(peaks.length > 0 ? peaks : data.before.whole === data.after.whole ? ['The memory peaks are the same.'] : [])];
}

/** What matters most in the run, as `tilescope explain` says it. */
import { h } from '../../ui/h.js';
import { useData } from '../../api.js';
import { link } from '../../state.js';
import { bytes, nanos, percent } from '../../format.js';
import { Answered, Panel } from '../../ui/parts.js';

const SHOWN = 5;

const gain = (f) => (f.saved_bytes === undefined
  ? `${nanos(f.saved_nanos)} of ${nanos(f.cost_nanos)}${f.saved_low_nanos < f.saved_high_nanos ? ` (modelled, ${nanos(f.saved_low_nanos)} to ${nanos(f.saved_high_nanos)})` : ''}, ${percent(f.stake)} of the run`
  : `${bytes(f.saved_bytes)} of the peak of ${f.memory}, ${bytes(f.peak_bytes)}`);

function At({ finding }) {
  const more = finding.times - finding.places.length;
  return h('p', { class: 'soft' }, 'at ', finding.places.map((p, i) => [i > 0 && '; ', p.operation_id > 0
    ? h('a', { href: link('operation', { id: p.operation_id }) }, h('b', null, p.operation_id), ' ', p.name) : p.name, p.source && ` (${p.source})`]),
    more > 0 && ` and ${more} more`);
}

function Finding({ finding }) {
  const what = finding.what.replace(/\.$/, '');
  return h('li', null,
    h('p', null, h('b', null, finding.title), ': ', what, '.'),
    finding.places.length > 0 && h(At, { finding }),
    h('p', null, 'What to do: ', finding.try.replace(/\.$/, ''), '. ', h('span', { class: 'soft' }, `For ${gain(finding)}.`)));
}

export function FindingsPanel() {
  const answer = useData('overview-explain');
  return h(Panel, { title: 'What matters most', class: 'findings' },
    h(Answered, { answer }, (e) => (e.findings.length === 0
      ? h('p', { class: 'body soft' }, 'Nothing stands out.')
      : h('ol', { class: 'body' }, e.findings.slice(0, SHOWN).map((f, i) => h(Finding, { finding: f, key: i }))))));
}

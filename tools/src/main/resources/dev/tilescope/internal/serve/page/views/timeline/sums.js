/** Of which lanes sums are, and what the tables of them share. */
import { h } from '../../ui/h.js';
import { change } from '../../state.js';

/**
 * Lanes of the same name, in the order of the drawing: operations, a thread, the programs of all devices. Lanes of single
 * cores are too many to choose from.
 * @returns {{name: string, lanes: number[]}[]}
 */
export function laneGroups(about) {
  const groups = new Map();
  for (const [lane, number, , part, name, , zones] of [...about.lanes].sort((a, b) => a[1] - b[1])) {
    if (part !== '' || zones === 0) continue;
    if (!groups.has(number < 10 ? name : 'Device ' + name)) groups.set(number < 10 ? name : 'Device ' + name, []);
    groups.get(number < 10 ? name : 'Device ' + name).push(lane);
  }
  return [...groups].map(([name, lanes]) => ({ name, lanes }));
}

export const chosenLanes = (about, of) => {
  const groups = laneGroups(about);
  return groups.find((g) => g.name === of) ?? groups[0] ?? { name: '', lanes: [] };
};

export const LaneChoice = ({ about, params }) => h('select', {
  'aria-label': 'Lane', value: chosenLanes(about, params.of).name, onChange: (e) => change({ of: e.currentTarget.value, focus: null }),
}, laneGroups(about).map((g) => h('option', { value: g.name }, g.name)));

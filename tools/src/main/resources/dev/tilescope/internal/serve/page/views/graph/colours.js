/** Colours of cost: from calm to hot, on a logarithmic scale. */
import { bytes, nanos } from '../../format.js';

/** What nodes can be coloured by: [value, label, index into costs, format]. */
export const COLOURS = [
  ['time', 'Host time', 0, nanos],
  ['modelled', 'Device time, modelled', 1, nanos],
  ['memory', 'L1 in use', 2, bytes],
  ['none', 'None', -1, String],
];

const LIGHT = [[226, 238, 243], [150, 205, 214], [244, 211, 128], [236, 146, 74], [196, 62, 44]];
const DARK = [[38, 58, 70], [40, 104, 118], [132, 112, 44], [190, 102, 40], [224, 82, 62]];
const STEPS = 48;

const scales = new Map();

/** @param {boolean} dark @returns {string[]} */
function scale(dark) {
  if (!scales.has(dark)) {
    const stops = dark ? DARK : LIGHT;
    scales.set(dark, Array.from({ length: STEPS }, (_, i) => {
      const at = (i / (STEPS - 1)) * (stops.length - 1);
      const low = Math.min(stops.length - 2, Math.floor(at));
      const mixed = stops[low].map((c, k) => Math.round(c + (stops[low + 1][k] - c) * (at - low)));
      return `rgb(${mixed.join(' ')})`;
    }));
  }
  return scales.get(dark);
}

/** Where a value stands between the least and the most, 0 to 1. */
function place(value, [low, high]) {
  if (high <= low) return 0.5;
  return (Math.log(Math.max(1, value)) - Math.log(Math.max(1, low))) / (Math.log(Math.max(1, high)) - Math.log(Math.max(1, low)) || 1);
}

/** The colour of a value, or null if nothing is known. */
export function heat(value, limits, dark) {
  if (value < 0 || !limits) return null;
  return scale(dark)[Math.max(0, Math.min(STEPS - 1, Math.round(place(value, limits) * (STEPS - 1))))];
}

/** CSS of the whole scale. */
export const gradient = (dark) => `linear-gradient(90deg, ${scale(dark).filter((_, i) => i % 6 === 0 || i === STEPS - 1).join(', ')})`;

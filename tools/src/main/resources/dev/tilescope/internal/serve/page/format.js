/** Numbers and names as people read them. */

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** 1,536 → "1.5 KiB". @param {number|null|undefined} n */
export function bytes(n) {
  if (n === null || n === undefined || n < 0) return '–';
  let unit = 0;
  let value = n;
  while (value >= 1024 && unit < UNITS.length - 1) { value /= 1024; unit++; }
  return (unit === 0 ? count(n) : value.toFixed(value < 10 ? 2 : 1)) + ' ' + UNITS[unit];
}

/** @param {number} n */
export const count = (n) => (n === null || n === undefined ? '–' : n.toLocaleString('en-US'));

/** 1,234,567 ns → "1.23 ms". @param {number|null|undefined} n */
export function nanos(n) {
  if (n === null || n === undefined || n < 0) return '–';
  if (n < 1e3) return n.toFixed(0) + ' ns';
  if (n < 1e6) return (n / 1e3).toPrecision(3) + ' µs';
  if (n < 1e9) return (n / 1e6).toPrecision(3) + ' ms';
  return (n / 1e9).toPrecision(3) + ' s';
}

/**
 * A modelled time is never shown without what a board may take. @param {{modelled: number, modelledLow: number, modelledHigh: number}} time
 */
export const board = (time) => `a board ${nanos(time.modelledLow)} to ${nanos(time.modelledHigh)}`;

/** @param {number} part of 1 */
export const percent = (part) => (100 * part).toFixed(part < 0.0995 ? 2 : 1) + ' %';

/** Without the module: "ttnn.transformer.split" → "transformer.split". @param {string} name */
export const brief = (name) => name.replace(/^ttnn(\.|::)/, '');

/** @param {number} address */
export const hex = (address) => '0x' + Number(address).toString(16);

/** When a file was written. @param {number} millis */
export const date = (millis) => new Date(millis).toISOString().replace('T', ' ').slice(0, 16);

/**
 * The end of each path that tells it from the others: a file's own name says little if all are called report.json.
 * @param {string[]} paths
 */
export function namesOf(paths) {
  const split = paths.map((p) => p.split('/').filter(Boolean));
  return split.map((parts, i) => {
    for (let n = 1; n < parts.length; n++) {
      const name = parts.slice(-n).join('/');
      const told = n > 1 || !/^report(\.|$)|^db\.sqlite$|^profiler$/.test(name);
      if (told && split.every((other, j) => j === i || other.slice(-n).join('/') !== name)) return name;
    }
    return parts.join('/');
  });
}

/** What buffer types are called. */
export const REGIONS = ['DRAM', 'L1', 'SYSTEM_MEMORY', 'L1_SMALL', 'TRACE'];

/** A colour that stays with a number: neighbours differ most. @param {number} n @param {boolean} [dark] */
export function colour(n, dark = isDark()) {
  const hue = (n * 137.508) % 360;
  return `hsl(${hue.toFixed(1)} ${dark ? '48% 58%' : '52% 52%'})`;
}

/** @param {string} text */
export function hash(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}

/** The page is dark now. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/**
 * What is known of the rows in sight. A row is drawn from its newest answer, whatever range that
 * was of, so that zooming and panning never wait; the next answer sharpens it.
 */
import { ask } from '../../api.js';

/** How much more than what is in sight is asked for, on each side. */
const MARGIN = 0.6;

/**
 * @typedef {object} Marks
 * @property {number} base what starts count from
 * @property {number} from @property {number} to the range that was asked for
 * @property {number[]} marks four numbers each, see TimelineRange
 */
export class TimelineData {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Map<string, Marks>} by lane and depth */
    this.marks = new Map();
    /** @type {Map<string, {from: number, to: number, parts: number[]}>} */
    this.sums = new Map();
    /** @type {Map<number, {base: number, points: number[]}>} */
    this.counters = new Map();
    this.moments = [];
    /** @type {Map<number, string>} */
    this.names = new Map();
    this.busy = false;
    this.next = null;
    this.asked = '';
    this.error = null;
  }

  /** Asks for what is in sight unless that is known. One question at a time: the latest counts. */
  want(params, limits, low, high, pixels, rows) {
    const span = high - low;
    const from = Math.floor(Math.max(limits[0], low - MARGIN * span));
    const to = Math.ceil(Math.min(limits[1], high + MARGIN * span));
    const question = {
      ...params, from, to, pixels: Math.round(pixels * Math.max(1, (to - from) / span)),
      lanes: [...new Set(rows.filter((r) => r.kind === 'lane').map((r) => r.lane))].join(','),
      sums: [...new Set(rows.filter((r) => (r.kind === 'group' || r.kind === 'part') && !r.open).map((r) => r.key))].join(';'),
      counters: rows.some((r) => r.kind === 'counter'),
    };
    if (this.covers(question, low, high)) return;
    this.next = question;
    if (!this.busy) this.run();
  }

  /** The last question was of these rows, this range or more, and about this zoom. */
  covers(question, low, high) {
    const last = this.last;
    return last && last.lanes === question.lanes && last.sums === question.sums && last.laidout === question.laidout
      && last.from <= low && last.to >= high && Math.abs(Math.log2((last.to - last.from) / (question.to - question.from))) < 0.3;
  }

  async run() {
    this.busy = true;
    while (this.next) {
      const question = this.next;
      this.next = null;
      this.last = question;
      try {
        this.take(await ask('timeline', question, { fresh: true }));
        this.error = null;
      } catch (e) {
        this.error = e;
        this.last = null;
      }
      this.changed();
    }
    this.busy = false;
  }

  take(answer) {
    for (const [lane, depth, marks] of answer.marks) {
      this.marks.set(lane + '.' + depth, { base: answer.from, from: answer.from, to: answer.to, marks });
    }
    for (const [key, parts] of Object.entries(answer.sums)) this.sums.set(key, { from: answer.from, to: answer.to, parts });
    answer.counters?.forEach((points, i) => this.counters.set(i, { base: answer.from, points }));
    this.moments = answer.moments;
    for (const [number, name] of Object.entries(answer.names)) this.names.set(Number(number), name);
  }

  /** The mark at a moment, or the nearest within a few pixels. */
  hit(lane, depth, nanos, slack) {
    const known = this.marks.get(lane + '.' + depth);
    if (!known) return null;
    const { marks, base } = known;
    let best = -1;
    let distance = slack;
    for (let i = 0; i < marks.length; i += 4) {
      const start = base + marks[i];
      const end = start + marks[i + 1];
      const away = nanos < start ? start - nanos : nanos > end ? nanos - end : 0;
      if (away <= distance) { best = i; distance = away; if (away === 0) break; }
    }
    if (best < 0) return null;
    const name = marks[best + 2];
    return {
      lane, depth, start: base + marks[best], nanos: marks[best + 1], index: name >= 0 ? marks[best + 3] : -1,
      count: name >= 0 ? 1 : marks[best + 3], name: name >= 0 ? this.names.get(name) ?? '' : null,
    };
  }
}

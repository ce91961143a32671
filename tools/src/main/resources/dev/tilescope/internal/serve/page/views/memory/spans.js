/**
 * The buffers of one region as columns of numbers, filled page by page, the largest first: the
 * first page already makes the picture, a million of them take some forty megabytes.
 */
import { ask } from '../../api.js';

const NUMBERS = 7;

export class SpanColumns {
  /** @param {{device: number, type: number, spans: number}} region @param {() => void} grown called after each page */
  constructor(region, grown) {
    const all = region.spans;
    this.region = region;
    this.all = all;
    this.count = 0;
    this.span = new Int32Array(all);
    this.address = new Float64Array(all);
    this.bytes = new Float64Array(all);
    this.from = new Int32Array(all);
    this.to = new Int32Array(all);
    this.tensor = new Int32Array(all);
    this.lastUse = new Int32Array(all);
    this.hue = new Uint16Array(all);
    this.grown = grown;
    this.abort = new AbortController();
  }

  /** Asks for page after page until all are here or `stop` is called. */
  async load() {
    while (this.count < this.all) {
      const page = await ask('memory/spans', {
        device: this.region.device, type: this.region.type, from: this.count,
      }, { signal: this.abort.signal, fresh: true });
      if (page.spans.length === 0) return;
      this.take(page.spans);
      this.grown();
    }
  }

  stop() { this.abort.abort(); }

  take(numbers) {
    let at = this.count;
    for (let i = 0; i < numbers.length && at < this.all; i += NUMBERS, at++) {
      this.span[at] = numbers[i];
      this.address[at] = numbers[i + 1];
      this.bytes[at] = numbers[i + 2];
      this.from[at] = numbers[i + 3];
      this.to[at] = numbers[i + 4];
      this.tensor[at] = numbers[i + 5];
      this.lastUse[at] = numbers[i + 6];
      this.hue[at] = hueOf(numbers[i + 5]);
    }
    this.count = at;
  }

  /** The topmost at a place, or -1. Small ones lie on large ones, so the last that holds it. */
  at(operation, address) {
    for (let i = this.count - 1; i >= 0; i--) {
      if (this.from[i] <= operation && operation < this.to[i]
        && this.address[i] <= address && address < this.address[i] + this.bytes[i]) return i;
    }
    return -1;
  }

  /** The one with this tensor, or at this address, that stands at an operation, or at any; -1 is anything. */
  find(operation, address, tensor) {
    let best = -1;
    for (let i = 0; i < this.count; i++) {
      const fits = tensor >= 0 ? this.tensor[i] === tensor : this.address[i] <= address && address < this.address[i] + this.bytes[i];
      if (!fits) continue;
      if (operation < 0 || (this.from[i] <= operation && operation < this.to[i])) return i;
      if (best < 0) best = i;
    }
    return best;
  }

  /** Where a span is here, or -1. */
  indexOf(span) {
    for (let i = 0; i < this.count; i++) if (this.span[i] === span) return i;
    return -1;
  }
}

/** Of buffers that no tensor is known to be in. */
export const NO_HUE = 360;

/** The same as format.colour's, so that a tensor looks the same everywhere. */
export const hueOf = (tensor) => (tensor < 0 ? NO_HUE : Math.floor((tensor * 137.508) % 360));

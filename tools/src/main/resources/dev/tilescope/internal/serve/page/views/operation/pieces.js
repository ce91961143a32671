/**
 * An axis of addresses without the holes: circular buffers lie at one end of L1 and buffers at the
 * other, and what is between is mostly nothing. A hole is drawn as a narrow break.
 */

/** Holes larger than this part of what is in use are broken. */
const BROKEN = 0.15;
const BREAK_PIXELS = 36;

/**
 * @typedef {object} PieceAxis
 * @property {(address: number) => number} at pixels
 * @property {(pixel: number) => number} address NaN in a break
 * @property {{from: number, to: number, left: number, wide: number}[]} pieces
 * @property {{left: number, bytes: number}[]} breaks
 */

/** Intervals joined where less than `hole` lies between them. */
function joined(intervals, hole) {
  const pieces = [];
  for (const [from, to] of intervals) {
    const last = pieces[pieces.length - 1];
    if (last && from - last.to <= hole) last.to = Math.max(last.to, to);
    else pieces.push({ from, to });
  }
  return pieces;
}

/** @param {[number, number][]} intervals in use @param {[number, number]} whole @returns {PieceAxis} */
export function pieceAxis(intervals, whole, showAll, left, wide) {
  const sorted = intervals.filter(([from, to]) => to > from).sort((a, b) => a[0] - b[0]);
  const used = joined(sorted, 0).reduce((sum, p) => sum + p.to - p.from, 0);
  const pieces = showAll || sorted.length === 0 ? [{ from: whole[0], to: whole[1] }] : joined(sorted, Math.max(512, used * BROKEN));
  const room = wide - BREAK_PIXELS * (pieces.length - 1);
  const bytes = pieces.reduce((sum, p) => sum + p.to - p.from, 0);
  const scale = Math.max(10, room) / bytes;
  let x = left;
  for (const p of pieces) {
    p.left = x;
    p.wide = (p.to - p.from) * scale;
    x += p.wide + BREAK_PIXELS;
  }
  const breaks = pieces.slice(1).map((p, i) => ({ left: p.left - BREAK_PIXELS, bytes: p.from - pieces[i].to }));
  const at = (address) => {
    const piece = pieces.find((p) => address <= p.to) ?? pieces[pieces.length - 1];
    return piece.left + (address - piece.from) * scale;
  };
  const address = (px) => {
    const piece = pieces.find((p) => px >= p.left && px <= p.left + p.wide);
    return piece ? piece.from + (px - piece.left) / scale : NaN;
  };
  return { at, address, pieces, breaks, breakPixels: BREAK_PIXELS };
}

/** Arrows from an operation of the host to the programs that it started. */
import { DEPTH_HEIGHT, depthTop } from './rows.js';

/** How far an arrow bows out, at most. */
const BOW = 60;

/**
 * Those of the selected zone: from the foot of the operation's innermost row to the head of the program.
 * @param {import('../../ui/painter.js').Painter} p
 * @param {{flows: number[][]}} selected each: the operation's lane and time, the program's lane and time
 * @param {import('./rows.js').Row[]} shown
 * @param {(nanos: number) => number} at
 */
export function drawFlows(p, selected, shown, at) {
  const rowOf = (lane) => shown.find((r) => r.lane === lane);
  for (const [fromLane, fromNanos, toLane, toNanos] of selected.flows) {
    const from = rowOf(fromLane);
    const to = rowOf(toLane);
    if (!from || !to) continue;
    const down = to.at > from.at;
    const y = down ? depthTop(from, from.depths - 1) + DEPTH_HEIGHT : depthTop(from, 0);
    const end = down ? depthTop(to, 0) : depthTop(to, 0) + DEPTH_HEIGHT;
    arrow(p, [at(fromNanos) + 1, y], [at(toNanos) + 1, end], down ? 1 : -1);
  }
}

function arrow(p, [x, y], [toX, toY], way) {
  const bow = Math.min(BOW, Math.abs(toY - y) / 2) * way;
  const points = [];
  for (let i = 0; i <= 16; i++) {
    const t = i / 16;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    points.push(a * x + b * x + c * toX + d * toX, a * y + b * (y + bow) + c * (toY - bow) + d * toY);
  }
  p.line(points, p.theme.accent, 1.6);
  p.area([toX - 4, toY - 6 * way, toX + 4, toY - 6 * way, toX, toY], p.theme.accent);
}

/** The whole graph in a corner, and what of it is in sight. */

const WIDE = 150;
const TALL = 190;
const EDGE = 12;

/** Where the map lies and how it is scaled; a long graph is squeezed in height. */
export function mapBox(head, w, h) {
  const even = Math.min(WIDE / head.width, TALL / head.height);
  const squeezed = head.overview.length > 0 || head.height > 12 * head.width;
  const sx = squeezed ? 46 / head.width : even;
  const sy = squeezed ? TALL / head.height : even;
  const width = Math.max(24, head.width * sx) + 12;
  const height = Math.max(24, head.height * sy) + 12;
  return { x: w - width - EDGE, y: h - height - EDGE, width, height, sx, sy };
}

/** There is more than is in sight, so that a map helps. */
export const mapNeeded = (head, camera, w, h) => head.width * camera.zoom > w || head.height * camera.zoom > h;

export function drawMap(painter, w, h, graph, camera) {
  const { head } = graph;
  if (!mapNeeded(head, camera, w, h)) return;
  const box = mapBox(head, w, h);
  const { theme } = painter;
  painter.rect(box.x, box.y, box.width, box.height, theme.panel);
  const left = box.x + 6;
  const top = box.y + 6;
  if (head.overview.length > 0) {
    const tall = (box.height - 12) / head.overview.length;
    for (let i = 0; i < head.overview.length; i++) {
      const [from, to, nodes] = head.overview[i];
      if (nodes > 0) painter.rect(left + from * box.sx, top + i * tall, Math.max(1, (to - from) * box.sx), tall + 0.3, theme.soft);
    }
  } else {
    for (const n of graph.nodes.values()) painter.rect(left + n.x * box.sx, top + n.y * box.sy, Math.max(1, n.w * box.sx), Math.max(1, n.h * box.sy), theme.soft);
  }
  painter.frame(box.x, box.y, box.width, box.height, theme.line);
  drawSight(painter, w, h, camera, box, left, top);
}

function drawSight(painter, w, h, camera, box, left, top) {
  const inside = (v, low, high) => Math.max(low, Math.min(high, v));
  const x1 = inside(left + (camera.x - w / 2 / camera.zoom) * box.sx, box.x + 1, box.x + box.width - 4);
  const x2 = inside(left + (camera.x + w / 2 / camera.zoom) * box.sx, x1 + 3, box.x + box.width - 1);
  const y1 = inside(top + (camera.y - h / 2 / camera.zoom) * box.sy, box.y + 1, box.y + box.height - 4);
  const y2 = inside(top + (camera.y + h / 2 / camera.zoom) * box.sy, y1 + 3, box.y + box.height - 1);
  painter.rect(x1, y1, x2 - x1, y2 - y1, painter.theme.dark ? 'rgb(92 196 220 / .22)' : 'rgb(11 111 138 / .16)');
  painter.frame(x1, y1, x2 - x1, y2 - y1, painter.theme.accent, 1.5);
}

/** Moves the camera to a place of the map; false if it is not on it. */
export function mapTo(head, camera, px, py, w, h) {
  if (!mapNeeded(head, camera, w, h)) return false;
  const box = mapBox(head, w, h);
  if (px < box.x || py < box.y || px > box.x + box.width || py > box.y + box.height) return false;
  camera.x = (px - box.x - 6) / box.sx;
  camera.y = (py - box.y - 6) / box.sy;
  return true;
}

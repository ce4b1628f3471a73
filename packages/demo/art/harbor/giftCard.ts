import { linear, repeat, polygon, radial, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { harborInk, harborSheet } from "./motifs.ts";

const [cx, cy, edge, high] = [800, 430, 300, 262];
/** Projects the parcel's plan to the picture: two sides at thirty degrees, height upright. */
const iso = (x: number, y: number, z: number): DrawingPoint => [cx + (x - y) * 0.866, cy + (x + y) * 0.5 - z];
const quad = (a: DrawingPoint, b: DrawingPoint, c: DrawingPoint, d: DrawingPoint): string => polygon([a, b, c, d]);
const top = quad(
  iso(-edge / 2, -edge / 2, high / 2),
  iso(edge / 2, -edge / 2, high / 2),
  iso(edge / 2, edge / 2, high / 2),
  iso(-edge / 2, edge / 2, high / 2),
);
const left = quad(
  iso(-edge / 2, edge / 2, high / 2),
  iso(edge / 2, edge / 2, high / 2),
  iso(edge / 2, edge / 2, -high / 2),
  iso(-edge / 2, edge / 2, -high / 2),
);
const right = quad(
  iso(edge / 2, edge / 2, high / 2),
  iso(edge / 2, -edge / 2, high / 2),
  iso(edge / 2, -edge / 2, -high / 2),
  iso(edge / 2, edge / 2, -high / 2),
);

const scales = (id: string, transform: string, [ground, line]: readonly [string, string]): string =>
  svg`<pattern id="${id}" width="50" height="25" patternUnits="userSpaceOnUse" patternTransform="${transform}"><rect width="50" height="25" fill="${ground}"/>${[
    [0, 25],
    [50, 25],
    [25, 37.5],
    [25, 12.5],
    [0, 50],
    [50, 50],
  ]
    .sort((a, b) => (a[1] ?? 0) - (b[1] ?? 0))
    .map(([x = 0, y = 0]) =>
      repeat(
        3,
        (n) =>
          svg`<circle cx="${x}" cy="${y}" r="${24 - n * 7.5}" fill="${ground}" stroke="${line}" stroke-width="2.400"/>`,
      ),
    )}</pattern>`;

const band = (z: number, from: number, to: number): { top: string; left: string; right: string } => ({
  top:
    quad(iso(from, -edge / 2, z), iso(to, -edge / 2, z), iso(to, edge / 2, z), iso(from, edge / 2, z)) +
    quad(iso(-edge / 2, from, z), iso(edge / 2, from, z), iso(edge / 2, to, z), iso(-edge / 2, to, z)),
  left: quad(iso(from, edge / 2, z), iso(to, edge / 2, z), iso(to, edge / 2, -z), iso(from, edge / 2, -z)),
  right: quad(iso(edge / 2, from, z), iso(edge / 2, to, z), iso(edge / 2, to, -z), iso(edge / 2, from, -z)),
});

/** A parcel wrapped in the tide, tied with brass. */
export const harborGiftCard: Drawing = {
  name: "gift-card",
  draw: () => {
    const ribbon = band(high / 2, -24, 24);
    const [kx, ky] = iso(0, 0, high / 2);
    const loop = (side: 1 | -1): string =>
      svg`M${kx} ${ky - 4}C${kx + side * 60} ${ky - 120} ${kx + side * 190} ${ky - 128} ${kx + side * 176} ${ky - 56}C${kx + side * 168} ${ky - 8} ${kx + side * 70} ${ky + 6} ${kx} ${ky - 4}Z`;
    const hole = (side: 1 | -1): string =>
      svg`M${kx + side * 34} ${ky - 24}C${kx + side * 76} ${ky - 88} ${kx + side * 146} ${ky - 92} ${kx + side * 142} ${ky - 56}C${kx + side * 134} ${ky - 30} ${kx + side * 80} ${ky - 14} ${kx + side * 34} ${ky - 24}Z`;
    const tail = (side: 1 | -1): string =>
      svg`M${kx} ${ky - 6}C${kx + side * 40} ${ky + 20} ${kx + side * 70} ${ky + 24} ${kx + side * 128} ${ky + 84}L${kx + side * 96} ${ky + 84}L${kx + side * 84} ${ky + 104}C${kx + side * 50} ${ky + 50} ${kx + side * 20} ${ky + 30} ${kx - side * 8} ${ky + 8}Z`;
    const light = Array.from(
      { length: 3 },
      (_, n) => svg`<path d="M${-200 + n * 330} 0h190L${1180 + n * 330} 900h-190z" fill="#fff8e4"/>`,
    );
    return [
      { ink: svg`${harborSheet("#e3d3ab")}<rect y="560" width="1600" height="340" fill="#d3bd8b"/>` },
      {
        grain: svg`<defs>${radial("warm", [520, 200], 1100, [
          [0, "#fff6dd", 0.95],
          [1, "#e3d3ab", 0.1],
        ])}${linear(
          "floor",
          [0, 560],
          [0, 900],
          [
            [0, "#8a6a35", 0.4],
            [1, "#8a6a35", 0.08],
          ],
        )}${linear(
          "beams",
          [0, 0],
          [1600, 0],
          [
            [0, "#fff", 0.55],
            [1, "#fff", 0.15],
          ],
        )}</defs>${harborSheet("url(#warm)")}<rect y="560" width="1600" height="340" fill="url(#floor)"/><g opacity=".34">${light}</g>`,
        soft: 0.3,
      },
      {
        grain: svg`<defs>${linear(
          "cast",
          [860, 680],
          [1330, 780],
          [
            [0, "#3b2a10", 0.95],
            [1, "#3b2a10", 0.05],
          ],
        )}</defs><path d="${polygon([iso(-edge / 2, edge / 2, -high / 2), iso(edge / 2, edge / 2, -high / 2), iso(edge / 2, -edge / 2, -high / 2), [1420, 610], [1330, 800], [1080, 850]])}" fill="url(#cast)"/>`,
      },
      {
        ink: svg`<defs>${scales("a", "matrix(1.5 .866 -1.5 .866 800 300)", ["#2f8284", "#d9ebdf"])}${scales("b", "matrix(1.5 .866 0 1.732 800 430)", [harborInk.teal, "#8fc3ba"])}${scales("c", "matrix(1.5 -.866 0 1.732 800 430)", [harborInk.deep, "#4b9292"])}</defs>
        <path d="${top}" fill="url(#a)"/><path d="${left}" fill="url(#b)"/><path d="${right}" fill="url(#c)"/><path d="${ribbon.top}" fill="#efcb7d"/><path d="${ribbon.left}" fill="${harborInk.brass}"/><path d="${ribbon.right}" fill="${harborInk.bronze}"/>`,
      },
      {
        grain: svg`<defs>${linear(
          "side",
          [560, 0],
          [820, 0],
          [
            [0, harborInk.night, 0],
            [1, harborInk.night, 0.55],
          ],
        )}${linear(
          "foot",
          [0, 430],
          [0, 720],
          [
            [0, harborInk.night, 0],
            [1, harborInk.night, 0.75],
          ],
        )}${radial("sheen", [640, 230], 300, [
          [0, "#fff8e0", 0.7],
          [1, "#fff8e0", 0],
        ])}${radial("knot", [kx + 26, ky + 22], 130, [
          [0, harborInk.night, 0.8],
          [1, harborInk.night, 0],
        ])}</defs><path d="${left}" fill="url(#side)"/><path d="${left}${right}" fill="url(#foot)"/><path d="${top}" fill="url(#sheen)"/><path d="${top}" fill="url(#knot)"/>`,
      },
      {
        ink: svg`<path d="${tail(-1)}" fill="#dba94f"/><path d="${tail(1)}" fill="${harborInk.brass}"/><path d="${loop(-1)}" fill="#f5d68f"/><path d="${loop(1)}" fill="#e2b45d"/><path d="${hole(-1)}${hole(1)}" fill="${harborInk.bronze}"/><ellipse cx="${kx}" cy="${ky - 14}" rx="26" ry="22" fill="#f0ca7a"/>`,
      },
      {
        grain: svg`<defs>${linear(
          "bow",
          [kx - 170, ky - 110],
          [kx + 170, ky + 60],
          [
            [0, "#fffbe8", 0.5],
            [0.3, "#fffbe8", 0],
            [0.45, harborInk.umber, 0],
            [1, harborInk.umber, 0.75],
          ],
        )}</defs><path d="${loop(-1)}${loop(1)}${tail(-1)}${tail(1)}" fill="url(#bow)"/><ellipse cx="${kx}" cy="${ky - 14}" rx="26" ry="22" fill="url(#bow)"/>`,
      },
    ];
  },
};

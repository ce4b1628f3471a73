import { along, repeat, mix, polar, radial, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { larkfieldInk, leaf, larkfieldSheet } from "./motifs.ts";

const centre: DrawingPoint = [800, 450];
const year = [
  "#a9c77f",
  "#7fae5c",
  larkfieldInk.leaf,
  larkfieldInk.forest,
  "#7d8f3c",
  "#e0b24a",
  "#cf7a3d",
  larkfieldInk.clay,
  "#8a6a58",
  "#b9c3b4",
  "#e6ebe0",
  "#cfe0b8",
  "#a9c77f",
];

const blossom = ([x, y]: DrawingPoint, size: number, colour: string): string =>
  svg`<g transform="translate(${x} ${y}) scale(${size})">${repeat(5, (n) => svg`<path transform="rotate(${n * 72})" d="M0 0C-12 -8 -12 -24 0 -28C12 -24 12 -8 0 0Z" fill="${colour}"/>`)}<circle r="5" fill="${larkfieldInk.butter}"/></g>`;

/** A wreath of the seasons: bud, leaf, fruit, frost. */
export const seasonPass: Drawing = {
  name: "season-pass",
  tooth: 0.7,
  draw: ({ between, bell, pick }) => {
    const ring = (count: number, radius: number, spread: number, size: number, vein: string | undefined): string =>
      repeat(count, (n) => {
        const share = n / count;
        const at = polar(centre, radius + bell() * spread, share * 360 - 128);
        const fill = along(year, Math.min(1, Math.max(0, share + bell() * 0.018)));
        const turn = share * 360 - 128 + 90 + (n % 2 ? -1 : 1) * between(14, 62);
        const length = size * between(0.75, 1.2);
        return leaf(at, turn, length, length * between(0.34, 0.5), vein === undefined ? { fill } : { fill, vein });
      }).join("");
    const berries = repeat(34, (n) => {
      const share = mix(0.5, 0.74, n / 34);
      const [x, y] = polar(centre, 296 + bell() * 54, share * 360 - 128);
      return svg`<circle cx="${x}" cy="${y}" r="${between(7, 13)}" fill="${pick([larkfieldInk.clay, "#9c3f28", "#d4713f"])}"/><circle cx="${x - 3}" cy="${y - 3}" r="2.600" fill="#fbe4cf"/>`;
    });
    const snow = repeat(60, () => {
      const [x, y] = polar(centre, 300 + bell() * 80, between(0.74, 0.94) * 360 - 128);
      return svg`<circle cx="${x}" cy="${y}" r="${between(1.5, 6)}" fill="#fffefa"/>`;
    });
    const spring = repeat(17, () =>
      blossom(
        polar(centre, 300 + bell() * 58, between(-0.05, 0.17) * 360 - 128),
        between(0.7, 1.25),
        pick([larkfieldInk.blush, "#f6dfd0", "#fff6ea"]),
      ),
    );
    const summer = repeat(9, () =>
      blossom(
        polar(centre, 300 + bell() * 52, between(0.2, 0.42) * 360 - 128),
        between(0.7, 1.2),
        pick([larkfieldInk.butter, "#f3dd8f", larkfieldInk.lilac]),
      ),
    );
    return [
      { ink: larkfieldSheet("#efe4c8") },
      {
        grain: svg`<defs>${radial("paper", [700, 330], 900, [
          [0, "#fffdf4", 1],
          [0.5, "#f9f0d9", 0.5],
          [1, "#d3b684", 0.8],
        ])}</defs>${larkfieldSheet("url(#paper)")}`,
        soft: 0.5,
      },
      {
        grain: svg`<defs>${radial("cast", [816, 472], 420, [
          [0.5, "#8a6a3c", 0],
          [0.7, "#8a6a3c", 0.55],
          [0.82, "#8a6a3c", 0.5],
          [1, "#8a6a3c", 0],
        ])}</defs>${larkfieldSheet("url(#cast)")}`,
        blend: "multiply",
        soft: 0.5,
      },
      { ink: ring(120, 318, 34, 120, undefined), blend: "multiply" },
      {
        ink: svg`<g fill="none" stroke="${larkfieldInk.bark}">${repeat(3, (n) => svg`<circle cx="800" cy="450" r="${290 + n * 9}" stroke-width="${5 - n}" opacity=".7"/>`)}</g>${ring(96, 300, 42, 112, larkfieldInk.cream)}`,
      },
      {
        grain: svg`<defs>${radial("round", [800, 450], 420, [
          [0.5, larkfieldInk.night, 0.55],
          [0.62, larkfieldInk.night, 0.08],
          [0.78, larkfieldInk.night, 0],
          [1, larkfieldInk.night, 0.4],
        ])}</defs><path d="M800 40a410 410 0 1 0 .1 0zM800 226a224 224 0 1 1 -.1 0z" fill="url(#round)" opacity=".5"/>`,
        blend: "multiply",
        soft: 0.4,
      },
      { ink: svg`${ring(52, 298, 30, 92, larkfieldInk.cream)}${berries}${spring}${summer}${snow}` },
      {
        ink: repeat(16, () => {
          const [x, y] = polar(centre, between(420, 640), between(-40, 60));
          return leaf([x, y], between(0, 360), between(18, 34), 12, {
            fill: pick([larkfieldInk.clay, "#e0b24a", "#cf7a3d"]),
            opacity: 0.9,
          });
        }).join(""),
      },
    ];
  },
};

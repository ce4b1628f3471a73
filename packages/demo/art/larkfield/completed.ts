import { repeat, mix, radial, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { larkfieldInk, leaf } from "./motifs.ts";

const flower = ([x, y]: DrawingPoint, size: number, turn: number, [petal, heart]: readonly [string, string]): string =>
  svg`<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${repeat(8, (n) => svg`<path transform="rotate(${n * 45})" d="M0 0C-13 -10 -13 -30 0 -38C13 -30 13 -10 0 0Z" fill="${petal}"/>`)}<circle r="9" fill="${heart}"/></g>`;

/** A garland from which a few petals fall. */
const scene = (name: string, width: number, height: number, sag: number): Drawing => ({
  name,
  size: [width, height],
  scale: 1,
  draw: ({ between, bell, pick }) => {
    const on = (t: number): DrawingPoint => [t * (width + 120) - 60, 40 + Math.sin(Math.PI * t) * sag];
    const slope = (t: number): number =>
      (Math.atan2(Math.cos(Math.PI * t) * Math.PI * sag, width + 120) * 180) / Math.PI;
    const count = Math.round(width / 10);
    const greens = (size: number, tones: readonly string[], vein?: string): string =>
      repeat(count, (n, t) => {
        const [x, y] = on(t);
        const turn = slope(t) + (n % 2 ? 1 : -1) * between(30, 82) + (t < 0.5 ? 0 : 180);
        const fill = pick(tones);
        return leaf(
          [x + bell() * 8, y + bell() * 9],
          turn,
          size * between(0.7, 1.15),
          size * 0.42,
          vein ? { fill, vein } : { fill },
        );
      }).join("");
    const blooms = repeat(Math.round(width / 74), (n, share) => {
      const t = mix(0.06, 0.94, share);
      const [x, y] = on(t);
      return flower(
        [x + bell() * 14, y + bell() * 22],
        between(0.6, 1.15),
        n * 37,
        pick([
          [larkfieldInk.clay, larkfieldInk.butter],
          [larkfieldInk.blush, larkfieldInk.clay],
          ["#fffaf0", larkfieldInk.butter],
          [larkfieldInk.butter, larkfieldInk.clay],
          [larkfieldInk.terra, "#fff3d6"],
        ] as const),
      );
    });
    const petals = repeat(Math.round(width / 26), () => {
      const x = width / 2 + bell() * width * 0.42;
      const y = between(sag + 70, height - 16);
      return svg`<path transform="translate(${x} ${y}) rotate(${between(0, 360)}) scale(${between(0.35, 0.75)})" d="M0 -18C-14 -8 -14 12 0 20C14 12 14 -8 0 -18Z" fill="${pick([larkfieldInk.clay, larkfieldInk.terra, larkfieldInk.blush, larkfieldInk.butter, larkfieldInk.fern])}"/>`;
    });
    return [
      { ink: svg`<rect width="${width}" height="${height}" fill="${larkfieldInk.cream}"/>` },
      {
        grain: svg`<defs>${radial("light", [width / 2, height * 0.7], width * 0.6, [
          [0, "#fffef6", 1],
          [0.5, "#fffaf0", 0.4],
          [1, larkfieldInk.sand, 0.55],
        ])}</defs><rect width="${width}" height="${height}" fill="url(#light)"/>`,
        soft: 0.5,
      },
      {
        grain: svg`<g transform="translate(10 26)" opacity=".35">${greens(62, ["#8f7a50"])}</g>`,
        blend: "multiply",
        soft: 0.6,
      },
      { ink: greens(78, [larkfieldInk.sage, "#9bb57e", larkfieldInk.fern]) },
      {
        ink: svg`${greens(66, [larkfieldInk.leaf, larkfieldInk.forest, "#4d7f4a", larkfieldInk.fern], larkfieldInk.cream)}${blooms}`,
      },
      { ink: svg`<g opacity=".94">${petals}</g>` },
    ];
  },
});

export const larkfieldCompleted: readonly Drawing[] = [
  scene("completed", 1600, 500, 210),
  scene("completed-mobile", 800, 600, 220),
];

import { below, repeat, mix, pool, radial, svg, tint, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { ridges } from "../kit/random.ts";
import { eyes, fern, fiddlehead, glowworms, kiwaInk, moon, kiwaSheet, treeFern, type Eyes } from "./motifs.ts";

const ground = ridges("night walk ground");
const watchers: readonly (Eyes & { readonly layer: number })[] = [
  { layer: 0, at: [650, 470], size: 0.4, colour: kiwaInk.phosphor, look: [1, 0.2] },
  { layer: 0, at: [1010, 430], size: 0.42, colour: kiwaInk.honey, look: [-1, 0.3] },
  { layer: 0, at: [906, 540], size: 0.28, colour: kiwaInk.lime },
  { layer: 1, at: [494, 560], size: 0.72, colour: kiwaInk.amber, look: [1, 0] },
  { layer: 1, at: [1130, 600], size: 0.66, colour: kiwaInk.phosphor, look: [-1, -0.2], pupil: "slit" },
  { layer: 1, at: [330, 380], size: 0.6, colour: kiwaInk.lime, look: [1, 0.6], lids: 0.3 },
  { layer: 1, at: [1300, 350], size: 0.7, colour: kiwaInk.amber, look: [-1, 0.6] },
  { layer: 2, at: [300, 690], size: 1.16, colour: kiwaInk.phosphor, look: [1, -0.4] },
  { layer: 2, at: [1330, 740], size: 1.3, colour: kiwaInk.honey, look: [-1, -0.5], lids: 0.22 },
  { layer: 2, at: [560, 836], size: 0.62, colour: kiwaInk.amber, look: [0.2, -1] },
  { layer: 2, at: [96, 500], size: 0.8, colour: kiwaInk.amber, look: [1, 0] },
  { layer: 2, at: [1510, 540], size: 0.78, colour: kiwaInk.lime, look: [-1, 0], pupil: "slit" },
];

/** The path into the dark, with the eyes of animals on both sides. */
export const nightWalk: Drawing = {
  name: "night-walk",
  tooth: 0.45,
  draw: ({ between, chance, bell }) => {
    const thicket = (depth: number, colours: readonly [string, string]): string => {
      const clear = mix(150, 330, depth);
      const base = mix(640, 960, depth);
      const line = repeat(41, (_, t): DrawingPoint => [
        t * 1600,
        base -
          60 +
          ground(t * 5, depth * 9) * 60 +
          (Math.abs(t - 0.5) < mix(0.16, 0.24, depth) ? mix(60, 240, depth) : -Math.abs(t - 0.5) * 120),
      ]);
      return svg`<path d="${below(line, 910)}" fill="${colours[0]}"/>${repeat(Math.round(mix(30, 20, depth)), (n) => {
        const side = n % 2 ? 1 : -1;
        const x = 800 + side * (clear + Math.abs(bell()) * mix(420, 560, depth));
        const y = base + between(-40, 60);
        const high = mix(200, 330, depth) * between(0.7, 1.35);
        const colour = tint(colours[0], colours[1], between(0, 1));
        if (chance(0.18)) return fiddlehead([x, y], high * 0.8, side > 0 ? -1 : 1, colour);
        const lean = -side * between(0, 0.5) * high + bell() * 60;
        return fern(
          [
            [x, y],
            [x, y - high * 0.6],
            [x + lean * 0.4, y - high],
            [x + lean, y - high * 0.86],
          ],
          17,
          high * 0.3,
          colour,
        );
      })}`;
    };
    const seen = (layer: number): string =>
      watchers
        .filter((one) => one.layer === layer)
        .map(eyes)
        .join("");
    const halo = (layer: number): string =>
      watchers
        .filter((one) => one.layer === layer)
        .map(
          ({ at, size, colour }, n) =>
            svg`<defs>${radial(`h${n}`, at, 110 * size, [
              [0, colour, 0.55],
              [1, colour, 0],
            ])}</defs><circle cx="${at[0]}" cy="${at[1]}" r="${110 * size}" fill="url(#h${n})"/>`,
        )
        .join("");
    return [
      { ink: kiwaSheet(kiwaInk.indigo) },
      {
        grain: svg`<defs>${radial("sky", [800, 250], 760, [
          [0, "#8ea8d8", 0.95],
          [0.35, kiwaInk.haze, 0.75],
          [1, kiwaInk.midnight, 0.85],
        ])}</defs>${kiwaSheet("url(#sky)")}`,
        soft: 0.5,
      },
      {
        ink: svg`${moon([800, 232], 118)}${treeFern([560, 660], 330, 210, "#2a4580")}${treeFern([1066, 660], 390, 230, "#294279")}${treeFern([380, 690], 430, 230, "#233a70")}${treeFern([1240, 690], 400, 250, "#22386c")}`,
      },
      {
        ink: svg`${thicket(0, ["#1b4360", "#28607a"])}<path d="M794 622C770 652 866 668 848 704C826 748 560 790 500 920H990C1010 800 950 746 904 704C878 676 792 650 806 622Z" fill="#a9bedd"/>`,
      },
      {
        grain: svg`<defs>${pool("mist", [
          [0, "#c3d4ee", 0.75],
          [1, "#c3d4ee", 0],
        ])}</defs><ellipse cx="800" cy="570" rx="470" ry="200" fill="url(#mist)"/>`,
        soft: 0.5,
      },
      { grain: halo(0), soft: 0.6 },
      { ink: seen(0) },
      {
        ink: svg`${treeFern([130, 900], 640, 330, "#0f2c42")}${treeFern([1480, 900], 690, 340, "#0f2b41")}${thicket(0.45, ["#0f3242", "#175058"])}`,
      },
      { ink: thicket(1, [kiwaInk.abyss, "#0d2f38"]) },
      { grain: halo(1), soft: 0.6 },
      { ink: seen(1) },
      {
        grain: svg`<defs>${radial("edge", [800, 430], 960, [
          [0.42, kiwaInk.void, 0],
          [1, kiwaInk.void, 0.95],
        ])}</defs>${kiwaSheet("url(#edge)")}`,
        soft: 0.5,
      },
      { grain: halo(2), soft: 0.6 },
      { ink: svg`${seen(2)}${glowworms(34, [420, 420, 1180, 800], between)}` },
    ];
  },
};

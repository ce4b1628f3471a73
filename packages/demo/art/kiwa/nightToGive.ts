import { bezier, brush, linear, mix, polygon, radial, repeat, svg } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { eyes, fern, fiddlehead, glowworms, kiwaInk, kiwaSheet, moon, stars } from "./motifs.ts";

/** The lid, tilted open on the left. */
const lid = polygon([
  [560, 452],
  [1054, 372],
  [1066, 440],
  [572, 522],
]);
const ribbon = (from: readonly [number, number], side: 1 | -1): string =>
  svg`<path d="${brush(bezier([...from], [from[0] + side * 40, from[1] - 120], [from[0] + side * 170, from[1] - 110], [from[0] + side * 26, from[1] - 6], 20), (t) => mix(24, 16, Math.abs(t - 0.5) * 2))}" fill="${kiwaInk.amber}"/>`;

/** A parcel in the ferns: its lid is slightly open, light comes out, and eyes look out of it. */
export const nightToGive: Drawing = {
  name: "night-to-give",
  tooth: 0.45,
  draw: ({ between }) => [
    { ink: kiwaSheet(kiwaInk.midnight) },
    {
      grain: svg`<defs>${linear(
        "sky",
        [0, 0],
        [0, 760],
        [
          [0, kiwaInk.void, 0.9],
          [0.6, kiwaInk.dusk, 0.8],
          [1, "#22506a", 0.9],
        ],
      )}${radial("halo", [1240, 190], 420, [
        [0, kiwaInk.moon, 0.75],
        [0.3, kiwaInk.haze, 0.5],
        [1, kiwaInk.haze, 0],
      ])}</defs>${kiwaSheet("url(#sky)")}<circle cx="1240" cy="190" r="420" fill="url(#halo)"/>`,
      soft: 0.5,
    },
    {
      ink: svg`${stars(120, 620, between)}${moon([1240, 190], 96)}${repeat(14, (n, t) => {
        const x = mix(-40, 1640, t);
        const lean = between(-160, 160);
        return fern(
          [
            [x, 760],
            [x + lean * 0.2, 560],
            [x + lean * 0.7, 420],
            [x + lean, 330 + (n % 3) * 60],
          ],
          22,
          96,
          n % 2 ? "#0f2f42" : "#123a4a",
        );
      })}<path d="M0 720C300 680 560 716 800 704S1340 676 1600 716V900H0Z" fill="${kiwaInk.abyss}"/>`,
    },
    {
      grain: svg`<defs>${radial("light", [812, 470], 430, [
        [0, kiwaInk.honey, 0.95],
        [0.35, kiwaInk.amber, 0.55],
        [1, kiwaInk.amber, 0],
      ])}</defs><circle cx="812" cy="470" r="430" fill="url(#light)"/>`,
      soft: 0.5,
    },
    {
      ink: svg`<path d="M572 500H1044V792H572Z" fill="${kiwaInk.pine}"/><path d="M572 500H1044V560H572Z" fill="${kiwaInk.void}"/>${eyes({ at: [806, 530], size: 1.15, colour: kiwaInk.lime, look: [0.6, -0.5] })}<path d="M572 566H1044V792H572Z" fill="${kiwaInk.moss}"/><path d="M784 566h52V792h-52z" fill="${kiwaInk.amber}"/><path d="${lid}" fill="#357c62"/><path d="M784 416l54 -9l13 68l-54 9z" fill="${kiwaInk.amber}"/>${ribbon([812, 412], 1)}${ribbon([812, 412], -1)}<circle cx="812" cy="404" r="22" fill="${kiwaInk.honey}"/>`,
    },
    {
      grain: svg`<defs>${linear(
        "front",
        [572, 0],
        [1044, 0],
        [
          [0, kiwaInk.void, 0.75],
          [0.35, kiwaInk.void, 0],
          [0.75, kiwaInk.void, 0],
          [1, kiwaInk.void, 0.6],
        ],
      )}${linear(
        "rim",
        [0, 560],
        [0, 660],
        [
          [0, kiwaInk.honey, 0.7],
          [1, kiwaInk.honey, 0],
        ],
      )}${linear(
        "top",
        [560, 0],
        [1066, 0],
        [
          [0, kiwaInk.void, 0.55],
          [0.6, kiwaInk.pale, 0.3],
          [1, kiwaInk.pale, 0.05],
        ],
      )}</defs><path d="M572 566H1044V792H572Z" fill="url(#front)"/><path d="M572 566H1044V660H572Z" fill="url(#rim)"/><path d="${lid}" fill="url(#top)"/>`,
      soft: 0.5,
    },
    {
      ink: svg`<path d="M0 800C260 764 520 796 800 786S1340 768 1600 800V900H0Z" fill="${kiwaInk.void}"/>${repeat(7, (n) => fiddlehead([[120, 300, 470, 1130, 1280, 1430, 1540][n] ?? 0, 850], between(120, 240), n % 2 ? 1 : -1, n % 2 ? kiwaInk.moss : "#1f5a4c"))}${repeat(
        12,
        (n, t) => {
          const x = t < 0.5 ? mix(-30, 500, t * 2) : mix(1110, 1640, (t - 0.5) * 2);
          return fern(
            [
              [x, 920],
              [x, 840],
              [x + between(-60, 60), 760],
              [x + between(-130, 130), between(690, 760)],
            ],
            18,
            70,
            n % 2 ? kiwaInk.pine : "#0d3038",
          );
        },
      )}${glowworms(46, [40, 380, 1560, 820], between)}`,
    },
  ],
};

import { repeat, mix, pool, radial, svg, tint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { fern, fiddlehead, glowworms, kiwaInk, moon, kiwaSheet, stars } from "./motifs.ts";

/** A great frond uncurling under the moon, with the path beneath the others. */
export const fernTrail: Drawing = {
  name: "moonlit-fern-trail",
  tooth: 0.45,
  draw: ({ between }) => {
    const arch = (n: number, side: 1 | -1): string => {
      const near = n / 5;
      const x = 800 + side * mix(210, 860, near);
      const base = mix(640, 980, near);
      const size = mix(46, 150, near);
      const tip = [800 + side * mix(30, 250, near), mix(330, 160, near)] as const;
      return fern(
        [
          [x, base],
          [x + side * 40, base - mix(170, 520, near)],
          [x - side * mix(30, 160, near), mix(280, -20, near)],
          tip,
        ],
        26,
        size,
        tint("#3d7f86", kiwaInk.abyss, near),
      );
    };
    return [
      { ink: kiwaSheet(kiwaInk.indigo) },
      {
        grain: svg`<defs>${radial("sky", [800, 330], 780, [
          [0, "#a3b9e2", 0.98],
          [0.3, kiwaInk.haze, 0.8],
          [0.7, kiwaInk.dusk, 0.6],
          [1, kiwaInk.midnight, 0.95],
        ])}</defs>${kiwaSheet("url(#sky)")}`,
        soft: 0.5,
      },
      { ink: svg`${stars(110, 620, between)}${moon([800, 350], 176)}` },
      {
        grain: svg`<defs>${radial("ball", [740, 290], 320, [
          [0, "#fffef0", 0.7],
          [0.4, "#fffef0", 0],
          [0.55, "#6d7fb4", 0],
          [1, "#6d7fb4", 0.8],
        ])}</defs><circle cx="800" cy="350" r="176" fill="url(#ball)"/>`,
        soft: 0.5,
      },
      {
        ink: svg`<path d="M0 640Q400 590 800 618T1600 636V900H0Z" fill="#1d4a63"/><path d="M794 622C770 652 866 668 848 704C826 748 560 790 500 920H990C1010 800 950 746 904 704C878 676 792 650 806 622Z" fill="#c3d2e6"/>`,
      },
      {
        grain: svg`<defs>${pool("mist", [
          [0, "#dbe6f4", 0.8],
          [1, "#dbe6f4", 0],
        ])}${radial("path", [800, 660], 380, [
          [0, kiwaInk.moon, 0.4],
          [0.5, kiwaInk.midnight, 0.1],
          [1, kiwaInk.midnight, 0.75],
        ])}</defs><ellipse cx="800" cy="626" rx="720" ry="90" fill="url(#mist)"/><path d="M0 640H1600V900H0Z" fill="url(#path)"/>`,
        soft: 0.5,
      },
      ...repeat(6, (n) => [
        { ink: svg`${arch(n, -1)}${arch(n, 1)}` },
        ...(n === 2 || n === 4
          ? [
              {
                grain: svg`<defs>${pool("veil", [
                  [0, "#b8cbe6", 0.42],
                  [1, "#b8cbe6", 0],
                ])}</defs><ellipse cx="800" cy="640" rx="760" ry="150" fill="url(#veil)"/>`,
                soft: 0.6,
              },
            ]
          : []),
      ]).flat(),
      {
        ink: svg`${fiddlehead([470, 920], 470, 1, "#2f8a6c")}${fiddlehead([1150, 930], 330, -1, "#246f60")}${fiddlehead([330, 930], 250, 1, "#1c5a55")}${fiddlehead([1290, 930], 220, 1, "#1c5a55")}`,
      },
      {
        grain: svg`<defs>${radial("lit", [660, 400], 900, [
          [0, kiwaInk.lime, 0.9],
          [0.42, kiwaInk.phosphor, 0.35],
          [0.7, kiwaInk.void, 0.25],
          [1, kiwaInk.void, 0.92],
        ])}</defs>${[fiddlehead([470, 920], 470, 1, "url(#lit)"), fiddlehead([1150, 930], 330, -1, "url(#lit)"), fiddlehead([330, 930], 250, 1, "url(#lit)"), fiddlehead([1290, 930], 220, 1, "url(#lit)")]}`,
        soft: 0.5,
      },
      {
        grain: svg`<defs>${radial("edge", [800, 450], 980, [
          [0.45, kiwaInk.void, 0],
          [1, kiwaInk.void, 0.95],
        ])}</defs>${kiwaSheet("url(#edge)")}`,
        soft: 0.5,
      },
      { ink: glowworms(60, [300, 440, 1300, 860], between) },
    ];
  },
};

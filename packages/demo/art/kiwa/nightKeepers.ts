import { linear, mix, polar, radial, repeat, svg } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { eyes, fern, glowworms, kiwaInk, kiwaSheet, moon, stars, treeFern } from "./motifs.ts";

const ring = [800, 300] as const;
/** A key that hangs from the ring, `turn` degrees from straight down. Its bow is round, its bit has two teeth. */
const key = (turn: number, length: number, colour: string): string =>
  svg`<g transform="translate(${ring[0]} ${ring[1]}) rotate(${turn}) translate(0 128)"><circle r="44" fill="none" stroke="${colour}" stroke-width="20"/><path d="M-11 40h22V${length}h-22z" fill="${colour}"/><path d="M11 ${length - 92}h54v26h-28v20h28v26h-54z" fill="${colour}"/><path d="M-18 56h36v14h-36z" fill="${colour}"/></g>`;

/** A keeper's ring of keys before the moon, with animals waiting below. */
export const nightKeepers: Drawing = {
  name: "night-keepers",
  tooth: 0.45,
  draw: ({ between }) => [
    { ink: kiwaSheet(kiwaInk.midnight) },
    {
      grain: svg`<defs>${radial("sky", [800, 380], 900, [
        [0, "#3c6a86", 0.95],
        [0.4, kiwaInk.dusk, 0.85],
        [1, kiwaInk.void, 0.95],
      ])}</defs>${kiwaSheet("url(#sky)")}`,
      soft: 0.5,
    },
    { ink: svg`${stars(140, 700, between)}${moon([800, 390], 300)}` },
    {
      grain: svg`<defs>${radial("shade", [720, 320], 380, [
        [0, "#fffef0", 0.6],
        [0.55, kiwaInk.moon, 0],
        [1, kiwaInk.haze, 0.65],
      ])}</defs><circle cx="800" cy="390" r="300" fill="url(#shade)"/>`,
      soft: 0.5,
    },
    {
      ink: svg`${treeFern([210, 860], 520, 300, "#0d2c38")}${treeFern([1400, 870], 560, 320, "#0b2531")}${treeFern([1120, 900], 330, 210, "#103643")}<path d="M0 790C300 740 560 790 820 772S1340 744 1600 790V900H0Z" fill="${kiwaInk.void}"/>`,
    },
    {
      ink: svg`<path d="M780 -20h40V190h-40z" fill="${kiwaInk.rust}"/><path d="M786 -20h6V190h-6z" fill="${kiwaInk.amber}" opacity=".5"/><circle cx="${ring[0]}" cy="${ring[1]}" r="112" fill="none" stroke="#3d2a16" stroke-width="30"/><circle cx="${ring[0]}" cy="${ring[1]}" r="112" fill="none" stroke="${kiwaInk.amber}" stroke-width="20"/>${key(38, 330, "#7d4c1e")}${key(-36, 350, "#8a5520")}${key(14, 400, kiwaInk.rust)}${key(-11, 430, kiwaInk.amber)}`,
    },
    {
      grain: svg`<defs>${linear(
        "shine",
        [620, 200],
        [1010, 760],
        [
          [0, kiwaInk.honey, 0.9],
          [0.4, kiwaInk.honey, 0],
          [1, kiwaInk.void, 0.75],
        ],
      )}</defs><g opacity=".9"><circle cx="${ring[0]}" cy="${ring[1]}" r="112" fill="none" stroke="url(#shine)" stroke-width="20"/></g>${[38, -36, 14, -11].map((turn, n) => svg`<g transform="translate(${ring[0]} ${ring[1]}) rotate(${turn}) translate(0 128)"><path d="M-11 40h8V${[330, 350, 400, 430][n]}h-8z" fill="${kiwaInk.honey}" opacity=".55"/></g>`)}`,
      soft: 0.4,
    },
    {
      ink: svg`${eyes({ at: [352, 742], size: 1.5, colour: kiwaInk.phosphor, look: polar([0, 0], 0.7, -40) })}${eyes({ at: [1258, 752], size: 1.25, colour: kiwaInk.amber, look: polar([0, 0], 0.7, -140) })}${eyes({ at: [560, 812], size: 0.95, colour: kiwaInk.lime, look: polar([0, 0], 0.7, -60), pupil: "slit" })}${eyes({ at: [1046, 818], size: 0.85, colour: kiwaInk.honey, look: polar([0, 0], 0.7, -120) })}${eyes({ at: [118, 806], size: 0.8, colour: kiwaInk.honey, look: polar([0, 0], 0.7, -30), lids: 0.3 })}${repeat(
        14,
        (n, t) => {
          const x = mix(-20, 1620, t);
          return fern(
            [
              [x, 930],
              [x, 880],
              [x + between(-50, 50), 850],
              [x + between(-120, 120), between(800, 850)],
            ],
            16,
            62,
            n % 2 ? "#0a1f2a" : "#0d2a33",
          );
        },
      )}${glowworms(40, [20, 520, 1580, 860], between)}`,
    },
  ],
};

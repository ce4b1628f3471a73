import { repeat, mix, radial, svg } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { eyes, fern, glowworms, kiwaInk, moon, kiwaSheet, stars, treeFern } from "./motifs.ts";

/** One wing: an arm with four fingers and the skin between them. */
const wing =
  "M14 -14C60 -60 120 -92 176 -84C188 -96 196 -100 204 -96L196 -82C250 -60 304 -6 322 70C290 40 262 34 238 48C232 24 212 12 186 18C178 40 166 54 150 66C140 38 112 28 84 40C66 50 44 54 14 46Z";
const bones =
  "M20 -8C70 -54 130 -84 186 -82M186 -82C240 -50 290 0 318 64M186 -82C206 -40 226 0 238 46M186 -82C180 -30 166 20 150 62M40 -24C60 0 74 20 84 38";

const bat = (colour: string, skin: string, x: number, y: number, size: number, turn: number, fold = 1): string =>
  svg`<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${[1, -1].map((side) => svg`<g transform="scale(${side} ${fold})"><path d="${wing}" fill="${skin}"/><path d="${bones}" fill="none" stroke="${colour}" stroke-width="5" stroke-linecap="round"/></g>`)}<path d="M0 -58C24 -58 36 -36 34 -8C32 34 20 66 0 82C-20 66 -32 34 -34 -8C-36 -36 -24 -58 0 -58Z" fill="${colour}"/><path d="M-26 -44Q-42 -84 -28 -104Q-6 -84 -6 -54ZM26 -44Q42 -84 28 -104Q6 -84 6 -54Z" fill="${colour}"/></g>`;

/** A long-tailed bat crosses the moon, with its calls as rings of light. */
export const batNight: Drawing = {
  name: "bat-night",
  tooth: 0.45,
  draw: ({ between, bell }) => {
    const swarm = repeat(15, (n) =>
      bat(
        "#0c1330",
        "#131d47",
        mix(120, 1480, n / 14) + bell() * 50,
        between(90, 520),
        between(0.13, 0.27),
        bell() * 32,
        between(0.6, 1.1),
      ),
    );
    return [
      { ink: kiwaSheet(kiwaInk.indigo) },
      {
        grain: svg`<defs>${radial("sky", [800, 400], 880, [
          [0, "#9ab2e4", 0.95],
          [0.4, kiwaInk.dusk, 0.85],
          [1, kiwaInk.midnight, 0.95],
        ])}</defs>${kiwaSheet("url(#sky)")}`,
        soft: 0.5,
      },
      { ink: svg`${stars(130, 760, between)}${moon([800, 400], 318)}` },
      {
        grain: svg`<defs>${radial("ball", [700, 290], 580, [
          [0, "#fffef0", 0.75],
          [0.4, "#fffef0", 0],
          [0.55, "#6d7fb4", 0],
          [1, "#5a6ca8", 0.85],
        ])}</defs><circle cx="800" cy="400" r="318" fill="url(#ball)"/>`,
        soft: 0.5,
      },
      {
        ink: svg`<g fill="none" stroke="#5f9d2c">${repeat(8, (n) => svg`<path d="M${800 - 90 - n * 52} ${236 - n * 21}A${130 + n * 62} ${130 + n * 62} 0 0 1 ${800 + 90 + n * 52} ${236 - n * 21}" stroke="${n < 4 ? "#6aa82f" : kiwaInk.phosphor}" stroke-width="${5 - n * 0.4}" opacity="${0.85 - n * 0.08}" stroke-linecap="round"/>`)}</g>${swarm.filter((_, n) => Math.abs(n - 7) > 2)}`,
      },
      { ink: bat("#1a1430", "#38264f", 800, 410, 1.22, -5) },
      {
        grain: svg`<defs>${radial("skin", [0, -60], 330, [
          [0, "#f5b08a", 0.55],
          [0.5, "#a15a86", 0.4],
          [1, "#120a26", 0.4],
        ])}${radial("fur", [-12, -30], 90, [
          [0, "#e0a878", 0.8],
          [0.5, "#6b3f4a", 0.35],
          [1, "#0c0718", 0.6],
        ])}</defs><g transform="translate(800 410) rotate(-5) scale(1.220)"><path d="${wing}" fill="url(#skin)"/><path transform="scale(-1 1)" d="${wing}" fill="url(#skin)"/><path d="M0 -58C24 -58 36 -36 34 -8C32 34 20 66 0 82C-20 66 -32 34 -34 -8C-36 -36 -24 -58 0 -58Z" fill="url(#fur)"/></g>`,
        soft: 0.5,
      },
      {
        ink: svg`<g transform="translate(800 410) rotate(-5) scale(1.220)">${[1, -1].map((side) => svg`<path transform="scale(${side} 1)" d="${bones}" fill="none" stroke="#1a1430" stroke-width="4" stroke-linecap="round"/>`)}<path d="M-24 -52Q-36 -80 -27 -94Q-13 -80 -11 -56ZM24 -52Q36 -80 27 -94Q13 -80 11 -56Z" fill="#d98e7c"/><circle cx="-13" cy="-32" r="7.500" fill="${kiwaInk.amber}"/><circle cx="13" cy="-32" r="7.500" fill="${kiwaInk.amber}"/><circle cx="-12" cy="-32" r="4.500" fill="${kiwaInk.void}"/><circle cx="14" cy="-32" r="4.500" fill="${kiwaInk.void}"/><path d="M-6 -18q6 -7 12 0q-6 9 -12 0z" fill="#d98e7c"/><path d="M-7 -8q7 7 14 0" stroke="#d98e7c" stroke-width="2.500" fill="none" stroke-linecap="round"/></g>`,
      },
      {
        ink: svg`${treeFern([250, 920], 330, 260, "#152a58")}${treeFern([1370, 920], 360, 280, "#152a58")}${repeat(
          24,
          (n) => {
            const x = n * 70 + bell() * 24;
            return fern(
              [
                [x, 930],
                [x, 850],
                [x + bell() * 60, 780],
                [x + bell() * 130, 770 + bell() * 30],
              ],
              15,
              between(60, 92),
              n % 2 ? "#0d2f38" : kiwaInk.abyss,
            );
          },
        )}`,
      },
      {
        grain: svg`<defs>${radial("edge", [800, 420], 980, [
          [0.5, kiwaInk.void, 0],
          [1, kiwaInk.void, 0.95],
        ])}</defs>${kiwaSheet("url(#edge)")}`,
        soft: 0.5,
      },
      {
        ink: svg`${eyes({ at: [430, 836], size: 0.6, colour: kiwaInk.phosphor, look: [0.6, -1] })}${eyes({ at: [1160, 850], size: 0.5, colour: kiwaInk.honey, look: [-0.6, -1] })}${glowworms(24, [200, 700, 1400, 880], between)}`,
      },
    ];
  },
};

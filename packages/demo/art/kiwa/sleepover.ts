import { below, linear, repeat, mix, pool, radial, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing, Layer } from "../kit/press.ts";
import { ridges, type SeededRandom } from "../kit/random.ts";
import { eyes, fern, glowworms, kiwaInk, moon, kiwaSheet, stars, treeFern } from "./motifs.ts";

const ground = ridges("sleepover ground");
const tent = (x: number, y: number, size: number): { front: string; side: string; door: string; place: string } => ({
  place: svg`translate(${x} ${y}) scale(${size})`,
  front: "M-190 0Q-90 -110 0 -236Q90 -110 190 0Z",
  side: "M0 -236L196 -190Q290 -80 372 -22L190 0Q90 -110 0 -236Z",
  door: "M-62 0Q-34 -92 0 -184Q34 -92 62 0Z",
});

const draw = ({ front, side, door, place }: ReturnType<typeof tent>): string =>
  svg`<g transform="${place}"><path d="${side}" fill="#c9702c"/><path d="${front}" fill="${kiwaInk.amber}"/><path d="${door}" fill="#fff3c4"/><path d="M0 -236Q-34 -92 -62 0L-96 0Q-50 -96 0 -236ZM0 -236Q34 -92 62 0L96 0Q50 -96 0 -236Z" fill="#e58e33"/><path d="M-190 0L-236 16M190 0L214 18M372 -22L410 -8M0 -236L0 -252" stroke="#5a3524" stroke-width="4"/></g>`;
const clearing = ({ between, bell }: SeededRandom): readonly Layer[] => {
  const small = [tent(350, 672, 0.52), tent(1230, 664, 0.58)];
  return [
    { ink: kiwaSheet(kiwaInk.midnight) },
    {
      grain: svg`<defs>${linear(
        "sky",
        [0, 0],
        [0, 640],
        [
          [0, kiwaInk.midnight, 0.9],
          [0.6, kiwaInk.dusk, 0.9],
          [1, "#5d78ba", 0.95],
        ],
      )}</defs>${kiwaSheet("url(#sky)")}`,
      soft: 0.5,
    },
    {
      ink: svg`${stars(240, 520, between)}${repeat(340, () => {
        const t = between(0, 1);
        return svg`<circle cx="${mix(240, 1480, t) + bell() * 70}" cy="${mix(470, -20, t) + bell() * 70}" r="${between(0.6, 1.9)}" fill="#f3f0cf" opacity="${between(0.3, 0.95)}"/>`;
      })}${moon([1180, 170], 66)}`,
    },
    {
      ink: svg`${treeFern([160, 700], 420, 230, "#1b2f66")}${treeFern([520, 690], 330, 180, "#22387a")}${treeFern([1010, 690], 370, 200, "#22387a")}${treeFern([1430, 710], 470, 260, "#1b2f66")}<path d="${below(
        repeat(33, (_, t): DrawingPoint => [t * 1600, 650 + ground(t * 4, 2) * 40]),
        910,
      )}" fill="#14395a"/>`,
    },
    {
      grain: svg`<defs>${pool("haze", [
        [0, "#ffd79a", 0.7],
        [0.5, "#d98b6a", 0.25],
        [1, "#d98b6a", 0],
      ])}</defs><ellipse cx="800" cy="620" rx="640" ry="260" fill="url(#haze)"/>`,
      soft: 0.5,
    },
    {
      ink: svg`${small.map(draw)}<path d="${below(
        repeat(33, (_, t): DrawingPoint => [t * 1600, 704 + ground(t * 5, 6) * 34]),
        910,
      )}" fill="#0e2d42"/>`,
    },
    {
      grain: svg`<defs>${pool("pool", [
        [0, "#ffd98a", 0.95],
        [0.5, "#e59a4a", 0.4],
        [1, "#e59a4a", 0],
      ])}</defs><ellipse cx="770" cy="752" rx="520" ry="84" fill="url(#pool)"/>`,
      soft: 0.5,
    },
  ];
};

const camp = ({ between, bell, chance }: SeededRandom): readonly Layer[] => {
  const big = tent(740, 730, 1.28);
  return [
    { ink: draw(big) },
    {
      grain: svg`<defs>${radial("lamp", [0, -60], 300, [
        [0, "#fff6d2", 0.95],
        [0.4, "#ffd98a", 0.5],
        [0.7, "#b5602a", 0.2],
        [1, "#5a2418", 0.85],
      ])}${linear(
        "away",
        [80, -200],
        [372, 0],
        [
          [0, "#ffd98a", 0.5],
          [0.5, "#5a2418", 0.2],
          [1, "#2a1020", 0.9],
        ],
      )}</defs><g transform="${big.place}"><path d="${big.front}" fill="url(#lamp)"/><path d="${big.side}" fill="url(#away)"/></g>`,
      soft: 0.5,
    },
    {
      ink: svg`<g transform="${big.place}"><path d="${big.door}" fill="#fff6d0"/><g fill="#7a3a1e"><circle cx="-16" cy="-52" r="14"/><path d="M-36 0q0 -38 20 -38q20 0 20 38z"/><circle cx="20" cy="-36" r="11"/><path d="M4 0q0 -26 16 -26q16 0 16 26z"/></g><path d="M0 -236V-172" stroke="#5a3524" stroke-width="3"/><circle cy="-158" r="11" fill="#fffdf0"/></g>`,
    },
    {
      ink: repeat(30, (n) => {
        const x = n * 56 + bell() * 26;
        const gap = Math.abs(x - 770) < 330;
        const y = 930;
        const high = gap ? between(60, 100) : between(150, 300);
        return fern(
          [
            [x, y],
            [x, y - high * 0.6],
            [x + bell() * 50, y - high],
            [x + bell() * 140, y - high * 0.9],
          ],
          14,
          high * 0.34,
          chance(0.5) ? kiwaInk.abyss : "#0d2f38",
        );
      }).join(""),
    },
    {
      grain: svg`<defs>${radial("edge", [790, 520], 980, [
        [0.45, kiwaInk.void, 0],
        [1, kiwaInk.void, 0.95],
      ])}</defs>${kiwaSheet("url(#edge)")}`,
      soft: 0.5,
    },
    {
      ink: svg`${eyes({ at: [250, 760], size: 0.86, colour: kiwaInk.phosphor, look: [1, -0.3] })}${eyes({ at: [1386, 770], size: 0.96, colour: kiwaInk.lime, look: [-1, -0.3], lids: 0.2 })}${eyes({ at: [1120, 838], size: 0.56, colour: kiwaInk.honey, look: [-1, -0.6] })}${eyes({ at: [460, 846], size: 0.5, colour: kiwaInk.amber, look: [1, -0.6] })}${eyes({ at: [106, 560], size: 0.6, colour: kiwaInk.honey, look: [1, 0.4], pupil: "slit" })}${glowworms(22, [200, 560, 1400, 860], between)}`,
    },
  ];
};

/** Lit tents in the fern forest, with animals looking on. */
export const sleepover: Drawing = {
  name: "sleepover",
  tooth: 0.45,
  draw: (random) => [...clearing(random), ...camp(random)],
};

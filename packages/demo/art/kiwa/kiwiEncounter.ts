import { below, brush, bezier, repeat, mix, pool, radial, svg, linear, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing, Layer } from "../kit/press.ts";
import { ridges, type SeededRandom } from "../kit/random.ts";
import { fern, fiddlehead, glowworms, kiwaInk, moon, kiwaSheet, stars, treeFern } from "./motifs.ts";

const body =
  "M520 560C520 420 640 330 780 340C900 348 960 420 990 470C1004 440 1036 424 1070 430C1114 438 1134 474 1124 508C1116 534 1096 548 1064 552C1010 560 1004 640 940 690C880 738 760 748 670 718C580 688 520 640 520 560Z";
const lie = ridges("kiwi feathers");

const forest = ({ between, bell, pick }: SeededRandom): readonly Layer[] => [
  { ink: kiwaSheet(kiwaInk.indigo) },
  {
    grain: svg`<defs>${radial("sky", [660, 330], 800, [
      [0, "#7d97d0", 0.95],
      [0.4, kiwaInk.dusk, 0.8],
      [1, kiwaInk.midnight, 0.9],
    ])}</defs>${kiwaSheet("url(#sky)")}`,
    soft: 0.5,
  },
  { ink: svg`${stars(90, 420, between)}${moon([640, 320], 232)}` },
  {
    grain: svg`<defs>${radial("ball", [560, 240], 420, [
      [0, "#fffef0", 0.7],
      [0.4, "#fffef0", 0],
      [0.55, "#6d7fb4", 0],
      [1, "#6d7fb4", 0.8],
    ])}</defs><circle cx="640" cy="320" r="232" fill="url(#ball)"/>`,
    soft: 0.5,
  },
  {
    ink: svg`${treeFern([250, 800], 460, 270, "#1a3166")}${treeFern([1290, 800], 520, 300, "#1a3064")}${treeFern([1080, 780], 330, 190, "#233d78")}<path d="${below(
      repeat(33, (_, t): DrawingPoint => [t * 1600, 726 + lie(t * 4, 3) * 46]),
      910,
    )}" fill="#12364c"/>${repeat(26, (n) => {
      const x = n * 64 + bell() * 30;
      return Math.abs(x - 780) < 260
        ? ""
        : fern(
            [
              [x, 800],
              [x, 720],
              [x + bell() * 40, 640],
              [x + bell() * 110, 640 + bell() * 30],
            ],
            13,
            between(38, 62),
            pick(["#154a56", "#1a5a5c", "#12404e"]),
          );
    })}<path d="${below(
      repeat(33, (_, t): DrawingPoint => [t * 1600, 792 + lie(t * 5, 8) * 30]),
      910,
    )}" fill="#0b2836"/>`,
  },
  {
    grain: svg`<defs>${pool("cast", [
      [0, "#02060f", 0.95],
      [1, "#02060f", 0],
    ])}${pool("glade", [
      [0, "#9fc7c0", 0.5],
      [1, "#9fc7c0", 0],
    ])}</defs><ellipse cx="700" cy="806" rx="640" ry="110" fill="url(#glade)"/><ellipse cx="820" cy="836" rx="300" ry="34" fill="url(#cast)"/>`,
    soft: 0.5,
  },
];

const bird = ({ between, bell, pick }: SeededRandom): readonly Layer[] => {
  const feathers = (count: number, colours: readonly string[], long: number): string =>
    repeat(count, () => {
      const t = between(0, 1);
      const [x, y] = [between(500, 1010), between(340, 740)];
      const way = 1.85 + (x - 760) / -420 + (y - 540) / 620 + lie(x / 130, y / 130) * 0.45;
      const [dx, dy] = [Math.cos(way) * long, Math.sin(way) * long];
      return svg`<path d="M${x} ${y}q${dx * 0.6 + bell() * 4} ${dy * 0.3} ${dx} ${dy}" stroke="${pick(colours)}" stroke-width="${mix(2, 4.4, t)}" fill="none" stroke-linecap="round"/>`;
    }).join("");
  const legs = svg`<g stroke="${kiwaInk.rust}" stroke-linecap="round" stroke-linejoin="round" fill="none"><path d="M716 700L700 772L722 812M700 772" stroke-width="26"/><path d="M722 812L664 830M722 812L700 840M722 812L786 834" stroke-width="15"/><path d="M842 706L856 770L838 808" stroke-width="26" stroke="#8a4420"/><path d="M838 808L790 826M838 808L834 838M838 808L900 828" stroke-width="15" stroke="#8a4420"/></g>`;
  return [
    {
      ink: svg`${legs}<path d="${body}" fill="#6b4a34"/><path d="${brush(bezier([1100, 498], [1180, 560], [1232, 660], [1252, 812], 20), (t) => mix(34, 7, t))}" fill="#f0d9b0"/><path d="${brush(bezier([1096, 512], [1166, 574], [1220, 668], [1246, 812], 20), (t) => mix(13, 3, t))}" fill="#c39c68"/>`,
    },
    {
      ink: svg`<defs><clipPath id="bird"><path d="${body}"/></clipPath></defs>${feathers(260, ["#6b4a34", "#5a3c2b", "#7d573b"], 58)}<g clip-path="url(#bird)">${feathers(900, ["#5a3c2b", "#7d573b", "#8f6847", "#493025"], 54)}${feathers(240, ["#b58a5e", "#a0774f"], 46)}</g>`,
    },
    {
      grain: svg`<defs>${linear(
        "lit",
        [560, 340],
        [900, 740],
        [
          [0, "#f8eac2", 0.72],
          [0.3, "#f8eac2", 0.06],
          [0.5, "#0c0a20", 0.05],
          [1, "#0c0a20", 0.95],
        ],
      )}</defs><path d="${body}" fill="url(#lit)"/>`,
      soft: 0.5,
    },
    {
      ink: svg`<circle cx="1062" cy="478" r="15" fill="${kiwaInk.void}"/><circle cx="1062" cy="478" r="15" fill="none" stroke="#d8b184" stroke-width="3.500"/><circle cx="1057" cy="472" r="5" fill="#fffef0"/><g stroke="#d8b184" stroke-width="1.800" fill="none" stroke-linecap="round"><path d="M1104 486q26 -10 46 -8M1108 500q30 0 48 12M1100 520q20 16 26 34M1098 476q18 -20 38 -24"/></g>`,
    },
    {
      ink: svg`${fiddlehead([1390, 900], 250, -1, "#0d3b3f")}${fiddlehead([1470, 910], 180, 1, "#0f4a48")}${fern(
        [
          [120, 930],
          [170, 780],
          [250, 700],
          [430, 690],
        ],
        20,
        84,
        "#0b3038",
      )}${fern(
        [
          [80, 940],
          [90, 780],
          [120, 640],
          [230, 540],
        ],
        20,
        84,
        "#0c3a3f",
      )}${fern(
        [
          [1560, 930],
          [1520, 800],
          [1440, 720],
          [1330, 700],
        ],
        18,
        74,
        "#0b3038",
      )}${glowworms(26, [120, 520, 1500, 860], between)}`,
    },
    {
      grain: svg`<defs>${radial("edge", [780, 470], 980, [
        [0.5, kiwaInk.void, 0],
        [1, kiwaInk.void, 0.9],
      ])}</defs>${kiwaSheet("url(#edge)")}`,
      soft: 0.5,
    },
  ];
};

/** A kiwi at work: round as the moon, nose to the ground. */
export const kiwiEncounter: Drawing = {
  name: "kiwi-encounter",
  tooth: 0.45,
  draw: (random) => [...forest(random), ...bird(random)],
};

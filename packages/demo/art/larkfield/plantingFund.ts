import { linear, mix, radial, repeat, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing, Layer } from "../kit/press.ts";
import type { SeededRandom } from "../kit/random.ts";
import { frond, larkfieldInk, larkfieldSheet, leaf, sprig } from "./motifs.ts";

/** A clay pot with its rim at `y`. */
const pot = ([x, y]: DrawingPoint, size: number): string =>
  svg`<path d="M${x - size * 0.44} ${y}h${size * 0.88}l${-size * 0.13} ${size * 0.78}h${-size * 0.62}z" fill="${larkfieldInk.clay}"/><path d="M${x - size * 0.5} ${y - size * 0.08}h${size}v${size * 0.2}h${-size}z" fill="${larkfieldInk.terra}"/><ellipse cx="${x}" cy="${y - size * 0.08}" rx="${size * 0.46}" ry="${size * 0.06}" fill="${larkfieldInk.bark}"/>`;

/** The shadow of a pot, on the side away from the sun. */
const shade = ([x, y]: DrawingPoint, size: number, id: string): string =>
  svg`<path d="M${x - size * 0.5} ${y - size * 0.08}h${size}v${size * 0.2}h${-size * 0.06}l${-size * 0.13} ${size * 0.66}h${-size * 0.62}l${-size * 0.13} ${-size * 0.66}h${-size * 0.06}z" fill="url(#${id})"/>`;

/** A label on a stick, with a pencilled line. */
const label = ([x, y]: DrawingPoint): string =>
  svg`<g transform="translate(${x} ${y}) rotate(-7)"><path d="M-4 0V96h8V0z" fill="${larkfieldInk.bark}"/><path d="M-46 -46h92v52h-92z" fill="${larkfieldInk.cream}"/><path d="M-30 -26h60M-30 -10h38" stroke="${larkfieldInk.bark}" stroke-width="4" stroke-linecap="round"/></g>`;

/** A young oak: a trunk with a stake, and a crown of leaves. */
const oak = (between: (low: number, high: number) => number): string => {
  const crown = repeat(150, (n) => {
    const turn = (n * 137.5 * Math.PI) / 180;
    const reach = Math.sqrt(n / 150);
    const at: DrawingPoint = [1190 + Math.cos(turn) * reach * 250, 330 + Math.sin(turn) * reach * 196];
    const fill = [larkfieldInk.forest, larkfieldInk.leaf, "#5b8a4a", larkfieldInk.fern][n % 4] ?? larkfieldInk.leaf;
    return leaf(at, between(0, 360), between(58, 84), 34, { fill, vein: larkfieldInk.sage });
  });
  return svg`<path d="M1252 770V330h12V770z" fill="${larkfieldInk.sand}"/><path d="M1166 776C1180 690 1176 560 1182 420L1120 330l12 -10l60 60l6 -90h14l-2 96l64 -66l12 10l-66 96C1206 560 1204 690 1226 776Z" fill="${larkfieldInk.bark}"/><path d="M1180 590Q1220 606 1262 590" fill="none" stroke="${larkfieldInk.terra}" stroke-width="9"/>${crown}`;
};

const seedling = svg`${sprig(
  [
    [300, 640],
    [296, 600],
    [310, 560],
    [304, 520],
  ],
  2,
  96,
  0.44,
  { fill: larkfieldInk.fern, fold: "#5b8447", vein: larkfieldInk.cream },
  larkfieldInk.leaf,
)}`;

/** A tree fern: a trunk and eleven fronds. */
const fern = svg`<path d="M716 640C724 560 716 500 722 430h36c6 70 -2 130 6 210z" fill="#5d4a31"/>${repeat(
  11,
  (n, t) => {
    const turn = mix(-1, 1, t);
    const lift = mix(30, 190, 1 - Math.abs(turn));
    return frond(
      [
        [740, 436],
        [740 + turn * 70, 436 - lift],
        [740 + turn * 170, 430 - lift],
        [740 + turn * 236, 500 - lift * 1.1],
      ],
      22,
      64,
      n % 2 ? larkfieldInk.leaf : larkfieldInk.fern,
    );
  },
)}`;

/** The sky with the sun, the hill, and the earth. */
const landscape: readonly Layer[] = [
  { ink: larkfieldSheet("#f3e6c3") },
  {
    grain: svg`<defs>${linear(
      "sky",
      [0, 0],
      [0, 760],
      [
        [0, "#a9c6b4", 0.9],
        [0.6, "#f0dfae", 0.6],
        [1, larkfieldInk.blush, 0.8],
      ],
    )}${radial("sun", [470, 250], 460, [
      [0, "#fffdf0", 1],
      [0.3, "#fbeab0", 0.8],
      [1, "#fbeab0", 0],
    ])}</defs>${larkfieldSheet("url(#sky)")}<circle cx="470" cy="250" r="460" fill="url(#sun)"/>`,
    soft: 0.4,
  },
  {
    ink: svg`<circle cx="470" cy="250" r="92" fill="#fffdf0"/><path d="M0 690C260 610 420 668 640 640S1080 560 1600 640V900H0Z" fill="#9db07a"/><path d="M0 770C300 716 620 776 900 752S1380 720 1600 762V900H0Z" fill="#6c5134"/>`,
  },
  {
    grain: svg`<defs>${linear(
      "earth",
      [0, 730],
      [0, 900],
      [
        [0, "#a5784a", 0.8],
        [1, "#33241a", 0.95],
      ],
    )}${linear(
      "hill",
      [0, 600],
      [0, 780],
      [
        [0, "#dfe0a6", 0.7],
        [1, larkfieldInk.leaf, 0.8],
      ],
    )}</defs><path d="M0 690C260 610 420 668 640 640S1080 560 1600 640V770H0Z" fill="url(#hill)"/><path d="M0 770C300 716 620 776 900 752S1380 720 1600 762V900H0Z" fill="url(#earth)"/>`,
    soft: 0.4,
  },
];

/** The three plants and the shadows on them. */
const plants = ({ between }: SeededRandom): readonly Layer[] => [
  { ink: svg`${oak(between)}${fern}${seedling}${pot([300, 650], 170)}${pot([740, 642], 220)}` },
  {
    grain: svg`<defs>${linear(
      "one",
      [215, 0],
      [385, 0],
      [
        [0.2, larkfieldInk.bark, 0],
        [1, larkfieldInk.bark, 0.75],
      ],
    )}${linear(
      "two",
      [630, 0],
      [850, 0],
      [
        [0.2, larkfieldInk.bark, 0],
        [1, larkfieldInk.bark, 0.75],
      ],
    )}${radial("crown", [1250, 410], 190, [
      [0, larkfieldInk.night, 0.6],
      [1, larkfieldInk.night, 0],
    ])}</defs>${shade([300, 650], 170, "one")}${shade([740, 642], 220, "two")}<circle cx="1250" cy="410" r="190" fill="url(#crown)"/>`,
    blend: "multiply",
    soft: 0.4,
  },
];

/** The oak's bed with a label, and leaves in front. */
const foreground = ({ between }: SeededRandom): Layer => ({
  ink: svg`<path d="M1040 800C1100 756 1290 752 1350 800Z" fill="#4b3524"/>${label([1060, 730])}${repeat(16, (n, t) => leaf([t * 1600, 912], between(-120, -60), between(60, 120), 26, { fill: n % 2 ? larkfieldInk.forest : larkfieldInk.leaf }))}`,
});

/** A seedling, a tree fern and an oak: what ten, forty and a hundred and twenty pounds plant. */
export const plantingFund: Drawing = {
  name: "planting-fund",
  tooth: 0.6,
  draw: (random) => [...landscape, ...plants(random), foreground(random)],
};

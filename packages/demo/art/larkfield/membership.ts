import { brush, linear, repeat, mix, radial, svg, bezier, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { larkfieldInk, leaf, larkfieldSheet } from "./motifs.ts";

type Limb = { readonly to: DrawingPoint; readonly bend: DrawingPoint; readonly size: number; readonly turn: number };
const limbs: readonly Limb[] = [
  { to: [600, 330], bend: [640, 520], size: 210, turn: -160 },
  { to: [1004, 320], bend: [960, 500], size: 220, turn: -22 },
  { to: [690, 230], bend: [720, 380], size: 200, turn: -128 },
  { to: [914, 222], bend: [880, 360], size: 205, turn: -52 },
  { to: [800, 196], bend: [800, 300], size: 170, turn: -90 },
  { to: [570, 460], bend: [680, 600], size: 180, turn: 172 },
  { to: [1030, 450], bend: [940, 580], size: 185, turn: 8 },
];

/** A fig tree in a clay pot before a round-headed window. */
export const larkfieldMembership: Drawing = {
  name: "membership",
  tooth: 0.65,
  draw: ({ bell }) => {
    const tones = [
      { fill: larkfieldInk.fern, fold: "#5b8447", vein: "#dfe3b8" },
      { fill: larkfieldInk.leaf, fold: "#305b39", vein: "#b9cf98" },
      { fill: larkfieldInk.forest, fold: "#193a28", vein: larkfieldInk.fern },
    ] as const;
    const tone = (n: number): (typeof tones)[number] => tones[n % 3] ?? tones[0];
    const foliage = limbs.map(({ to, bend, size, turn }, limb) => {
      const points = bezier([800, 640], [800, 520], bend, to, 18);
      const side = repeat(6, (n) => {
        const [x, y] = points[6 + n * 2] ?? to;
        return leaf(
          [x, y],
          turn + (n % 2 ? 62 : -62) + bell() * 8,
          size * mix(0.95, 0.72, n / 5),
          size * 0.5,
          tone(n + limb),
        );
      });
      return {
        branch: svg`<path d="${brush(points, (t) => mix(15, 5, t))}" fill="#6b5a3a"/>`,
        leaves: svg`${side}${leaf(to, turn, size * 0.9, size * 0.46, tone(limb))}`,
      };
    });
    const plant = svg`${foliage.map(({ branch }) => branch)}${foliage.map(({ leaves }) => leaves)}`;
    const arch = "M470 760V400A330 330 0 0 1 1130 400V760Z";
    return [
      { ink: svg`${larkfieldSheet("#d98f68")}<path d="${arch}" fill="#fbf1d3"/>` },
      {
        grain: svg`<defs>${linear(
          "wall",
          [0, 0],
          [1600, 900],
          [
            [0, "#f2c39c", 0.9],
            [0.5, larkfieldInk.terra, 0.1],
            [1, larkfieldInk.clay, 0.95],
          ],
        )}${radial("sun", [640, 250], 480, [
          [0, "#fffef2", 1],
          [0.5, "#f9e3a2", 0.6],
          [1, "#b9cf98", 0.5],
        ])}</defs><path d="M0 0H1600V900H0Z${arch}" fill-rule="evenodd" fill="url(#wall)"/><path d="${arch}" fill="url(#sun)"/>`,
        soft: 0.5,
      },
      {
        ink: svg`<circle cx="640" cy="260" r="84" fill="#fffdf0"/><g stroke="#f6ead0" stroke-width="12" fill="none"><path d="${arch}"/></g><g stroke="#f6ead0" stroke-width="7" fill="none"><path d="M800 70V760M470 400H1130M470 580H1130M800 400L567 167M800 400L1033 167M635 400V760M965 400V760M650 400A150 150 0 0 1 950 400"/></g><rect y="760" width="1600" height="140" fill="#b98a5c"/><rect y="752" width="1600" height="14" fill="#f6ead0"/>`,
      },
      {
        grain: svg`<defs>${linear(
          "cast",
          [800, 790],
          [1330, 880],
          [
            [0, "#4b2f1a", 0.95],
            [1, "#4b2f1a", 0.1],
          ],
        )}${linear(
          "shelf",
          [0, 766],
          [0, 900],
          [
            [0, "#f0cf9c", 0.65],
            [1, "#6d4526", 0.6],
          ],
        )}</defs><rect y="766" width="1600" height="134" fill="url(#shelf)"/><path d="M740 846H880L1420 900H900Z" fill="url(#cast)"/>`,
        soft: 0.5,
      },
      { ink: plant },
      {
        ink: svg`<path d="M684 652H916L888 848Q800 866 712 848Z" fill="${larkfieldInk.clay}"/><path d="M668 606H932V660H668Z" fill="#cc7850"/><ellipse cx="800" cy="606" rx="132" ry="16" fill="${larkfieldInk.bark}"/><path d="M668 652H932V664H668Z" fill="#8f4327"/><path d="M706 740Q800 756 898 740" stroke="${larkfieldInk.blush}" stroke-width="5" fill="none"/><path d="M704 756Q800 772 896 756" stroke="${larkfieldInk.blush}" stroke-width="2.500" fill="none"/><path d="M800 610V560" stroke="#6b5a3a" stroke-width="17"/>`,
      },
      {
        grain: svg`<defs>${linear(
          "round",
          [668, 0],
          [932, 0],
          [
            [0, "#fbd9b4", 0.6],
            [0.3, "#fbd9b4", 0],
            [0.5, "#3d1a0c", 0],
            [1, "#3d1a0c", 0.85],
          ],
        )}</defs><path d="M668 606H932V660H914L888 848Q800 866 712 848L686 660H668Z" fill="url(#round)"/>`,
      },
    ];
  },
};

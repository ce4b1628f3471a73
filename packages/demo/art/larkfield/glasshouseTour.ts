import { linear, mix, radial, repeat, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing, Layer } from "../kit/press.ts";
import type { SeededRandom } from "../kit/random.ts";
import { fan, frond, larkfieldInk, larkfieldSheet, leaf, person } from "./motifs.ts";

const ground = 704;
/** A vaulted glass house: its centre, half its width, where its roof begins, and its top. */
type House = { readonly x: number; readonly half: number; readonly eaves: number; readonly top: number };
const houses: readonly House[] = [
  { x: 372, half: 232, eaves: 520, top: 372 },
  { x: 1228, half: 232, eaves: 520, top: 372 },
  { x: 800, half: 300, eaves: 430, top: 156 },
];

const outline = ({ x, half, eaves, top }: House): string =>
  svg`M${x - half} ${ground}V${eaves}C${x - half} ${mix(eaves, top, 0.7)} ${x - half * 0.5} ${top} ${x} ${top}C${x + half * 0.5} ${top} ${x + half} ${mix(eaves, top, 0.7)} ${x + half} ${eaves}V${ground}Z`;

/** Iron ribs, drawn narrower towards the sides as a vault shows them. */
const ribs = ({ x, half, eaves, top }: House): string => {
  const bars = repeat(9, (_, t) => {
    const share = Math.sin((t - 0.5) * Math.PI);
    const side = x + share * half;
    return svg`M${side} ${ground}V${eaves}C${side} ${mix(eaves, top, 0.7)} ${mix(x, side, 0.5)} ${top} ${x} ${top}`;
  });
  const rails = repeat(4, (n) => {
    const y = mix(eaves, ground, (n + 1) / 4);
    return svg`M${x - half} ${y}H${x + half}`;
  });
  return svg`<path d="${bars}${rails}M${x - half} ${eaves}H${x + half}" fill="none" stroke="${larkfieldInk.forest}" stroke-width="5"/><path d="${outline({ x, half, eaves, top })}" fill="none" stroke="${larkfieldInk.night}" stroke-width="11"/><path d="M${x - 5} ${top}v-42h10v42z" fill="${larkfieldInk.night}"/><circle cx="${x}" cy="${top - 50}" r="11" fill="${larkfieldInk.butter}"/>`;
};

/** The plants in each house; the tall palm is in the middle one. */
const plantsByHouse = ({ between, pick }: SeededRandom): readonly (readonly string[])[] => {
  const greens = ["#2d5a3a", larkfieldInk.leaf, "#4d7f4a"] as const;
  return houses.map(({ x, half, eaves, top }, house) =>
    repeat(12, (n) => {
      const at: DrawingPoint = [x + between(-0.86, 0.86) * half, between(ground - 70, ground)];
      const size = (ground - mix(eaves, top, 0.5)) * between(0.42, 0.66);
      if (n % 3 === 0) return fan([at[0], at[1] - size * 0.7], between(-110, -70), size * 0.62, pick(greens));
      if (n % 3 === 1)
        return frond(
          [at, [at[0], at[1] - size * 0.6], [at[0] + 30, at[1] - size], [at[0] + between(-90, 90), at[1] - size]],
          16,
          size * 0.3,
          pick(greens),
        );
      return leaf(at, between(-125, -55), size * 0.9, size * 0.32, { fill: pick(greens), vein: larkfieldInk.fern });
    }).concat(
      house === 2
        ? [svg`<path d="M794 ${ground}V380h12V${ground}Z" fill="#2d5a3a"/>${fan([800, 380], -90, 150, "#2d5a3a")}`]
        : [],
    ),
  );
};

const clips = houses.map((house, n) => svg`<clipPath id="house${n}"><path d="${outline(house)}"/></clipPath>`);

/** Dusk, the first stars and the hill behind the houses. */
const sky = ({ between }: SeededRandom): readonly Layer[] => [
  { ink: larkfieldSheet("#27414a") },
  {
    grain: svg`<defs>${linear(
      "dusk",
      [0, 0],
      [0, 720],
      [
        [0, "#1b2c3c", 1],
        [0.55, "#4c5f6a", 0.9],
        [0.85, "#c98a6a", 0.9],
        [1, larkfieldInk.blush, 0.95],
      ],
    )}</defs>${larkfieldSheet("url(#dusk)")}`,
    soft: 0.5,
  },
  {
    ink: svg`${repeat(46, () => svg`<circle cx="${between(0, 1600)}" cy="${between(0, 330)}" r="${between(0.9, 2.4)}" fill="${larkfieldInk.cream}" opacity="${between(0.3, 0.9)}"/>`)}<path d="M0 ${ground}V560C180 520 250 610 420 590S700 520 860 560S1200 600 1340 540S1560 540 1600 560V${ground}Z" fill="#1f3a30"/>`,
  },
];

/** The houses, each lit by a lamp, with their plants behind the ribs. */
const litHouses = (inside: readonly (readonly string[])[]): readonly Layer[] => [
  { ink: houses.map((house) => svg`<path d="${outline(house)}" fill="#f6dd9c"/>`).join("") },
  {
    grain: svg`<defs>${clips}${houses.map(({ x }, n) =>
      radial(`lamp${n}`, [x, ground - 110], 340, [
        [0, "#fffbe6", 1],
        [0.5, "#f5cf7c", 0.7],
        [1, "#d98a4a", 0.85],
      ]),
    )}</defs>${houses.map((_, n) => svg`<g clip-path="url(#house${n})">${larkfieldSheet(`url(#lamp${n})`)}</g>`)}`,
    soft: 0.4,
  },
  {
    ink: svg`<defs>${clips}</defs>${inside.map((plants, n) => svg`<g clip-path="url(#house${n})">${plants}</g>`)}`,
  },
  {
    ink: svg`${houses.map(ribs)}<path d="M748 ${ground}V560A52 52 0 0 1 852 560V${ground}Z" fill="#fff6d6" stroke="${larkfieldInk.night}" stroke-width="9"/>`,
  },
];

/** The lawn and the path to the door. */
const lawn: readonly Layer[] = [
  {
    ink: svg`<path d="M0 ${ground}H1600V900H0Z" fill="#2b4a35"/><path d="M752 ${ground}H848L1120 900H420Z" fill="#e8c98e"/>`,
  },
  {
    grain: svg`<defs>${linear(
      "path",
      [0, ground],
      [0, 900],
      [
        [0, "#fff6d6", 0.9],
        [1, larkfieldInk.clay, 0.7],
      ],
    )}${linear(
      "lawn",
      [0, ground],
      [0, 900],
      [
        [0, "#7d8f4e", 0.7],
        [0.4, larkfieldInk.forest, 0.4],
        [1, larkfieldInk.night, 0.9],
      ],
    )}</defs><path d="M0 ${ground}H1600V900H0Z" fill="url(#lawn)"/><path d="M752 ${ground}H848L1120 900H420Z" fill="url(#path)"/>`,
    soft: 0.4,
  },
];

/** The gardener with the lantern, three guests, and leaves in front. */
const visitors = ({ between, pick }: SeededRandom): readonly Layer[] => [
  {
    ink: svg`${person([742, 836], 132, larkfieldInk.night)}${person([668, 852], 146, "#1d3729")}${person([612, 842], 96, larkfieldInk.night)}${person([846, 820], 138, "#16301f", true)}${repeat(
      18,
      (n, t) =>
        leaf(
          [n % 2 ? t * 380 : 1600 - t * 380, 906],
          n % 2 ? between(-80, -40) : between(-140, -100),
          between(120, 210),
          46,
          {
            fill: pick(["#14291c", "#1d3a28", larkfieldInk.forest]),
          },
        ),
    )}`,
  },
  {
    grain: svg`<defs>${radial("glow", [912, 772], 190, [
      [0, "#fff3c4", 0.95],
      [0.35, "#f5cf7c", 0.45],
      [1, "#f5cf7c", 0],
    ])}</defs><circle cx="912" cy="772" r="190" fill="url(#glow)"/>`,
    blend: "screen",
    soft: 0.4,
  },
];

/** The houses lit from within at closing time, a gardener with a lantern and three guests on the way to the door. */
export const glasshouseTour: Drawing = {
  name: "glasshouse-tour",
  tooth: 0.6,
  draw: (random) => {
    // The order of the calls matters, because each draws the next random numbers.
    const inside = plantsByHouse(random);
    return [...sky(random), ...litHouses(inside), ...lawn, ...visitors(random)];
  },
};

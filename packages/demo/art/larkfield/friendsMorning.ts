import { linear, mix, radial, repeat, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import type { SeededRandom } from "../kit/random.ts";
import { frond, larkfieldInk, larkfieldSheet, leaf, person } from "./motifs.ts";

const sill = 742;
const sun: DrawingPoint = [800, 452];

/** A pillar of bricks with a cap and a ball of stone. */
const pillar = (x: number): string =>
  svg`<rect x="${x - 62}" y="268" width="124" height="${sill - 268}" fill="${larkfieldInk.clay}"/><path d="${repeat(12, (n) => svg`M${x - 62} ${308 + n * 38}h124M${x + (n % 2 ? -22 : 22)} ${270 + n * 38}v38`)}" stroke="${larkfieldInk.blush}" stroke-width="3" opacity=".55"/><rect x="${x - 78}" y="248" width="156" height="28" fill="${larkfieldInk.linen}"/><rect x="${x - 60}" y="230" width="120" height="20" fill="${larkfieldInk.sand}"/><circle cx="${x}" cy="196" r="38" fill="${larkfieldInk.sand}"/><path d="M${x - 30} 219a38 38 0 0 0 68 -23a60 60 0 0 1 -68 23z" fill="${larkfieldInk.bark}" opacity=".35"/><rect x="${x - 74}" y="${sill - 34}" width="148" height="34" fill="${larkfieldInk.linen}"/>`;

/** A wing of the gate, open towards the garden: lower and narrower at its far end. `side` is -1 for the left one. */
const wing = (side: number): string => {
  const at = (t: number): readonly [x: number, top: number, foot: number] => [
    800 + side * mix(318, 196, t),
    mix(330, 424, t) - Math.sin(t * Math.PI) * 26,
    mix(730, 668, t),
  ];
  const rods = repeat(8, (_, t) => {
    const [x, top, foot] = at(t);
    return svg`M${x} ${foot}V${top - 20}`;
  });
  const rails = [0.06, 0.55, 0.95].map((share) => {
    const [[a, b, c], [d, e, f]] = [at(0), at(1)];
    return svg`M${a} ${mix(b, c, share)}L${d} ${mix(e, f, share)}`;
  });
  const tips = repeat(8, (_, t) => {
    const [x, top] = at(t);
    return svg`M${x - 7} ${top - 16}L${x} ${top - 46}L${x + 7} ${top - 16}Z`;
  });
  return svg`<path d="${rods}${rails}" fill="none" stroke="${larkfieldInk.night}" stroke-width="7"/><path d="${tips}" fill="${larkfieldInk.night}"/>`;
};

/** The iron arch above the gate, with a lantern that is still lit. */
const overthrow = svg`<path d="M482 262C560 96 1040 96 1118 262M482 262C580 140 1020 140 1118 262" fill="none" stroke="${larkfieldInk.night}" stroke-width="8"/><path d="${repeat(
  9,
  (n) => svg`M${600 + n * 50} ${176 - Math.sin((n / 8) * Math.PI) * 40}v${-14 - Math.sin((n / 8) * Math.PI) * 8}`,
)}" stroke="${larkfieldInk.night}" stroke-width="6"/><path d="M800 170v34" stroke="${larkfieldInk.night}" stroke-width="6"/><path d="M776 204h48l-8 62h-32z" fill="${larkfieldInk.butter}" stroke="${larkfieldInk.night}" stroke-width="6"/><path d="M768 204h64l-32 -22z" fill="${larkfieldInk.night}"/>`;

/** Blades of the bed before the gate, and the dew on them. */
const bed = ({ between, pick }: SeededRandom): string => {
  const blades = repeat(34, (n, t) => {
    const from: DrawingPoint = [n % 2 ? mix(-30, 520, t) : mix(1630, 1080, t), 920];
    const turn = n % 2 ? between(-88, -44) : between(-136, -92);
    const length = between(130, 250) * mix(1.1, 0.7, t);
    const angle = (turn * Math.PI) / 180;
    const drop = between(0.45, 0.9) * length;
    const [x, y] = [from[0] + Math.cos(angle) * drop, from[1] + Math.sin(angle) * drop];
    const r = between(4, 9);
    return svg`${leaf(from, turn, length, 48, { fill: pick([larkfieldInk.forest, "#2d5a3a", larkfieldInk.leaf]), vein: larkfieldInk.fern })}<circle cx="${x}" cy="${y}" r="${r}" fill="#e9f3e2" opacity=".9"/><circle cx="${x - r * 0.3}" cy="${y - r * 0.3}" r="${r * 0.35}" fill="#ffffff"/>`;
  });
  return blades.join("");
};

const sky = svg`<defs>${linear(
  "dawn",
  [0, 0],
  [0, 600],
  [
    [0, "#a9c3b4", 1],
    [0.45, larkfieldInk.linen, 0.9],
    [0.8, "#f6d59c", 0.95],
    [1, larkfieldInk.blush, 0.9],
  ],
)}${radial("sun", sun, 560, [
  [0, "#fffdf0", 1],
  [0.3, "#fbe7ae", 0.75],
  [1, "#fbe7ae", 0],
])}</defs>${larkfieldSheet("url(#dawn)")}${larkfieldSheet("url(#sun)")}`;

/** The gate before opening time: it stands ajar for the Friends, with the sun low behind it and dew on every leaf. */
export const friendsMorning: Drawing = {
  name: "friends-morning",
  tooth: 0.6,
  draw: (random) => {
    const { between } = random;
    return [
      { ink: larkfieldSheet(larkfieldInk.cream) },
      { grain: sky, soft: 0.5 },
      {
        ink: svg`<circle cx="${sun[0]}" cy="${sun[1]}" r="84" fill="#fffdf2"/><path d="M0 620V520C180 470 340 540 520 510S760 470 900 506S1240 540 1380 490S1560 500 1600 510V620Z" fill="${larkfieldInk.sage}"/>${repeat(13, (n, t) => svg`<path d="M${mix(60, 1540, t)} 600q-34 -70 0 ${-between(120, 176)}q34 ${between(100, 130)} 0 150z" fill="${n % 2 ? "#8bab78" : "#9db98a"}"/>`)}<path d="M0 ${sill}V590C300 560 600 574 800 572S1300 560 1600 590V${sill}Z" fill="${larkfieldInk.fern}"/>`,
      },
      {
        ink: svg`<path d="M0 ${sill - 10}H1600V900H0Z" fill="${larkfieldInk.leaf}"/><path d="M770 574H830L1150 900H450Z" fill="#ecd8ac"/>`,
      },
      {
        grain: svg`<defs>${linear(
          "lawn",
          [0, 580],
          [0, 900],
          [
            [0, "#fff2c8", 0.8],
            [0.4, larkfieldInk.fern, 0.3],
            [1, larkfieldInk.night, 0.8],
          ],
        )}${radial("mist", [800, 580], 430, [
          [0, "#fffbe8", 0.85],
          [0.5, "#fdf0c8", 0.4],
          [1, "#fdf0c8", 0],
        ])}</defs><path d="M0 580H1600V900H0Z" fill="url(#lawn)"/><circle cx="800" cy="580" r="430" fill="url(#mist)"/>`,
        soft: 0.4,
      },
      {
        ink: svg`${[
          [-40, 420],
          [1180, 1640],
        ].map(
          ([from = 0, to = 0]) =>
            svg`<rect x="${from}" y="420" width="${to - from}" height="${sill - 410}" fill="${larkfieldInk.forest}"/>${repeat(90, (n, t) => leaf([mix(from, to, t), n % 3 ? between(426, 446) : between(430, sill)], between(-150, -30), between(44, 72), 28, { fill: n % 2 ? "#1d3a28" : larkfieldInk.forest, vein: larkfieldInk.leaf }))}`,
        )}${person([716, 716], 128, "#2d5a3a")}${person([768, 708], 118, larkfieldInk.plum)}${person([868, 700], 122, larkfieldInk.forest, true)}${overthrow}${wing(-1)}${wing(1)}${pillar(420)}${pillar(1180)}`,
      },
      {
        grain: svg`<defs>${linear(
          "shade",
          [0, 0],
          [1600, 0],
          [
            [0, larkfieldInk.night, 0.9],
            [0.29, larkfieldInk.night, 0.12],
            [0.3, "#fbe7ae", 0.35],
            [0.7, "#fbe7ae", 0.35],
            [0.71, larkfieldInk.night, 0.12],
            [1, larkfieldInk.night, 0.9],
          ],
        )}</defs><path d="M0 420H358V268H482V${sill}H0ZM1600 420H1242V268H1118V${sill}H1600Z" fill="url(#shade)"/>`,
        soft: 0.4,
      },
      {
        ink: svg`${frond(
          [
            [90, 930],
            [150, 760],
            [240, 660],
            [360, 640],
          ],
          20,
          92,
          larkfieldInk.forest,
        )}${frond(
          [
            [1510, 930],
            [1450, 760],
            [1360, 660],
            [1240, 640],
          ],
          20,
          92,
          larkfieldInk.forest,
        )}${bed(random)}`,
      },
    ];
  },
};

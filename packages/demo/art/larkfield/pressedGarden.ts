import { blur, linear, repeat, mix, polar, radial, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { frond, larkfieldInk, leaf, larkfieldSheet, sprig } from "./motifs.ts";

/** A poppy flattened between pages: four thin petals over one another. */
const poppy = ([x, y]: DrawingPoint, size: number): string =>
  svg`<g transform="translate(${x} ${y}) scale(${size})">${[20, 112, 204, 292].map((turn, n) => svg`<path transform="rotate(${turn})" d="M0 0C-52 -18 -78 -84 -34 -104C-14 -112 14 -112 34 -102C78 -82 50 -16 0 0Z" fill="${n % 2 ? larkfieldInk.clay : "#cf7048"}" opacity=".82"/>`)}${repeat(
    16,
    (n) => {
      const [a, b] = polar([0, 0], 27, n * 22.5);
      return svg`<path d="M0 0L${a} ${b}" stroke="${larkfieldInk.bark}" stroke-width="1.500"/><circle cx="${a}" cy="${b}" r="3.200" fill="${larkfieldInk.bark}"/>`;
    },
  )}<circle r="10" fill="${larkfieldInk.forest}"/></g>`;

/** Cow parsley: an umbrella of umbrellas. */
const parsley = ([x, y]: DrawingPoint, size: number): string =>
  repeat(11, (_, t) => {
    const [a, b] = polar([x, y], size * mix(0.86, 1.06, Math.sin(Math.PI * t)), mix(-160, -20, t));
    return svg`<path d="M${x} ${y}Q${(x + a) / 2} ${b + size * 0.3} ${a} ${b}" stroke="${larkfieldInk.leaf}" stroke-width="2.600" fill="none"/>${repeat(
      9,
      (_n, s) => {
        const [c, d] = polar([a, b], size * 0.17, mix(-190, 10, s));
        return svg`<path d="M${a} ${b}L${c} ${d}" stroke="${larkfieldInk.fern}" stroke-width="1.300"/><circle cx="${c}" cy="${d}" r="${size * 0.026}" fill="#d9b45a"/>`;
      },
    )}`;
  }).join("");

/** A ginkgo leaf. */
const ginkgo = ([x, y]: DrawingPoint, turn: number, size: number): string =>
  svg`<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M0 0C-10 -40 -70 -62 -96 -58C-84 -96 -40 -118 -6 -108L0 -70L8 -109C42 -118 84 -96 96 -58C70 -62 10 -40 0 0Z" fill="${larkfieldInk.butter}"/>${repeat(17, (_, t) => svg`<path d="M0 0Q${mix(-34, 34, t)} ${-46} ${mix(-84, 84, t)} ${-64 - Math.sin(Math.PI * t) * 36}" stroke="#c2963a" stroke-width="1.100" fill="none"/>`)}<path d="M0 0q4 46 -8 84" stroke="#c2963a" stroke-width="4" fill="none"/></g>`;

const tape = ([x, y]: DrawingPoint, turn: number, length: number): string =>
  svg`<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="${-length / 2}" y="-10" width="${length}" height="20" fill="#fffaf0" opacity=".92"/><path d="M${-length / 2} 10h${length}" stroke="#b99a6a" stroke-width="1.500" opacity=".7"/></g>`;

const specimens = (): string => svg`
  ${frond(
    [
      [318, 790],
      [300, 560],
      [350, 330],
      [262, 140],
    ],
    30,
    96,
    larkfieldInk.leaf,
  )}
  <path d="M548 800C540 640 566 470 540 330" stroke="${larkfieldInk.leaf}" stroke-width="6" fill="none"/>${leaf([549, 690], -150, 130, 50, { fill: larkfieldInk.fern, vein: larkfieldInk.cream })}${leaf([549, 620], -32, 140, 52, { fill: larkfieldInk.fern, vein: larkfieldInk.cream })}${poppy([540, 254], 1.08)}
  ${sprig(
    [
      [800, 812],
      [790, 600],
      [826, 330],
      [786, 170],
    ],
    8,
    176,
    0.46,
    { fill: larkfieldInk.forest, vein: larkfieldInk.sage },
    larkfieldInk.forest,
  )}
  <path d="M1066 806C1078 620 1046 480 1062 330" stroke="${larkfieldInk.leaf}" stroke-width="5" fill="none"/>${parsley([1062, 334], 168)}${frond(
    [
      [1068, 700],
      [1110, 660],
      [1140, 620],
      [1152, 560],
    ],
    12,
    40,
    larkfieldInk.fern,
  )}${frond(
    [
      [1066, 640],
      [1024, 600],
      [996, 570],
      [988, 510],
    ],
    12,
    38,
    larkfieldInk.fern,
  )}
  ${ginkgo([1318, 372], 14, 1.25)}${ginkgo([1286, 640], -22, 0.95)}${ginkgo([1392, 706], 30, 0.7)}`;

/** A sheet of the herbarium: five pressed plants, taped to the page. */
export const pressedGarden: Drawing = {
  name: "the-pressed-garden",
  tooth: 0.75,
  draw: ({ between }) => [
    {
      ink: svg`${larkfieldSheet("#d9c29a")}<rect x="96" y="40" width="1408" height="826" fill="#e8d7b2" transform="rotate(-1.200 800 450)"/><rect x="80" y="34" width="1440" height="832" fill="${larkfieldInk.cream}"/>`,
    },
    {
      grain: svg`<defs>${linear(
        "light",
        [0, 0],
        [1600, 900],
        [
          [0, "#fffdf5", 0.9],
          [0.5, "#fffdf5", 0],
          [0.6, larkfieldInk.sand, 0],
          [1, "#c4a06a", 0.75],
        ],
      )}${radial("fox", [1380, 180], 300, [
        [0, larkfieldInk.terra, 0.16],
        [1, larkfieldInk.terra, 0],
      ])}</defs>${larkfieldSheet("url(#light)")}${larkfieldSheet("url(#fox)")}`,
      soft: 0.5,
    },
    {
      ink: svg`<g fill="#c9ab74">${repeat(90, () => svg`<circle cx="${between(90, 1510)}" cy="${between(40, 860)}" r="${between(0.6, 2.2)}" opacity="${between(0.15, 0.6)}"/>`)}</g>`,
    },
    {
      grain: svg`<defs>${blur("soft", 7)}</defs><g filter="url(#soft)" transform="translate(12 14)" opacity=".5">${specimens()}</g>`,
      blend: "multiply",
      soft: 0.6,
    },
    { ink: specimens(), blend: "multiply" },
    { ink: svg`<g opacity=".5">${specimens()}</g>` },
    {
      grain: svg`<defs>${linear(
        "age",
        [200, 100],
        [1400, 900],
        [
          [0, larkfieldInk.butter, 0.42],
          [0.4, larkfieldInk.butter, 0],
          [0.6, larkfieldInk.bark, 0],
          [1, larkfieldInk.bark, 0.42],
        ],
      )}</defs><path d="M80 34H1520V866H80Z" fill="url(#age)"/>`,
      blend: "multiply",
      soft: 0.5,
    },
    {
      ink: svg`${tape([312, 640], -4, 92)}${tape([330, 360], 6, 70)}${tape([547, 740], 3, 84)}${tape([799, 752], -2, 96)}${tape([1068, 744], 4, 84)}${tape([1316, 452], 12, 60)}${tape([1289, 690], -12, 50)}`,
    },
  ],
};

import { clip, linear, repeat, mix, radial, svg } from "../kit/shape.ts";
import type { Drawing, Layer } from "../kit/press.ts";
import type { SeededRandom } from "../kit/random.ts";
import { blade, larkfieldInk, larkfieldSheet, veins } from "./motifs.ts";

const [length, width] = [760, 520];
const placed = "translate(560 812) rotate(-63)";

const half = svg`M0 0C${length * 0.22} ${width * 0.72} ${length * 0.66} ${width * 0.62} ${length} 0Z`;
const pencil = (): readonly Layer[] => {
  const construction = svg`<path d="M-70 0H${length + 80}M${length * 0.45} ${-width * 0.52}V${width * 0.52}M${length * 0.2} ${-width * 0.42}V${width * 0.3}M${length * 0.7} ${-width * 0.42}V${width * 0.3}" stroke="#8d7a5c" stroke-width="1.200" stroke-dasharray="9 7" fill="none"/><ellipse cx="${length * 0.44}" cy="0" rx="${length * 0.5}" ry="${width * 0.47}" fill="none" stroke="#b7a37f" stroke-width="1.200"/>`;
  return [
    {
      ink: svg`${larkfieldSheet("#d2b98c")}<path d="M210 -20L1430 -60L1480 930L250 950Z" fill="${larkfieldInk.cream}"/><path d="M210 -20L250 950L236 950L192 -20Z" fill="#b5966a"/>`,
    },
    {
      grain: svg`<defs>${linear(
        "light",
        [200, 0],
        [1500, 900],
        [
          [0, "#fffef8", 1],
          [0.5, "#fffef8", 0],
          [0.62, larkfieldInk.sand, 0],
          [1, "#b98f58", 0.7],
        ],
      )}</defs>${larkfieldSheet("url(#light)")}`,
      soft: 0.5,
    },
    { ink: svg`<g transform="${placed}">${construction}</g>` },
    {
      grain: svg`<defs>${clip("painted", half)}</defs><g transform="translate(18 20)"><g transform="${placed}"><path d="${half}" fill="#6b4d2a" opacity=".35"/></g></g>`,
      blend: "multiply",
    },
    {
      ink: svg`<defs>${clip("painted", half)}${linear(
        "wash",
        [0, 0],
        [length, 0],
        [
          [0, larkfieldInk.forest],
          [0.4, larkfieldInk.leaf],
          [0.8, larkfieldInk.fern],
          [1, "#a4b765"],
        ],
      )}</defs><g transform="${placed}"><path d="${half}" fill="url(#wash)"/><g clip-path="url(#painted)">${repeat(9, (_, t) => svg`<path transform="translate(${length * mix(0.02, 0.86, t)} 0) rotate(58)" d="${blade(330, 120)}" fill="${t % 0.25 < 0.12 ? larkfieldInk.leaf : "#4c8049"}" opacity=".55"/>`)}</g></g>`,
    },
    {
      grain: svg`<defs>${clip("painted", half)}${linear(
        "rim",
        [0, 0],
        [0, width * 0.5],
        [
          [0, larkfieldInk.night, 0.7],
          [0.25, larkfieldInk.night, 0.1],
          [0.7, "#d6dd9a", 0.5],
          [1, "#d6dd9a", 0.05],
        ],
      )}</defs><g transform="${placed}"><g clip-path="url(#painted)"><rect width="${length}" height="${width / 2}" fill="url(#rim)"/></g></g>`,
      soft: 0.4,
    },
  ];
};

const paint = ({ bell }: SeededRandom, hatch: readonly string[]): readonly Layer[] => {
  const swatches = [
    larkfieldInk.forest,
    larkfieldInk.leaf,
    larkfieldInk.fern,
    larkfieldInk.sage,
    larkfieldInk.butter,
    larkfieldInk.clay,
  ];
  return [
    {
      ink: svg`<defs>${clip("painted", half)}${clip("blank", svg`M-90 0H${length + 90}V${-width}H-90Z`)}</defs><g transform="${placed}"><g clip-path="url(#painted)"><path d="${veins(length, width * 1.06, 13)}" fill="none" stroke="#e3e3b4" stroke-width="4" stroke-linecap="round"/></g>
        <g clip-path="url(#blank)" fill="none" stroke="${larkfieldInk.bark}" stroke-linecap="round"><path d="${blade(length, width)}" stroke-width="4"/><path transform="translate(3 -3)" d="${blade(length, width)}" stroke-width="1.400" opacity=".6"/><path d="${veins(length, width * 1.06, 13)}" stroke-width="2.600"/><path d="${hatch}" stroke-width="1.300" opacity=".62"/></g><path d="M-92 14Q-40 6 0 0H${length * 0.97}" fill="none" stroke="${larkfieldInk.bark}" stroke-width="6" stroke-linecap="round"/></g>`,
    },
    {
      ink: swatches
        .map(
          (colour, n) =>
            svg`<path d="M${336 + bell() * 3} ${118 + n * 74}q36 ${-9 + bell() * 4} 74 0q6 24 0 46q-38 ${8 + bell() * 5} -74 0q-7 -24 0 -46z" fill="${colour}" opacity=".92"/>`,
        )
        .join(""),
    },
    {
      grain: svg`<defs>${linear(
        "dry",
        [330, 0],
        [412, 0],
        [
          [0, larkfieldInk.cream, 0.75],
          [0.5, larkfieldInk.cream, 0.1],
          [1, larkfieldInk.night, 0.25],
        ],
      )}</defs>${swatches.map((_, n) => svg`<rect x="332" y="${112 + n * 74}" width="82" height="58" fill="url(#dry)"/>`)}`,
      soft: 0.5,
    },
    {
      grain: svg`<defs>${linear(
        "under",
        [0, 0],
        [0, 60],
        [
          [0, "#4b3826", 0.7],
          [1, "#4b3826", 0],
        ],
      )}</defs><g transform="translate(1092 520) rotate(52)"><rect x="-60" y="14" width="560" height="46" fill="url(#under)"/></g>`,
      blend: "multiply",
    },
    {
      ink: svg`<g transform="translate(1070 500) rotate(52)"><path d="M0 0L74 -22H520V22H74Z" fill="${larkfieldInk.clay}"/><path d="M74 -22H520V-8H66Q62 -16 74 -22Z" fill="${larkfieldInk.terra}"/><path d="M74 22H520V10H66Q62 16 74 22Z" fill="#8f4327"/><path d="M0 0L74 -22Q58 -14 68 -8Q56 0 68 9Q58 14 74 22Z" fill="#ecd3a6"/><path d="M0 0L25 -7.500V7.500Z" fill="${larkfieldInk.bark}"/><path d="M520 -22h30q22 22 0 44h-30z" fill="${larkfieldInk.butter}"/></g>`,
    },
    {
      grain: svg`<defs>${linear(
        "round",
        [0, -22],
        [0, 22],
        [
          [0, "#fff4dc", 0.5],
          [0.35, "#fff4dc", 0],
          [0.6, larkfieldInk.bark, 0],
          [1, larkfieldInk.bark, 0.7],
        ],
      )}${radial("edge", [780, 430], 1000, [
        [0.6, larkfieldInk.bark, 0],
        [1, larkfieldInk.bark, 0.5],
      ])}</defs><g transform="translate(1070 500) rotate(52)"><path d="M0 0L74 -22H550V22H74Z" fill="url(#round)"/></g>${larkfieldSheet("url(#edge)")}`,
    },
  ];
};

/** One leaf: the left half still pencil, the right half already paint. */
export const botanicalDrawing: Drawing = {
  name: "botanical-drawing",
  tooth: 0.75,
  draw: (random) => {
    const { between } = random;
    const hatch = repeat(70, (_, t) => {
      const x = length * mix(0.07, 0.93, t);
      const reach = width * 0.46 * Math.sin(Math.PI * mix(0.1, 0.95, t)) ** 0.8;
      const from = between(0.42, 0.62);
      return svg`M${x + 30 * from} ${-reach * from}L${x + 34} ${-reach * between(0.8, 0.93)}`;
    });
    return [...pencil(), ...paint(random, hatch)];
  },
};

import { linear, repeat, radial, svg } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { opalInk, opalSheet, violin } from "./motifs.ts";

const four = [
  { x: 420, y: 600, turn: -27, size: 1.18, from: "#58dccb", to: "#3d6fd8" },
  { x: 672, y: 560, turn: -9, size: 1.3, from: "#7fb8ff", to: "#7a5cf0" },
  { x: 932, y: 560, turn: 9, size: 1.38, from: "#b596ff", to: "#e0559f" },
  { x: 1194, y: 606, turn: 27, size: 1.3, from: "#ff9fcb", to: "#ff6f59" },
] as const;

/** Two violins, a viola and a cello as four overlapping glows. */
export const quartets: Drawing = {
  name: "string-quartets-at-six",
  draw: () => [
    { ink: opalSheet(opalInk.black) },
    {
      grain: svg`<defs>${radial("dusk", [800, 520], 880, [
        [0, "#4a3f7a", 0.75],
        [0.5, "#211d35", 0.7],
        [1, opalInk.black, 0],
      ])}</defs>${opalSheet("url(#dusk)")}`,
      soft: 0.5,
    },
    {
      ink: svg`<path d="M460 900A340 340 0 0 1 1140 900Z" fill="${opalInk.coral}"/>${repeat(7, (n) => svg`<path d="M${450 - n * 60} 900A${350 + n * 60} ${350 + n * 60} 0 0 1 ${1150 + n * 60} 900" stroke="${opalInk.coral}" stroke-width="2" fill="none" opacity="${0.55 - n * 0.075}"/>`)}`,
    },
    {
      grain: svg`<defs>${linear(
        "sun",
        [0, 560],
        [0, 900],
        [
          [0, "#ffd9a8", 0.85],
          [0.5, "#ff8d6c", 0.3],
          [1, opalInk.ember, 0.9],
        ],
      )}</defs><path d="M460 900A340 340 0 0 1 1140 900Z" fill="url(#sun)"/>`,
      soft: 0.5,
    },
    ...four.flatMap(({ x, y, turn, size, from, to }) => {
      const place = svg`translate(${x} ${y}) rotate(${turn}) scale(${size})`;
      return [
        {
          grain: svg`<g transform="translate(14 18)"><g transform="${place}" fill="${opalInk.black}" opacity=".62"><path d="${violin.body}${violin.neck}${violin.scroll}"/></g></g>`,
          soft: 0.6,
        },
        {
          ink: svg`<defs>${linear(
            "wood",
            [-80, -150],
            [80, 150],
            [
              [0, from, 0.96],
              [1, to, 0.9],
            ],
          )}</defs><g transform="${place}"><path d="${violin.body}" fill="url(#wood)"/>${repeat(6, (n) => svg`<path transform="scale(${0.93 - n * 0.1})" d="${violin.body}" fill="none" stroke="#fffdf4" stroke-width="${1.3}" opacity="${0.4 - n * 0.05}"/>`)}</g>`,
        },
        {
          grain: svg`<defs>${linear(
            "lit",
            [-90, -120],
            [90, 130],
            [
              [0, "#fffdf2", 0.85],
              [0.35, "#fffdf2", 0],
              [0.5, "#160d2a", 0],
              [1, "#160d2a", 0.92],
            ],
          )}</defs><g transform="${place}"><path d="${violin.body}" fill="url(#lit)"/></g>`,
          soft: 0.5,
        },
        {
          ink: svg`<g transform="${place}"><path d="${violin.holes}${violin.neck}${violin.scroll}${violin.tail}" fill="#120f1c"/><path d="${violin.neck}" fill="none" stroke="${from}" stroke-width="1.200"/><path d="${violin.scroll}" fill="none" stroke="${from}" stroke-width="1.200"/><path d="${violin.strings}" stroke="#fffdf4" stroke-width="1.100"/></g>`,
        },
      ];
    }),
    {
      grain: svg`<defs>${radial("edge", [800, 450], 1000, [
        [0.55, opalInk.black, 0],
        [1, opalInk.black, 0.95],
      ])}</defs>${opalSheet("url(#edge)")}`,
      soft: 0.5,
    },
  ],
};

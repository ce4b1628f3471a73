import { linear, repeat, mix, radial, svg } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { fire, opalInk, opalLine, opalSheet } from "./motifs.ts";

const brass = svg`<path d="M150 566H560" stroke-width="17"/><path d="M250 566V640Q250 680 290 680H520Q566 680 566 640V606" stroke-width="15"/><path d="M214 566Q214 640 290 640H420" stroke-width="0"/>`;
const bell = "M556 556C640 552 716 528 770 452C790 500 790 632 770 680C716 604 640 580 556 576Z";
const bubbles = [
  { x: 888, y: 470, r: 70 },
  { x: 1018, y: 590, r: 48 },
  { x: 1066, y: 396, r: 104 },
  { x: 920, y: 298, r: 46 },
  { x: 1250, y: 560, r: 78 },
  { x: 1290, y: 300, r: 92 },
  { x: 1140, y: 200, r: 58 },
  { x: 990, y: 170, r: 34 },
  { x: 1420, y: 440, r: 44 },
  { x: 1440, y: 190, r: 60 },
  { x: 1150, y: 690, r: 30 },
  { x: 1510, y: 330, r: 26 },
  { x: 1280, y: 120, r: 24 },
  { x: 880, y: 610, r: 22 },
  { x: 830, y: 390, r: 18 },
  { x: 1380, y: 660, r: 34 },
] as const;

/** A trumpet that blows opal bubbles. */
export const familyConcert: Drawing = {
  name: "family-concert",
  frame: [50, 56, 1500, 843.75],
  draw: ({ between }) => [
    { ink: opalSheet("#100e18") },
    {
      grain: svg`<defs>${radial("glow", [1060, 400], 760, [
        [0, "#5a4c96", 0.95],
        [0.5, "#2a2448", 0.7],
        [1, opalInk.black, 0.2],
      ])}</defs>${opalSheet("url(#glow)")}`,
      soft: 0.5,
    },
    {
      ink: svg`<g fill="none" stroke="#a79af0">${repeat(9, (n) => svg`<path d="M${820 + n * 84} ${566 - 90 - n * 40}A${150 + n * 60} ${150 + n * 60} 0 0 1 ${820 + n * 84} ${566 + 90 + n * 40}" stroke-width="2" opacity="${0.4 - n * 0.035}"/>`)}</g>`,
    },
    {
      grain: svg`<g transform="translate(-60 -50) rotate(-7 500 566) translate(18 30)" fill="none" stroke="#000" opacity=".7" stroke-linecap="round">${brass}<path d="${bell}" fill="#000"/></g>`,
      soft: 0.6,
    },
    {
      ink: svg`<defs>${linear(
        "tube",
        [0, 540],
        [0, 700],
        [
          [0, "#ffc0a6"],
          [0.3, opalInk.coral],
          [1, opalInk.ember],
        ],
      )}${linear(
        "flare",
        [600, 450],
        [760, 690],
        [
          [0, "#ffe3cf"],
          [0.35, "#ff9277"],
          [0.6, opalInk.coral],
          [1, "#8e2a2b"],
        ],
      )}</defs><g transform="translate(-60 -50) rotate(-7 500 566)"><g fill="none" stroke="url(#tube)" stroke-linecap="round">${brass}<path d="M150 566H566" stroke="#ff8a70" stroke-width="15"/></g>
      <path d="M118 552h26l18 8v12l-18 8h-26q-12 -14 0 -28z" fill="#ffd9c6"/>${repeat(3, (n) => svg`<g transform="translate(${320 + n * 62} 0)"><path d="M6 486h18v36h-18z" fill="#ffd9c6"/><ellipse cx="15" cy="482" rx="17" ry="7" fill="${opalInk.milk}"/><rect x="-6" y="516" width="42" height="176" rx="8" fill="${opalInk.coral}"/><rect x="-6" y="516" width="13" height="176" rx="6" fill="#ffb79d"/><rect x="-9" y="514" width="48" height="14" rx="4" fill="#ffd9c6"/><rect x="-9" y="678" width="48" height="18" rx="6" fill="#8e2a2b"/></g>`)}<path d="${bell}" fill="url(#flare)"/><ellipse cx="770" cy="566" rx="26" ry="115" fill="#3a0f18"/><ellipse cx="770" cy="566" rx="26" ry="115" fill="none" stroke="#ffd9c6" stroke-width="5"/></g>`,
    },
    {
      grain: svg`<defs>${linear(
        "low",
        [0, 480],
        [0, 700],
        [
          [0, "#fff4e6", 0.45],
          [0.35, "#fff4e6", 0],
          [0.5, "#2c0a14", 0],
          [1, "#2c0a14", 0.85],
        ],
      )}</defs><g transform="translate(-60 -50) rotate(-7 500 566)"><path d="${bell}" fill="url(#low)"/>${repeat(3, (n) => svg`<rect x="${314 + n * 62}" y="516" width="42" height="176" rx="8" fill="url(#low)"/>`)}</g>`,
      soft: 0.5,
    },
    ...bubbles.map(({ x, y, r }, n) => ({
      ink: svg`<defs>${radial("film", [x - r * 0.2, y - r * 0.2], r * 1.25, [
        [0, fire((n * 0.37) % 1), 0.12],
        [0.55, fire((n * 0.37 + 0.15) % 1), 0.38],
        [0.78, fire((n * 0.37 + 0.4) % 1), 0.85],
        [0.95, fire((n * 0.37 + 0.7) % 1), 1],
        [1, "#fff", 1],
      ])}${opalLine("rim", [x - r, y - r], [x + r, y + r])}</defs><circle cx="${x}" cy="${y}" r="${r}" fill="url(#film)"/><circle cx="${x}" cy="${y}" r="${r - 1.5}" fill="none" stroke="url(#rim)" stroke-width="3"/>`,
    })),
    {
      grain: svg`<defs>${bubbles.map(({ x, y, r }, n) =>
        radial(`b${n}`, [x - r * 0.35, y - r * 0.4], r * 1.5, [
          [0, "#fffdf6", 0.85],
          [0.28, "#fffdf6", 0.1],
          [0.62, opalInk.black, 0],
          [1, "#120b2a", 0.85],
        ]),
      )}</defs>${bubbles.map(({ x, y, r }, n) => svg`<circle cx="${x}" cy="${y}" r="${r - 2}" fill="url(#b${n})"/>`)}`,
      soft: 0.5,
    },
    {
      ink: svg`${bubbles.map(({ x, y, r }) => svg`<path d="M${x - r * 0.72} ${y - r * 0.12}A${r * 0.74} ${r * 0.74} 0 0 1 ${x - r * 0.18} ${y - r * 0.7}" fill="none" stroke="#fffdf6" stroke-width="${mix(3, 8, r / 104)}" stroke-linecap="round"/><circle cx="${x + r * 0.42}" cy="${y + r * 0.46}" r="${r * 0.07}" fill="#fffdf6"/>`)}<g fill="${opalInk.milk}">${repeat(44, () => svg`<circle cx="${between(780, 1580)}" cy="${between(40, 860)}" r="${between(0.9, 3)}" opacity="${between(0.2, 0.9)}"/>`)}</g>`,
    },
  ],
};

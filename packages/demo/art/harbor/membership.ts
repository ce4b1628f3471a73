import { linear, repeat, radial, svg } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { arch, bars, harborInk, harborSheet, visitor } from "./motifs.ts";

const shore = 560;
const bays = [-5, -4, -3, -2, 2, 3, 4, 5].map((n) => 800 + n * 118);
const panes = bays.map((x) => arch(x, 70, 320, 528)).join("");
const doorway = arch(800, 104, 322, 552);

const house =
  (): string => svg`<path d="M150 ${shore}V288h-14v-26h418v26h492v-26h418v26h-14V${shore}z" fill="#0d3d46"/><path d="M136 262h1328v9H136z" fill="${harborInk.brass}" opacity=".75"/>
  <path d="M556 ${shore}V272L800 172L1044 272V${shore}z" fill="#114a52"/><path d="M540 276L800 166L1060 276v14H540z" fill="#0a333b"/><path d="M596 276L800 190L1004 276z" fill="#185b63"/><circle cx="800" cy="246" r="22" fill="${harborInk.glow}"/>
  ${[590, 662, 938, 1010].map((x) => svg`<path d="M${x - 15} 296h30v8h-4V544h4v16h-30v-16h4V304h-4z" fill="#1e6a70"/>`)}
  <path d="${panes}${doorway}" fill="url(#lamp)"/><path d="${bays.map((x) => bars(x, 70, 320, 528, 4))}" stroke="#0d3d46" stroke-width="3.500" fill="none"/>
  <path d="${bays.map((x) => arch(x, 86, 312, 532))}" stroke="${harborInk.brass}" stroke-width="1.500" fill="none"/>
  <path d="${bars(800, 104, 322, 372, 1)}" stroke="#114a52" stroke-width="3" fill="none"/>`;

/** The museum after hours, every window lit for its members and again in the water. */
export const harborMembership: Drawing = {
  name: "membership",
  draw: ({ between, bell }) => {
    const defs = svg`${linear(
      "lamp",
      [0, 300],
      [0, shore],
      [
        [0, "#fff4cf"],
        [0.6, "#f6cf7f"],
        [1, "#e9a94f"],
      ],
    )}${linear(
      "sky",
      [0, 0],
      [0, shore],
      [
        [0, "#0a2a36"],
        [0.5, "#1f6670"],
        [0.82, "#7fb0a4"],
        [1, "#ecd09a"],
      ],
    )}`;
    return [
      {
        ink: svg`<defs>${defs}</defs>${harborSheet("url(#sky)")}${repeat(90, () => svg`<circle cx="${between(0, 1600)}" cy="${between(0, 1) ** 1.7 * 280}" r="${between(0.7, 2.2)}" fill="#fff6dc" opacity="${between(0.3, 0.95)}"/>`)}<path d="M1170 96a46 46 0 1 0 46 62a38 38 0 0 1 -46 -62z" fill="#fdf1cd"/><path d="M0 ${shore}V494l90 -12l60 14l70 -26l120 30l300 6l520 2l190 -30l110 20l140 -10V${shore}z" fill="#1a5f68"/>`,
      },
      {
        grain: svg`<defs>${radial("dark", [800, 560], 1000, [
          [0.5, harborInk.night, 0],
          [1, harborInk.night, 0.85],
        ])}${radial("warm", [800, 500], 520, [
          [0, "#ffdf9a", 0.5],
          [1, "#ffdf9a", 0],
        ])}</defs><rect width="1600" height="${shore}" fill="url(#dark)"/><rect width="1600" height="${shore}" fill="url(#warm)"/>`,
      },
      { ink: svg`<defs>${defs}</defs>${house()}<path d="M0 ${shore}h1600v16H0z" fill="${harborInk.night}"/>` },
      {
        grain: svg`<defs>${linear(
          "shade",
          [0, 260],
          [0, shore],
          [
            [0, harborInk.night, 0.72],
            [0.55, harborInk.night, 0.1],
            [1, "#f2c873", 0.32],
          ],
        )}${radial("spill", [800, 540], 190, [
          [0, "#ffe3a4", 0.9],
          [1, "#ffe3a4", 0],
        ])}</defs><path d="M150 271h406v289H150zM1044 271h406v289h-406zM556 ${shore}V276h488V${shore}z${panes}${doorway}" fill-rule="evenodd" fill="url(#shade)"/><circle cx="800" cy="500" r="190" fill="url(#spill)"/>`,
        soft: 0.3,
      },
      {
        ink: svg`<defs>${defs}</defs>${[
          [788, 66],
          [816, 60],
          [700, 64],
          [722, 62],
          [900, 66],
          [1108, 62],
          [470, 64],
          [488, 44],
        ].map(([x = 0, h = 0]) => visitor([x, 562], h, harborInk.night))}
        <rect y="576" width="1600" height="324" fill="#0c3942"/><g transform="matrix(1 0 0 -1.060 0 1172)" opacity=".82">${house()}</g>`,
      },
      {
        grain: svg`<defs>${linear(
          "depth",
          [0, 576],
          [0, 900],
          [
            [0, harborInk.night, 0.3],
            [1, harborInk.night, 0.95],
          ],
        )}</defs><rect y="576" width="1600" height="324" fill="url(#depth)"/>`,
        soft: 0.3,
      },
      {
        ink: svg`<g fill="#0b353e">${repeat(150, () => {
          const share = between(0, 1);
          const [x, y, w] = [between(-100, 1600), 584 + share * 310, between(60, 240)];
          return svg`<path d="M${x} ${y}q${w / 2} ${-2 - share * 5} ${w} 0q${-w / 2} ${2 + share * 6} ${-w} 0z"/>`;
        })}</g><g fill="#ffd98b">${[...bays, 786, 814].map((bay) =>
          repeat(13, (_, share) => {
            const [y, w] = [588 + share * 290, between(16, 52) * (1 - share * 0.4)];
            const x = bay + bell() * (10 + share * 26);
            return svg`<path d="M${x - w / 2} ${y}q${w / 2} -3.500 ${w} 0q${-w / 2} 3.500 ${-w} 0z" opacity="${0.95 - share * 0.65}"/>`;
          }),
        )}</g>`,
      },
    ];
  },
};

import { mix, pool, radial, repeat, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { fire, listener, opalInk, opalLine, opalSheet } from "./motifs.ts";

/** The five lines of the stave as they leave the page: `t` from its edge to the edge of the picture. */
const onStave = (side: number, line: number, t: number): DrawingPoint => [
  800 + side * mix(250, 860, t),
  mix(330, 150, t) + line * mix(24, 40, t) + Math.sin(t * 5.2 + (side > 0 ? 0.4 : 0)) * mix(4, 66, t),
];

const stave = (side: number): string =>
  repeat(5, (line) => {
    const points = repeat(40, (_, t) => onStave(side, line, t));
    return svg`M${points.map(([x, y]) => svg`${x} ${y}`).join("L")}`;
  }).join("");

/** A note with its stem; `beam` joins it to the next. */
const note = ([x, y]: DrawingPoint, size: number, colour: string): string =>
  svg`<g transform="translate(${x} ${y}) scale(${size})"><ellipse rx="13" ry="9.500" transform="rotate(-22)" fill="${colour}"/><path d="M11.500 -3V-62Q14 -44 30 -36Q36 -24 27 -10Q31 -28 15 -36V-3Z" fill="${colour}"/></g>`;

/** The positions of notes on the staves: how far out, and on which line. */
const melody = [
  [0.1, 3],
  [0.25, 1],
  [0.4, 2.5],
  [0.56, 0.5],
  [0.72, 2],
  [0.88, 3.5],
] as const;

const page = (side: number): string =>
  svg`<path d="M800 250C${800 + side * 70} 214 ${800 + side * 190} 214 ${800 + side * 268} 236L${800 + side * 292} 500C${800 + side * 200} 482 ${800 + side * 76} 486 800 520Z" fill="url(#page${side > 0 ? 1 : 0})"/>`;

/** Staves on a page, with notes too small to read. */
const printed = (side: number): string =>
  svg`<g stroke="${opalInk.smoke}" fill="none" stroke-width="2">${repeat(4, (row) =>
    repeat(5, (line) => {
      const y = 282 + row * 54 + line * 7;
      return svg`<path d="M${800 + side * 26} ${y + 8}Q${800 + side * 140} ${y - 26} ${800 + side * (250 + row * 5)} ${y - 10}"/>`;
    }),
  )}</g><g fill="${opalInk.black}">${repeat(4, (row) =>
    repeat(8, (n) => {
      const t = (n + 0.7) / 8;
      const x = 800 + side * mix(34, 244 + row * 5, t);
      const y = 292 + row * 54 - Math.sin(t * 2.4) * 18 + ((n * 7 + row * 5) % 5) * 5;
      return svg`<ellipse cx="${x}" cy="${y}" rx="5.500" ry="4"/><path d="M${x + 4} ${y}v-22h2v22z"/>`;
    }),
  )}</g>`;

/** A pupil in the circle, some with a question. */
const pupil = (x: number, y: number, size: number, asks: boolean): string =>
  svg`${listener([x, y], size, "#050409")}${asks ? svg`<path d="M${x + 16 * size} ${y - 8 * size}L${x + 26 * size} ${y - 76 * size}" stroke="#050409" stroke-width="${9 * size}" stroke-linecap="round"/>` : ""}`;

/** The conductor's score, open so that everybody sees the music leave it; a school class watches. */
export const openRehearsal: Drawing = {
  name: "open-rehearsal",
  draw: () => [
    { ink: opalSheet(opalInk.black) },
    {
      grain: svg`<defs>${radial("hall", [800, 330], 800, [
        [0, "#6a5a9c", 0.85],
        [0.5, "#2b2646", 0.75],
        [1, opalInk.black, 0],
      ])}</defs>${opalSheet("url(#hall)")}`,
      soft: 0.5,
    },
    {
      ink: svg`<defs>${opalLine("lines", [0, 0], [1600, 0])}</defs><path d="${stave(-1)}${stave(1)}" fill="none" stroke="url(#lines)" stroke-width="3.500"/>${[-1, 1].map((side) => melody.map(([t, line]) => note(onStave(side, line, t), mix(1, 1.9, t), fire(0.5 + side * t * 0.48))))}`,
    },
    {
      ink: svg`<path d="M788 540H812V780H788Z" fill="#3a3454"/><path d="M700 784L788 740H812L900 784V796H700Z" fill="#3a3454"/><path d="M488 512L470 548H1130L1112 512Q950 470 800 506Q650 470 488 512Z" fill="${opalInk.slate}"/><rect x="466" y="546" width="668" height="14" rx="4" fill="${opalInk.coral}"/>
      <defs>${opalLine("page0", [500, 600], [820, 200], 0.35)}${opalLine("page1", [780, 200], [1100, 600], 0.35)}</defs><path d="M800 250C730 214 610 214 532 236L508 500C600 482 724 486 800 520C876 486 1000 482 1092 500L1068 236C990 214 870 214 800 250Z" fill="${opalInk.milk}"/>${page(-1)}${page(1)}<path d="M800 250V520" stroke="${opalInk.smoke}" stroke-width="3"/>${printed(-1)}${printed(1)}`,
    },
    {
      grain: svg`<defs>${radial("lamp", [800, 270], 420, [
        [0, "#fff1d8", 0.55],
        [0.4, "#ffb59c", 0.2],
        [1, "#ffb59c", 0],
      ])}${pool("pool", [
        [0, "#ffb59c", 0.8],
        [1, "#ffb59c", 0],
      ])}</defs>${opalSheet("url(#lamp)")}<ellipse cx="800" cy="766" rx="680" ry="110" fill="url(#pool)"/>`,
      blend: "screen",
      soft: 0.5,
    },
    {
      ink: svg`<path d="M930 470L1148 300" stroke="${opalInk.milk}" stroke-width="5" stroke-linecap="round"/><ellipse cx="924" cy="475" rx="17" ry="9" transform="rotate(-38 924 475)" fill="${opalInk.coral}"/>`,
    },
    {
      ink: svg`${repeat(11, (n, t) => pupil(mix(240, 1360, t), 800 + Math.sin(t * Math.PI) * 14, 1.3 + (n % 3) * 0.08, n === 2 || n === 8))}${repeat(12, (n, t) => pupil(mix(140, 1460, t), 894 + Math.sin(t * Math.PI) * 12, 1.8 + (n % 2) * 0.12, n === 5))}`,
    },
    {
      grain: svg`<defs>${radial("edge", [800, 420], 980, [
        [0.55, opalInk.black, 0],
        [1, opalInk.black, 0.9],
      ])}</defs>${opalSheet("url(#edge)")}`,
      soft: 0.5,
    },
  ],
};

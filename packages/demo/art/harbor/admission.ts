import { clip, linear, repeat, mix, polygon, radial, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing, Layer } from "../kit/press.ts";
import type { SeededRandom } from "../kit/random.ts";
import { arch, bars, glitter, harborInk, harborSheet, sloop, visitor } from "./motifs.ts";

const windows = repeat(5, (n) => 800 + (n - 2) * 272);
const [width, top, sill] = [206, 74, 616];
const panes = windows.map((x) => arch(x, width, top, sill)).join("");

/** Where a window's light falls on the floor: away from the low sun, towards us. */
const patch = (x: number): readonly DrawingPoint[] => {
  const away = (at: number, reach: number): number => 800 + (at - 800) * reach;
  return [
    [away(x - width / 2, 1.12), 668],
    [away(x + width / 2, 1.12), 668],
    [away(x + width / 2, 1.95), 900],
    [away(x - width / 2, 1.95), 900],
  ];
};

const hall = ({ bell, between }: SeededRandom): readonly Layer[] => [
  {
    ink: svg`<defs>${clip("panes", panes)}${linear(
      "sky",
      [0, 74],
      [0, 440],
      [
        [0, "#6fb0ad"],
        [0.45, "#bcd7c8"],
        [0.8, harborInk.glow],
        [1, "#f6cf8b"],
      ],
    )}${linear(
      "water",
      [0, 440],
      [0, 616],
      [
        [0, "#7fb3a6"],
        [0.25, harborInk.sea],
        [1, harborInk.teal],
      ],
    )}</defs>
      ${harborSheet(harborInk.deep)}
      <g clip-path="url(#panes)"><rect width="1600" height="445" fill="url(#sky)"/>
      <circle cx="800" cy="352" r="66" fill="#fffaf0"/>
      ${repeat(14, (n) => svg`<path d="M${between(60, 1500)} ${130 + n * 17}q${60 + n * 6} -${6 + bell()} ${150 + n * 9} 0q-${60 + n * 6} 7 -${150 + n * 9} 0z" fill="#fff7e4" opacity="${0.2 + n * 0.02}"/>`)}
      <path d="M0 440V410l60 -14h50v-22h26v18h50v-40h14v-18h10v18h16v34h60v-20h34v26l120 12q90 4 150 16l140 6q260 2 380 -2l90 -14l44 -10v-58l5 -3v-12h14v12l5 3v54l60 8q120 -4 240 -20V445z" fill="${harborInk.sea}" opacity=".85"/>
      <rect y="440" width="1600" height="180" fill="url(#water)"/>
      <path d="${glitter(800, [446, 612], [60, 250], 22, bell)}" fill="#fff3d2"/>
      ${repeat(60, () => svg`<path d="M${between(0, 1600)} ${between(450, 612)}q22 -3 44 0q-22 3 -44 0z" fill="${harborInk.foam}" opacity=".38"/>`)}
      ${sloop([518, 478], 1.35, harborInk.night, harborInk.paper)}${sloop([1356, 462], 0.8, harborInk.night, harborInk.mist)}</g>`,
  },
  {
    grain: svg`<defs>${clip("panes", panes)}${radial("halo", [800, 352], 330, [
      [0, "#fff6dc", 0.85],
      [1, "#fff6dc", 0],
    ])}${linear(
      "dusk",
      [0, 60],
      [0, 300],
      [
        [0, harborInk.teal, 0.6],
        [1, harborInk.teal, 0],
      ],
    )}</defs>
      <g clip-path="url(#panes)"><rect width="1600" height="620" fill="url(#dusk)"/><circle cx="800" cy="352" r="330" fill="url(#halo)"/></g>`,
  },
  {
    ink: svg`<path d="${windows.map((x) => bars(x, width, top, sill, 4))}" stroke="${harborInk.deep}" stroke-width="7" fill="none"/>
      <path d="${panes}" fill="none" stroke="${harborInk.night}" stroke-width="16"/><path d="${windows.map((x) => arch(x, width + 34, top - 17, sill + 5))}" fill="none" stroke="${harborInk.brass}" stroke-width="2.500"/>
      ${windows.map((x) => svg`<rect x="${x - 128}" y="${sill}" width="256" height="14" fill="${harborInk.brass}"/><rect x="${x - 128}" y="${sill + 14}" width="256" height="7" fill="${harborInk.umber}"/>`)}
      <rect y="660" width="1600" height="240" fill="#0d3f47"/><rect y="652" width="1600" height="9" fill="${harborInk.night}"/>
      ${repeat(17, (n) => svg`<path d="M${800 + (n - 8) * 118} 661L${800 + (n - 8) * 270} 900" stroke="${harborInk.night}" stroke-width="1.500" opacity=".55"/>`)}`,
  },
];

const visitors = (): readonly Layer[] => [
  {
    grain: svg`<defs>${linear(
      "fall",
      [0, 664],
      [0, 900],
      [
        [0, "#f7dfa6", 0.98],
        [0.6, "#efc981", 0.72],
        [1, harborInk.brass, 0.3],
      ],
    )}${windows.map((x, n) =>
      linear(
        `reveal${n}`,
        [x - 160, 0],
        [x + 160, 0],
        [
          [0, harborInk.night, 0.75],
          [0.3, harborInk.night, 0.15],
          [0.7, harborInk.night, 0.15],
          [1, harborInk.night, 0.75],
        ],
      ),
    )}${linear(
      "upper",
      [0, 0],
      [0, 300],
      [
        [0, harborInk.night, 0.85],
        [1, harborInk.night, 0],
      ],
    )}</defs>
      <path d="M0 0H1600V652H0Z${panes}" fill-rule="evenodd" fill="url(#upper)"/>
      ${windows.slice(1).map((x, n) => svg`<rect x="${x - 152}" y="60" width="32" height="592" fill="url(#reveal${n})"/>`)}
      ${windows.map((x) => svg`<path d="${polygon(patch(x))}" fill="url(#fall)"/>`)}`,
    soft: 0.5,
  },
  {
    ink: windows
      .map((x) => {
        const [a, b, c, d] = patch(x) as [DrawingPoint, DrawingPoint, DrawingPoint, DrawingPoint];
        const cross = repeat(3, (n) => {
          const share = 0.16 + n * 0.27;
          return svg`M${mix(a[0], d[0], share)} ${mix(a[1], d[1], share)}L${mix(b[0], c[0], share)} ${mix(b[1], c[1], share)}`;
        });
        return svg`<path d="M${(a[0] + b[0]) / 2} 668L${(c[0] + d[0]) / 2} 900${cross}" stroke="#0d3f47" stroke-width="9" fill="none" opacity=".85"/>`;
      })
      .join(""),
  },
  {
    grain: svg`<defs>${linear(
      "shade",
      [0, 720],
      [0, 900],
      [
        [0, harborInk.night, 0.95],
        [1, harborInk.night, 0.35],
      ],
    )}</defs><path d="M752 722L786 724L752 900H640Z" fill="url(#shade)"/><path d="M802 716L820 717L820 900H758Z" fill="url(#shade)"/>`,
  },
  { ink: svg`${visitor([768, 726], 208, harborInk.night)}${visitor([814, 720], 132, "#08272f")}` },
];

/** The hall of tall windows, the harbour filling all five of them. */
export const admission: Drawing = {
  name: "admission",
  draw: (random) => [...hall(random), ...visitors()],
};

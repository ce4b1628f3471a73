import { blur, clip, linear, repeat, radial, svg } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { arch, bars, glitter, harborInk, harborSheet, sloop } from "./motifs.ts";

type Hour = {
  readonly sky: readonly [string, string, string];
  readonly sea: readonly [string, string];
  readonly light: string;
  readonly height: number;
  readonly size: number;
};

const hours: readonly Hour[] = [
  { sky: ["#7da9ae", "#e6cdb2", "#f7cf9a"], sea: ["#d9b58e", "#3f7f86"], light: "#fff3da", height: 500, size: 46 },
  { sky: ["#3f9a9c", "#8fc9be", "#dcebd8"], sea: ["#6fb7b0", "#1a6a70"], light: "#fffdf2", height: 268, size: 50 },
  { sky: ["#6b4a2c", "#c8763a", "#f3bd62"], sea: ["#d98f45", "#5b3a22"], light: "#ffe6a8", height: 440, size: 62 },
  { sky: ["#061c26", "#0c3a45", "#1f6770"], sea: ["#1b5a63", "#07242c"], light: "#f6efd6", height: 290, size: 42 },
];
const [width, top, sill, horizon] = [228, 112, 748, 540];

/** Four windows side by side, showing the same water at four hours of the day. */
export const harborPass: Drawing = {
  name: "harbor-pass",
  draw: ({ bell, between }) => [
    { ink: svg`${harborSheet("#efe6d0")}<rect y="770" width="1600" height="130" fill="#dccda8"/>` },
    {
      grain: svg`<defs>${linear(
        "wall",
        [0, 0],
        [1600, 900],
        [
          [0, "#fffaf0", 0.9],
          [0.55, "#efe6d0", 0.1],
          [1, "#b99a5e", 0.5],
        ],
      )}${linear(
        "skirt",
        [0, 770],
        [0, 900],
        [
          [0, "#8f6f38", 0.5],
          [1, "#8f6f38", 0.1],
        ],
      )}</defs>${harborSheet("url(#wall)")}<rect y="770" width="1600" height="130" fill="url(#skirt)"/>`,
    },
    {
      grain: svg`<defs>${blur("soft", 10)}</defs><g filter="url(#soft)" fill="#6b4d1f" opacity=".6">${hours.map((_, n) => svg`<path d="${arch(424 + n * 262, width + 40, top, sill + 26)}"/>`)}</g>`,
      soft: 0.5,
    },
    ...hours.flatMap(({ sky, sea, light, height, size }, n) => {
      const x = 407 + n * 262;
      const pane = arch(x, width, top, sill);
      return [
        {
          ink: svg`<defs>${clip("pane", pane)}${linear(
            "sky",
            [0, top],
            [0, horizon],
            [
              [0, sky[0]],
              [0.6, sky[1]],
              [1, sky[2]],
            ],
          )}${linear(
            "sea",
            [0, horizon],
            [0, sill],
            [
              [0, sea[0]],
              [1, sea[1]],
            ],
          )}</defs><path d="${arch(x, width + 34, top - 17, sill + 4)}" fill="${harborInk.brass}"/><path d="${arch(x, width + 26, top - 13, sill + 4)}" fill="${harborInk.deep}"/>
          <g clip-path="url(#pane)"><rect x="${x - 120}" width="240" y="${top}" height="${horizon - top}" fill="url(#sky)"/>
          ${n === 3 ? repeat(26, () => svg`<circle cx="${x + between(-110, 110)}" cy="${between(130, 500)}" r="${between(0.8, 2.4)}" fill="#fff6dc"/>`) : ""}
          <circle cx="${x + (n - 1.5) * 12}" cy="${height}" r="${size}" fill="${light}"/>${n === 3 ? svg`<circle cx="${x + 40}" cy="${height - 10}" r="${size * 0.92}" fill="#0a323d"/>` : ""}
          ${n === 1 ? repeat(3, (k) => svg`<path d="M${x - 96 + k * 60} ${392 + k * 34}h64a15 15 0 0 0 -22 -15a21 21 0 0 0 -38 4a11 11 0 0 0 -4 11z" fill="#fffdf4"/>`) : ""}
          <path d="M${x - 120} ${horizon}v-22l46 -10h20v-16h20v20l50 12l60 -6l50 10v12z" fill="${sea[1]}" opacity=".8"/>
          <rect x="${x - 120}" y="${horizon}" width="240" height="${sill - horizon}" fill="url(#sea)"/><path d="${glitter(x + (n - 1.5) * 12, [horizon + 8, sill - 6], [40, 110], 13, bell)}" fill="${light}" opacity=".9"/>
          ${n === 0 ? sloop([x + 56, 578], 0.9, "#2b4d55", "#fff4de") : ""}${n === 2 ? sloop([x - 44, 600], 1.3, "#2c1a10", "#f6d9a0") : ""}</g>`,
        },
        {
          grain: svg`<defs>${clip("pane", pane)}${radial("halo", [x + (n - 1.5) * 12, height], 190, [
            [0, light, 0.8],
            [1, light, 0],
          ])}${linear(
            "top",
            [0, top],
            [0, 420],
            [
              [0, harborInk.night, 0.55],
              [1, harborInk.night, 0],
            ],
          )}${linear(
            "low",
            [0, 600],
            [0, sill],
            [
              [0, harborInk.night, 0],
              [1, harborInk.night, 0.55],
            ],
          )}</defs><g clip-path="url(#pane)"><circle cx="${x + (n - 1.5) * 12}" cy="${height}" r="190" fill="url(#halo)" opacity="${n === 3 ? 0.35 : 1}"/><rect x="${x - 120}" y="${top}" width="240" height="330" fill="url(#top)"/><rect x="${x - 120}" y="600" width="240" height="160" fill="url(#low)"/></g>`,
        },
        {
          ink: svg`<path d="${bars(x, width, top, sill, 4)}" stroke="${harborInk.deep}" stroke-width="6" fill="none"/><rect x="${x - 138}" y="${sill}" width="276" height="13" fill="${harborInk.brass}"/><rect x="${x - 138}" y="${sill + 13}" width="276" height="9" fill="${harborInk.bronze}"/>`,
        },
      ];
    }),
  ],
};

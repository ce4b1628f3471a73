import { clip, linear, mix, pool, radial, repeat, svg } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { glitter, harborInk, harborSheet, sloop, visitor } from "./motifs.ts";

const floor = 668;

/** A picture on the wall: its centre, half its width and its height. */
type Hung = { readonly x: number; readonly half: number; readonly top: number; readonly foot: number };
const [left, centre, right] = [
  { x: 300, half: 150, top: 214, foot: 444 },
  { x: 800, half: 236, top: 168, foot: 474 },
  { x: 1300, half: 150, top: 214, foot: 444 },
] as const satisfies readonly Hung[];
const hung: readonly Hung[] = [left, centre, right];

const box = ({ x, half, top, foot }: Hung, edge = 0): string =>
  svg`M${x - half - edge} ${top - edge}H${x + half + edge}V${foot + edge}H${x - half - edge}Z`;

const frame = (one: Hung): string =>
  svg`<path d="${box(one, 26)}" fill="${harborInk.umber}"/><path d="${box(one, 22)}" fill="url(#gilt)"/><path d="${box(one, 7)}" fill="${harborInk.bronze}"/>`;

/** The brass lamp above a frame. */
const lamp = ({ x, top }: Hung): string =>
  svg`<path d="M${x} ${top - 30}v-34q0 -14 14 -14" fill="none" stroke="${harborInk.bronze}" stroke-width="6"/><rect x="${x - 62}" y="${top - 86}" width="124" height="17" rx="8" fill="${harborInk.brass}"/><rect x="${x - 54}" y="${top - 71}" width="108" height="5" rx="2" fill="#fff4cf"/>`;

/** The light of a lamp: over the picture, down the wall. */
const beam = ({ x, half, top }: Hung): string =>
  svg`M${x - 50} ${top - 68}L${x - half - 92} ${floor - 30}H${x + half + 92}L${x + 50} ${top - 68}Z`;

/** The paintings: a boat in a breeze, the sun above the sea, the moon above a coast. */
const paintings = (bell: () => number): string => svg`
  <g clip-path="url(#left)"><path d="${box(left)}" fill="${harborInk.foam}"/><path d="M150 352q70 -26 150 0t150 0v92h-300z" fill="${harborInk.sea}"/>${sloop([306, 366], 2.6, harborInk.umber, harborInk.paper)}<path d="M150 392q60 -22 120 0t180 -4v60h-300z" fill="${harborInk.teal}"/></g>
  <g clip-path="url(#centre)"><path d="${box(centre)}" fill="#e9b26b"/><path d="M564 168h472v70q-120 34 -236 12t-236 24z" fill="${harborInk.rust}" opacity=".7"/><circle cx="800" cy="322" r="62" fill="#fff4cf"/><path d="M564 338h472v136h-472z" fill="${harborInk.teal}"/><path d="${glitter(800, [348, 470], [60, 230], 9, bell)}" fill="#ffe3a4"/><path d="M564 338q60 -34 128 -22t110 22zM1036 338q-60 -46 -120 -30t-96 30z" fill="${harborInk.deep}" opacity=".85"/></g>
  <g clip-path="url(#right)"><path d="${box(right)}" fill="${harborInk.deep}"/><circle cx="1342" cy="276" r="34" fill="${harborInk.mist}"/><path d="M1150 366l70 -52l52 30l60 -62l70 66l60 -20v120h-312z" fill="#082b33"/><path d="M1150 380h300v70h-300z" fill="${harborInk.teal}"/><path d="${glitter(1342, [386, 442], [22, 80], 6, bell)}" fill="${harborInk.mist}"/></g>`;

const wall =
  (): string => svg`${harborSheet(harborInk.deep)}<rect y="78" width="1600" height="10" fill="${harborInk.bronze}" opacity=".7"/><rect y="${floor - 92}" width="1600" height="92" fill="#0a2d35"/><rect y="${floor - 96}" width="1600" height="6" fill="${harborInk.bronze}" opacity=".75"/>${repeat(15, (n) => svg`<rect x="${n * 110 - 20}" y="${floor - 76}" width="88" height="58" fill="none" stroke="${harborInk.teal}" stroke-width="3"/>`)}<rect y="${floor - 10}" width="1600" height="10" fill="${harborInk.night}"/>
  <rect y="${floor}" width="1600" height="240" fill="#3a2a18"/><path d="${repeat(25, (_, t) => svg`M${mix(200, 1400, t)} ${floor}L${mix(-1400, 3000, t)} 900`)}" stroke="#241a10" stroke-width="3"/>`;

/** The galleries after hours: lamps above the pictures, everything else dark. */
export const membersNight: Drawing = {
  name: "members-night",
  draw: ({ bell }) => {
    const clips = svg`${clip("left", box(left))}${clip("centre", box(centre))}${clip("right", box(right))}`;
    return [
      { ink: wall() },
      {
        grain: svg`<defs>${linear(
          "beam",
          [0, 90],
          [0, floor - 30],
          [
            [0, "#ffe9b4", 0.95],
            [0.45, "#f2c873", 0.42],
            [1, "#f2c873", 0],
          ],
        )}</defs>${hung.map((one) => svg`<path d="${beam(one)}" fill="url(#beam)"/>`)}`,
        soft: 0.5,
      },
      {
        ink: svg`<defs>${clips}${linear(
          "gilt",
          [0, 140],
          [0, 500],
          [
            [0, "#f7dc98"],
            [0.5, harborInk.brass],
            [1, harborInk.bronze],
          ],
        )}</defs>${hung.map(frame)}${paintings(bell)}${hung.map(lamp)}`,
      },
      {
        grain: svg`<defs>${linear(
          "wash",
          [0, 160],
          [0, 490],
          [
            [0, "#fff4cf", 0.6],
            [0.4, "#fff4cf", 0.08],
            [0.6, harborInk.night, 0.05],
            [1, harborInk.night, 0.6],
          ],
        )}${pool("pool", [
          [0, "#ffe3a4", 0.85],
          [0.5, harborInk.brass, 0.4],
          [1, harborInk.brass, 0],
        ])}</defs>${hung.map((one) => svg`<path d="${box(one, 22)}" fill="url(#wash)"/><ellipse cx="${one.x}" cy="770" rx="${one.half * 1.6}" ry="64" fill="url(#pool)"/>`)}`,
        soft: 0.4,
      },
      {
        ink: svg`${visitor([642, 800], 290, harborInk.night)}${visitor([724, 812], 272, "#0d3d46")}${visitor([1010, 806], 284, "#08262e")}${visitor([246, 784], 262, harborInk.night)}${visitor([1352, 792], 268, "#0d3d46")}${visitor([1420, 786], 196, harborInk.rust)}
        <path d="M1034 590L1092 520" stroke="#08262e" stroke-width="16" stroke-linecap="round"/>`,
      },
      {
        grain: svg`<defs>${radial("edge", [800, 430], 1000, [
          [0.42, harborInk.night, 0],
          [1, harborInk.night, 0.92],
        ])}</defs>${harborSheet("url(#edge)")}`,
        soft: 0.5,
      },
    ];
  },
};

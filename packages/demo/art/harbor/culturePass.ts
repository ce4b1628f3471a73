import { linear, repeat, polygon, radial, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { arch, bars, harborInk, harborSheet } from "./motifs.ts";

const [wide, high] = [232, 430];
/** Folds of the strip: it stands in a zigzag, every other fold nearer to us. */
const folds: readonly DrawingPoint[] = repeat(6, (n) => [190 + n * wide, n % 2 === 0 ? 196 : 262]);
const at = (n: number): DrawingPoint => folds[n] ?? [0, 0];
/** The last coupon has been torn off and leans away. */
const torn = "translate(86 26) rotate(5 1240 480)";

const panel = (n: number): string => {
  const [[x, y], [right, rightY]] = [at(n), at(n + 1)];
  return polygon([
    [x, y],
    [right, rightY],
    [right, rightY + high],
    [x, y + high],
  ]);
};
const own = (n: number): string => {
  const [[x, y], [, rightY]] = [at(n), at(n + 1)];
  return `matrix(1 ${((rightY - y) / wide).toFixed(4)} 0 1 ${x} ${y})`;
};
const placed = (n: number, drawn: string): string => (n === 4 ? svg`<g transform="${torn}">${drawn}</g>` : drawn);

const grounds = [harborInk.deep, "#d9a95a", harborInk.teal, "#efe2c2", "#2f8284"] as const;
const lines = ["#e9c987", harborInk.night, "#d9ebdf", harborInk.deep, "#f7e7bd"] as const;

/** What each coupon shows: a window, the sun over the sea, a sphere, a boat, a leaf. */
const motifs: readonly ((line: string) => string)[] = [
  (line) =>
    svg`<path d="${arch(116, 104, 70, 262)}" fill="${harborInk.sea}" stroke="${line}" stroke-width="7"/><path d="${bars(116, 104, 70, 262, 3)}" stroke="${line}" stroke-width="4" fill="none"/>`,
  (line) =>
    svg`<circle cx="116" cy="150" r="62" fill="#fff6df"/>${repeat(4, (n) => svg`<path d="M34 ${206 + n * 20}q20 -14 41 0t41 0t41 0t41 0" stroke="${line}" stroke-width="6" fill="none"/>`)}`,
  (line) =>
    svg`<g fill="none" stroke="${line}" stroke-width="6"><circle cx="116" cy="170" r="84"/><ellipse cx="116" cy="170" rx="84" ry="30" transform="rotate(-24 116 170)"/><ellipse cx="116" cy="170" rx="34" ry="84" transform="rotate(-24 116 170)"/></g><circle cx="116" cy="170" r="20" fill="${harborInk.brass}"/>`,
  (line) =>
    svg`<path d="M116 78L196 214H116Z" fill="${harborInk.sea}"/><path d="M104 104L104 214H44Z" fill="#c98f3c"/><path d="M30 228H204L172 272H62Z" fill="${line}"/>`,
  (line) =>
    svg`<path d="M116 66C186 120 190 210 116 276C42 210 46 120 116 66Z" fill="${harborInk.deep}"/><path d="M116 96V270${repeat(4, (n) => svg`M116 ${150 + n * 30}l${40 - n * 4} -26M116 ${150 + n * 30}l-${40 - n * 4} -26`)}" stroke="${line}" stroke-width="6" fill="none"/>`,
];

/** A strip of coupons for the museums of a city, one of them torn off. */
export const culturePass: Drawing = {
  name: "culture-pass",
  draw: ({ between }) => {
    const coupon = (n: number): string => {
      const [ground, line] = [grounds[n] ?? "", lines[n] ?? ""];
      const strokes = repeat(11, (stroke) => {
        const thick = between(3, 11);
        return svg`<rect x="${36 + stroke * 15}" y="330" width="${thick}" height="56" fill="${line}"/>`;
      });
      return placed(
        n,
        svg`<path d="${panel(n)}" fill="${ground}"/><g transform="${own(n)}">${motifs[n]?.(line) ?? ""}${strokes}
        ${repeat(20, (hole) => svg`<circle cx="${wide}" cy="${12 + hole * 21.4}" r="4" fill="#0d3f47" opacity=".8"/>`)}</g>`,
      );
    };
    const shade = (n: number): string => placed(n, svg`<path d="${panel(n)}" fill="url(#fold${n % 2})"/>`);
    return [
      { ink: svg`${harborSheet("#10444c")}<rect y="610" width="1600" height="290" fill="#0b343b"/>` },
      {
        grain: svg`<defs>${radial("lamp", [620, 160], 1000, [
          [0, "#f6dfa8", 0.62],
          [1, "#10444c", 0],
        ])}${linear(
          "table",
          [0, 610],
          [0, 900],
          [
            [0, "#f1d493", 0.26],
            [1, harborInk.night, 0.5],
          ],
        )}</defs>${harborSheet("url(#lamp)")}<rect y="610" width="1600" height="290" fill="url(#table)"/>`,
        soft: 0.4,
      },
      {
        grain: svg`<defs>${linear(
          "cast",
          [0, 640],
          [0, 840],
          [
            [0, harborInk.night, 0.95],
            [1, harborInk.night, 0],
          ],
        )}</defs><path d="${polygon([...folds.slice(0, 5).map(([x, y]): DrawingPoint => [x, y + high - 6]), [1240, 806], [420, 838]])}" fill="url(#cast)"/><path d="M1220 700L1494 716L1560 830L1300 812Z" fill="url(#cast)"/>`,
      },
      { ink: repeat(5, coupon).join("") },
      {
        grain: svg`<defs>${repeat(2, (n) =>
          linear(
            `fold${n}`,
            [0, 0],
            [1, 0],
            n === 0
              ? [
                  [0, "#fff7df", 0.34],
                  [1, "#fff7df", 0.02],
                ]
              : [
                  [0, harborInk.night, 0.42],
                  [1, harborInk.night, 0.1],
                ],
          ).replace('gradientUnits="userSpaceOnUse"', 'gradientUnits="objectBoundingBox"'),
        )}</defs>${repeat(5, shade)}`,
      },
    ];
  },
};

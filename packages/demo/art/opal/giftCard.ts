import { clip, linear, repeat, polygon, radial, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { ridges } from "../kit/random.ts";
import { fire, opalInk, opalSheet } from "./motifs.ts";

const [cx, cy, rx, ry] = [800, 440, 330, 250];
const vein = ridges("opal vein");

/** The part of a shape that lies nearer to `site` than to `other`. */
const nearer = (shape: readonly DrawingPoint[], site: DrawingPoint, other: DrawingPoint): DrawingPoint[] => {
  const side = ([x, y]: DrawingPoint): number =>
    (x - (site[0] + other[0]) / 2) * (other[0] - site[0]) + (y - (site[1] + other[1]) / 2) * (other[1] - site[1]);
  return shape.flatMap((here, n) => {
    const next = shape[(n + 1) % shape.length] ?? here;
    const [a, b] = [side(here), side(next)];
    const crossing: DrawingPoint = [
      here[0] + ((next[0] - here[0]) * a) / (a - b || 1),
      here[1] + ((next[1] - here[1]) * a) / (a - b || 1),
    ];
    if (a <= 0) return b <= 0 ? [here] : [here, crossing];
    return b <= 0 ? [crossing] : [];
  });
};

/** An opal as a present: a polished stone with all its fire, on a coral ribbon. */
export const opalGiftCard: Drawing = {
  name: "gift-card",
  draw: ({ next, between }) => {
    const sites = repeat(120, (): DrawingPoint => {
      const [angle, reach] = [next() * Math.PI * 2, Math.sqrt(next()) * 1.06];
      return [cx + Math.cos(angle) * rx * reach, cy + Math.sin(angle) * ry * reach];
    });
    const frame: readonly DrawingPoint[] = [
      [400, 120],
      [1200, 120],
      [1200, 760],
      [400, 760],
    ];
    const cells = sites.map((site) => {
      const shape = sites.reduce<readonly DrawingPoint[]>(
        (left, other) => (other === site ? left : nearer(left, site, other)),
        frame,
      );
      const hue = 0.42 + 1.2 * vein(site[0] / 210, site[1] / 210) + (next() - 0.5) * 0.4;
      return {
        site,
        shape: polygon(shape),
        hue: fire(hue),
        other: fire(hue + between(0.15, 0.4)),
        turn: next() * Math.PI,
      };
    });
    const stone = svg`M${cx - rx} ${cy}A${rx} ${ry} 0 0 1 ${cx + rx} ${cy}A${rx} ${ry} 0 0 1 ${cx - rx} ${cy}Z`;
    return [
      { ink: opalSheet(opalInk.black) },
      {
        grain: svg`<defs>${radial("glow", [cx, cy], 720, [
          [0, "#8a74d6", 0.95],
          [0.45, "#3b3162", 0.75],
          [1, opalInk.black, 0.1],
        ])}</defs>${opalSheet("url(#glow)")}`,
        soft: 0.5,
      },
      {
        ink: svg`${repeat(26, (n) => svg`<ellipse cx="${cx}" cy="${cy}" rx="${rx + 44 + n * 30}" ry="${ry + 40 + n * 27}" fill="none" stroke="${fire((n / 26 + 0.1) % 1)}" stroke-width="${2.4 - n * 0.07}" opacity="${0.62 - n * 0.023}"/>`)}`,
      },
      {
        ink: svg`<path d="M-20 ${cy - 26}L${cx - rx} ${cy - 20}V${cy + 20}L-20 ${cy + 30}ZM1620 ${cy - 26}L${cx + rx} ${cy - 20}V${cy + 20}L1620 ${cy + 30}Z" fill="${opalInk.coral}"/><path d="M-20 ${cy + 8}L${cx - rx} ${cy + 6}V${cy + 20}L-20 ${cy + 30}ZM1620 ${cy + 8}L${cx + rx} ${cy + 6}V${cy + 20}L1620 ${cy + 30}Z" fill="${opalInk.ember}"/>`,
      },
      {
        grain: svg`<ellipse cx="${cx + 16}" cy="${cy + 34}" rx="${rx + 26}" ry="${ry + 24}" fill="#000" opacity=".75"/>`,
        soft: 0.6,
      },
      {
        ink: svg`<ellipse cx="${cx}" cy="${cy}" rx="${rx + 16}" ry="${ry + 16}" fill="${opalInk.coral}"/><ellipse cx="${cx}" cy="${cy}" rx="${rx + 7}" ry="${ry + 7}" fill="#3a0f18"/><defs>${clip("stone", stone)}${cells.map(
          ({ site, hue, other, turn }, n) =>
            linear(
              `c${n}`,
              [site[0] - Math.cos(turn) * 50, site[1] - Math.sin(turn) * 50],
              [site[0] + Math.cos(turn) * 50, site[1] + Math.sin(turn) * 50],
              [
                [0, hue],
                [1, other],
              ],
            ),
        )}</defs><g clip-path="url(#stone)">${cells.map(({ shape }, n) => svg`<path d="${shape}" fill="url(#c${n})" stroke="#fffdf6" stroke-width=".8" stroke-opacity=".35"/>`)}</g>`,
      },
      {
        grain: svg`<defs>${clip("stone", stone)}${cells.map(({ site }, n) =>
          radial(`d${n}`, [site[0] + 12, site[1] + 14], 74, [
            [0, "#2a1c5e", 0],
            [1, "#2a1c5e", n % 3 ? 0.35 : 0.8],
          ]),
        )}</defs><g clip-path="url(#stone)">${cells.map(({ shape }, n) => svg`<path d="${shape}" fill="url(#d${n})"/>`)}</g>`,
        soft: 0.5,
      },
      {
        grain: svg`<defs>${radial("dome", [cx - 90, cy - 110], 560, [
          [0, "#fffdf6", 0.8],
          [0.25, "#fffdf6", 0.05],
          [0.55, "#120a2c", 0],
          [1, "#120a2c", 0.98],
        ])}</defs><path d="${stone}" fill="url(#dome)"/>`,
        soft: 0.5,
      },
      {
        ink: svg`<path d="M${cx - 236} ${cy - 92}C${cx - 190} ${cy - 176} ${cx - 90} ${cy - 206} ${cx - 20} ${cy - 204}C${cx - 100} ${cy - 186} ${cx - 176} ${cy - 150} ${cx - 236} ${cy - 92}Z" fill="#fffdf8" opacity=".92"/><ellipse cx="${cx + 40}" cy="${cy - 196}" rx="22" ry="6" fill="#fffdf8" opacity=".85" transform="rotate(6 ${cx + 40} ${cy - 196})"/>`,
      },
    ];
  },
};

import { linear, repeat, mix, pool, radial, svg } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { fire, opalInk, listener, opalSheet } from "./motifs.ts";

const count = 37;
const pipes = repeat(count, (n) => {
  const away = Math.abs(n - 18) / 18;
  const width = mix(50, 26, away) * (n % 2 ? 0.82 : 1);
  const high = 250 + 330 * (0.5 + 0.5 * Math.cos(away * Math.PI * 2.1)) * mix(1, 0.72, away) + (n % 2 ? -34 : 0);
  return { n, width, high, hue: n / (count - 1) };
});
const total = pipes.reduce((sum, { width }) => sum + width + 4, 0);
const placed = pipes.map((pipe, n) => ({
  ...pipe,
  x: 800 - total / 2 + pipes.slice(0, n).reduce((sum, { width }) => sum + width + 4, 0),
  foot: 696,
}));

/** The great organ, its pipes a wave of opal, and a small party looking up. */
export const hallTour: Drawing = {
  name: "hall-tour",
  draw: () => [
    { ink: opalSheet(opalInk.black) },
    {
      grain: svg`<defs>${radial("glow", [800, 380], 760, [
        [0, "#5b4c92", 0.9],
        [0.55, "#241f3b", 0.7],
        [1, opalInk.black, 0],
      ])}</defs>${opalSheet("url(#glow)")}`,
      soft: 0.5,
    },
    {
      ink: svg`${repeat(9, (n) => svg`<path d="M${-60 - n * 16} 900V${520 - n * 22}Q${-60 - n * 16} ${-80 - n * 30} 800 ${-60 + n * 18}Q${1660 + n * 16} ${-80 - n * 30} ${1660 + n * 16} ${520 - n * 22}V900" fill="none" stroke="#8b7cd6" stroke-width="1.600" opacity="${0.32 - n * 0.028}"/>`)}`,
    },
    ...placed.map(({ x, width, high, hue, foot, n }) => ({
      ink: svg`<defs>${linear(
        "tube",
        [x, 0],
        [x + width, 0],
        [
          [0, fire(hue)],
          [0.22, "#fffdf4"],
          [0.45, fire(hue)],
          [1, "#1b1730"],
        ],
      )}</defs><path d="M${x} ${foot - 96}V${foot - 96 - high}Q${x + width / 2} ${foot - 104 - high} ${x + width} ${foot - 96 - high}V${foot - 96}L${x + width * 0.64} ${foot}H${x + width * 0.36}Z" fill="url(#tube)"/><ellipse cx="${x + width / 2}" cy="${foot - 96 - high}" rx="${width / 2}" ry="5" fill="#0e0b15"/><path d="M${x + width * 0.22} ${foot - 100}V${foot - 100 - width * 0.9}Q${x + width / 2} ${foot - 100 - width * 1.7} ${x + width * 0.78} ${foot - 100 - width * 0.9}V${foot - 100}Z" fill="#0e0b15"/><path d="M${x + width * 0.14} ${foot - 98}H${x + width * 0.86}" stroke="${n % 2 ? opalInk.milk : opalInk.coral}" stroke-width="4"/>`,
    })),
    {
      grain: svg`<defs>${linear(
        "lower",
        [0, 260],
        [0, 700],
        [
          [0, opalInk.black, 0],
          [1, "#120d24", 0.8],
        ],
      )}${linear(
        "sides",
        [0, 0],
        [1600, 0],
        [
          [0, opalInk.black, 0.95],
          [0.3, opalInk.black, 0],
          [0.7, opalInk.black, 0],
          [1, opalInk.black, 0.95],
        ],
      )}</defs>${placed.map(({ x, width, high, foot }) => svg`<path d="M${x} ${foot}V${foot - 96 - high}H${x + width}V${foot}Z" fill="url(#lower)"/>`)}${opalSheet("url(#sides)")}`,
      soft: 0.5,
    },
    {
      ink: svg`<rect x="0" y="696" width="1600" height="204" fill="#0e0b15"/><rect y="696" width="1600" height="7" fill="${opalInk.coral}"/>${repeat(24, (n) => svg`<rect x="${20 + n * 66}" y="716" width="50" height="60" fill="none" stroke="#3a3454" stroke-width="2"/>`)}<rect y="790" width="1600" height="110" fill="#08070c"/>`,
    },
    {
      grain: svg`<defs>${pool("pool", [
        [0, "#ffb59c", 0.75],
        [1, "#ffb59c", 0],
      ])}</defs><ellipse cx="800" cy="810" rx="620" ry="90" fill="url(#pool)"/>`,
      soft: 0.5,
    },
    {
      ink: svg`${[
        [610, 1.5],
        [676, 1.42],
        [742, 1.05],
        [806, 1.55],
        [960, 1.5],
        [1022, 1.3],
        [1084, 1.48],
      ].map(([x = 0, size = 1]) =>
        listener([x, 862], size, "#050409"),
      )}<path d="M980 832L1034 754" stroke="#050409" stroke-width="14" stroke-linecap="round"/>`,
    },
  ],
};

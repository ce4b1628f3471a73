import { below, linear, repeat, mix, pool, radial, svg, tint, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing, Layer } from "../kit/press.ts";
import { ridges, type SeededRandom } from "../kit/random.ts";
import { larkfieldInk, larkfieldSheet } from "./motifs.ts";

const hill = ridges("lavender hill");
/** Five rows of lavender run over the hill like a stave. */
const row = (n: number, x: number): number => {
  const t = x / 1600;
  return 530 + n * mix(66, 84, t) + Math.sin(t * 4.4 + 0.5) * mix(58, 30, n / 5) - t * 66;
};

const lark = ([x, y]: DrawingPoint, size: number, turn: number): string =>
  svg`<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})" fill="${larkfieldInk.night}"><path d="M-40 4Q-14 -12 14 -6Q24 -12 32 -6L42 -3L32 1Q18 14 -10 10L-44 16L-36 8L-48 6Z"/><path d="M-8 -4Q-34 -44 -62 -50Q-44 -18 14 2Z"/><path d="M6 -5Q4 -40 -10 -62Q26 -40 24 -4Z" opacity=".82"/></g>`;

const far = repeat(33, (_, t): DrawingPoint => [t * 1600, 470 + hill(t * 4, 1) * 54 - t * 20]);
const evening = ({ between }: SeededRandom): readonly Layer[] => {
  const house = svg`<g transform="translate(960 396) scale(.95)"><path d="M-150 70V20Q-150 -6 -120 -6H-60V70ZM150 70V20Q150 -6 120 -6H60V70Z" fill="#e9e3c6"/><path d="M-62 70V-16Q-62 -74 0 -84Q62 -74 62 -16V70Z" fill="#f6f0d6"/><path d="M0 -84V-104" stroke="#5f8d52" stroke-width="4"/><g stroke="#5f8d52" stroke-width="3" fill="none"><path d="M-62 70V-16Q-62 -74 0 -84Q62 -74 62 -16V70M0 -84V70M-62 -16H62M-31 70V-20Q-31 -66 0 -84Q31 -66 31 -20V70M-62 28H62"/><path d="M-150 70V20Q-150 -6 -120 -6H-62M150 70V20Q150 -6 120 -6H62M-120 70V-6M-91 70V-6M120 70V-6M91 70V-6M-150 32H-62M150 32H62"/></g></g>`;
  return [
    {
      ink: svg`<defs>${linear(
        "sky",
        [0, 0],
        [0, 500],
        [
          [0, "#f0c9a0"],
          [0.55, "#f8e0b4"],
          [1, "#fdf3d6"],
        ],
      )}</defs>${larkfieldSheet("url(#sky)")}`,
    },
    {
      grain: svg`<defs>${radial("sun", [620, 330], 620, [
        [0, "#fffbe6", 1],
        [0.3, "#fbe0a0", 0.8],
        [1, larkfieldInk.terra, 0],
      ])}${linear(
        "high",
        [0, 0],
        [0, 330],
        [
          [0, larkfieldInk.terra, 0.75],
          [1, larkfieldInk.terra, 0],
        ],
      )}</defs>${larkfieldSheet("url(#high)")}${larkfieldSheet("url(#sun)")}`,
      soft: 0.5,
    },
    {
      ink: svg`<circle cx="620" cy="350" r="128" fill="#fff8dc"/><path d="${below(
        repeat(33, (_, t): DrawingPoint => [t * 1600, 440 + hill(t * 3, 7) * 60]),
        900,
      )}" fill="#c5cf9e"/>${house}<path d="${below(far, 900)}" fill="#9db57c"/>${repeat(34, () => {
        const x = between(0, 1600);
        const y = 484 + hill((x / 1600) * 4, 1) * 54 - (x / 1600) * 20;
        const r = between(10, 24);
        return Math.abs(x - 960) < 170
          ? ""
          : svg`<ellipse cx="${x}" cy="${y - r}" rx="${r * 0.8}" ry="${r * 1.3}" fill="${tint("#86a367", larkfieldInk.forest, between(0, 0.5))}"/>`;
      })}`,
    },
  ];
};

const field = ({ between, bell }: SeededRandom): readonly Layer[] => {
  const near = repeat(33, (_, t): DrawingPoint => [t * 1600, row(-0.8, t * 1600)]);
  const stalks = (n: number): string =>
    repeat(210, (k) => {
      const x = (k / 209) * 1640 - 20 + bell() * 3;
      const y = row(n, x) + bell() * 5;
      const high = mix(26, 44, n / 5) * mix(0.8, 1.2, x / 1600) * between(0.8, 1.2);
      const sway = bell() * 9 + 5;
      const colour = tint(n < 2 ? "#b9a3c6" : larkfieldInk.lilac, "#5f4a78", between(0, 0.75));
      return svg`<path d="M${x} ${y + 14}Q${x} ${y - high * 0.4} ${x + sway * 0.5} ${y - high * 0.55}" stroke="#6f8f58" stroke-width="1.600" fill="none"/>${repeat(5, (b) => svg`<ellipse cx="${x + sway * (0.5 + b * 0.12) + (b % 2 ? 2 : -2)}" cy="${y - high * (0.5 + b * 0.12)}" rx="${mix(4.4, 2.2, b / 4) * mix(0.8, 1.3, n / 4)}" ry="${mix(5.6, 4, b / 4) * mix(0.8, 1.3, n / 4)}" fill="${colour}"/>`)}`;
    }).join("");
  return [
    {
      grain: svg`<defs>${linear(
        "valley",
        [0, 430],
        [0, 600],
        [
          [0, "#fdf0c4", 0.75],
          [1, "#fdf0c4", 0],
        ],
      )}</defs><path d="${below(far, 700)}" fill="url(#valley)"/>`,
      soft: 0.5,
    },
    { ink: svg`<path d="${below(near, 900)}" fill="#d9c99a"/>` },
    ...repeat(5, (n) => [
      {
        ink: svg`<path d="${below(
          repeat(33, (_, t): DrawingPoint => [t * 1640 - 20, row(n, t * 1640 - 20) + 6]),
          920,
        )}" fill="${tint("#dccf98", "#a9b578", n / 4)}"/><path d="${below(
          repeat(33, (_, t): DrawingPoint => [t * 1640 - 20, row(n, t * 1640 - 20) - 8]),
          920,
        )}" fill="#6d587f" opacity=".22"/>${stalks(n)}`,
      },
      {
        grain: svg`<defs>${linear(
          "gap",
          [0, 560 + n * 60],
          [0, 700 + n * 66],
          [
            [0, "#4a3b5c", 0.3],
            [0.5, "#4a3b5c", 0],
          ],
        )}</defs><path d="${below(
          repeat(33, (_, t): DrawingPoint => [t * 1640 - 20, row(n, t * 1640 - 20) + 6]),
          920,
        )}" fill="url(#gap)"/>`,
        soft: 0.5,
      },
    ]).flat(),
    {
      grain: svg`<defs>${radial("edge", [740, 420], 1020, [
        [0.5, "#3f2f4c", 0],
        [1, "#3f2f4c", 0.8],
      ])}${pool("gold", [
        [0, "#ffe9a8", 0.55],
        [1, "#ffe9a8", 0],
      ])}</defs><ellipse cx="620" cy="600" rx="520" ry="300" fill="url(#gold)"/>${larkfieldSheet("url(#edge)")}`,
      soft: 0.5,
    },
    {
      ink: [
        lark([430, 236], 1, -14),
        lark([566, 176], 0.8, -20),
        lark([820, 250], 1.15, -8),
        lark([980, 150], 0.85, -18),
        lark([1150, 216], 0.95, -12),
        lark([720, 128], 0.6, -16),
      ].join(""),
    },
  ];
};

/** Summer evening: rows of lavender for a stave, larks for notes. */
export const lavenderConcert: Drawing = {
  name: "lavender-concert",
  tooth: 0.6,
  draw: (random) => [...evening(random), ...field(random)],
};

import { below, linear, repeat, mix, polar, radial, svg, tint, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { ridges } from "../kit/random.ts";
import { glitter, harborInk } from "./motifs.ts";

const swell = ridges("harbor completed");
const boat = (
  x: number,
  y: number,
  size: number,
  tilt: number,
  [light, middle, dark]: readonly [string, string, string],
): string =>
  svg`<g transform="translate(${x} ${y}) rotate(${tilt}) scale(${size})"><path d="M0 -92L-58 -6H58Z" fill="${light}"/><path d="M0 -92L58 -6H10Z" fill="${middle}"/><path d="M-112 -42L-62 34H62L112 -42L36 0H-36Z" fill="${light}"/><path d="M0 0H36L112 -42L62 34H-6Z" fill="${middle}"/><path d="M-36 0L0 -12L36 0Z" fill="${dark}"/></g>`;

/** Sunrise over the tide, and a paper boat setting out. */
const scene = (name: string, width: number, height: number): Drawing => ({
  name,
  size: [width, height],
  scale: 1,
  draw: ({ bell, between }) => {
    const [x, sea] = [width / 2, height * 0.64];
    const crest = (share: number): DrawingPoint[] =>
      repeat(31, (_, t): DrawingPoint => [
        t * (width + 40) - 20,
        mix(sea + 12, height + 6, share ** 1.2) + swell((t * width) / 210 + share * 9, share * 6) * mix(9, 44, share),
      ]);
    const rays = repeat(37, (n) => {
      const degrees = mix(-178, -2, n / 36);
      const [from, to] = [polar([x, sea], 152, degrees), polar([x, sea], n % 2 ? 210 : between(250, 300), degrees)];
      return svg`M${from[0]} ${from[1]}L${to[0]} ${to[1]}`;
    });
    const gull = (gx: number, gy: number, s: number): string =>
      svg`<path transform="translate(${gx} ${gy}) scale(${s})" d="M-30 -6Q-14 -20 0 0Q14 -20 30 -6Q14 -10 0 8Q-14 -10 -30 -6Z" fill="${harborInk.teal}"/>`;
    return [
      {
        ink: svg`<defs>${linear(
          "sky",
          [0, 0],
          [0, sea],
          [
            [0, "#d8e6da"],
            [0.6, "#f7ecd0"],
            [1, "#f9dfa6"],
          ],
        )}</defs><rect width="${width}" height="${height}" fill="url(#sky)"/>`,
      },
      {
        grain: svg`<defs>${radial("sun", [x, sea], width * 0.46, [
          [0, "#fff6d8", 1],
          [0.4, harborInk.glow, 0.6],
          [1, harborInk.foam, 0.3],
        ])}</defs><rect width="${width}" height="${height}" fill="url(#sun)"/>`,
        soft: 0.5,
      },
      {
        ink: svg`<path d="${rays}" stroke="${harborInk.brass}" stroke-width="2.500" stroke-linecap="round"/><circle cx="${x}" cy="${sea}" r="128" fill="#fffdf4"/><circle cx="${x}" cy="${sea}" r="128" fill="none" stroke="${harborInk.brass}" stroke-width="2"/>${gull(x - 300, sea - 190, 0.8)}${gull(x - 236, sea - 228, 0.55)}${gull(x + 290, sea - 214, 0.7)}<rect y="${sea}" width="${width}" height="${height}" fill="#7fb8b0"/>`,
      },
      ...repeat(5, (_, share) => [
        {
          ink: svg`<path d="${below(crest(share), height + 10)}" fill="${tint(tint("#7fb8b0", harborInk.deep, share), harborInk.paper, 0.5)}"/><path d="${below(
            crest(share).map(([a, b]) => [a, b + mix(2, 6, share)]),
            height + 10,
          )}" fill="${tint("#6fb0a9", harborInk.deep, share)}"/>`,
        },
        ...(share === 0.5
          ? [
              {
                ink: svg`${boat(x, sea + 34, 0.78, -5, ["#f6d48c", harborInk.brass, harborInk.bronze])}${boat(x - 210, sea + 46, 0.42, 6, ["#fffaf0", "#e4dcc6", "#bfc4b4"])}${boat(x + 216, sea + 40, 0.36, -6, ["#fffaf0", "#e4dcc6", "#bfc4b4"])}`,
              },
            ]
          : []),
      ]).flat(),
      {
        grain: svg`<defs>${linear(
          "low",
          [0, sea],
          [0, height],
          [
            [0, harborInk.night, 0],
            [1, harborInk.night, 0.5],
          ],
        )}</defs><rect y="${sea + 30}" width="${width}" height="${height}" fill="url(#low)"/>`,
        soft: 0.5,
      },
      { ink: svg`<path d="${glitter(x, [sea + 62, height - 6], [70, 150], 9, bell)}" fill="#fff6dc" opacity=".8"/>` },
    ];
  },
});

export const harborCompleted: readonly Drawing[] = [scene("completed", 1600, 500), scene("completed-mobile", 800, 600)];

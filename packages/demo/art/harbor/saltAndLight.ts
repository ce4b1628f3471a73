import { below, linear, repeat, mix, radial, svg, tint, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { ridges } from "../kit/random.ts";
import { glitter, harborInk, harborSheet } from "./motifs.ts";

const swell = ridges("salt and light");
const horizon = 372;

/** One line of the tide; nearer lines are lower, longer and steeper. */
const crest = (share: number): DrawingPoint[] => {
  const y = mix(horizon + 16, 905, share ** 1.5);
  return repeat(41, (_, t) => {
    const lift = swell(t * mix(12, 3.1, share) + share * 17, share * 9.1) * mix(8, 190, share);
    return [t * 1640 - 20, y + lift] as const;
  });
};

/** A white sun on the horizon, and the tide coming in as layers of torn paper. */
export const saltAndLight: Drawing = {
  name: "salt-and-light",
  tooth: 0.4,
  draw: ({ bell, between, chance }) => {
    const lines = repeat(10, (_, share) => ({ share, points: crest(share) }));
    const colour = (share: number): string =>
      share < 0.5 ? tint("#8fbfb6", harborInk.sea, share * 2) : tint(harborInk.sea, harborInk.night, share * 2 - 1);
    return [
      {
        ink: svg`<defs>${linear(
          "sky",
          [0, 0],
          [0, horizon],
          [
            [0, "#e4d6b4"],
            [1, "#f8edd4"],
          ],
        )}</defs>${harborSheet(harborInk.paper)}<rect width="1600" height="${horizon + 10}" fill="url(#sky)"/>`,
      },
      {
        grain: svg`<defs>${radial("halo", [800, 300], 720, [
          [0, "#fffdf6", 1],
          [0.28, "#fbe6b4", 0.9],
          [1, harborInk.brass, 0.12],
        ])}${linear(
          "high",
          [0, 0],
          [0, 330],
          [
            [0, harborInk.brass, 0.55],
            [1, harborInk.brass, 0],
          ],
        )}</defs><rect width="1600" height="400" fill="url(#halo)"/><rect width="1600" height="400" fill="url(#high)"/>`,
        soft: 0.6,
      },
      {
        ink: svg`<circle cx="800" cy="300" r="212" fill="#fffdf7"/>
        ${repeat(5, (n) => svg`<path d="M${520 - n * 46} ${208 + n * 34}q${280 + n * 40} ${-9 - n} ${560 + n * 82} 0q${-280 - n * 40} ${9 + n} ${-560 - n * 82} 0z" fill="#f2dfb6" opacity="${0.95 - n * 0.1}"/>`)}
        <rect y="${horizon}" width="1600" height="540" fill="#8fbfb6"/>`,
      },
      ...lines.flatMap(({ share, points }) => {
        const shade = colour(share);
        return [
          {
            ink: svg`<path d="${below(points, 910)}" fill="${tint(shade, harborInk.paper, mix(0.75, 0.42, share))}"/><path d="${below(
              points.map(([x, y]) => [x, y + mix(1.5, 9, share)]),
              910,
            )}" fill="${shade}"/>`,
          },
          {
            grain: svg`<defs>${linear(
              "lit",
              [0, 0],
              [1600, 0],
              [
                [0.1, harborInk.night, 0.5],
                [0.38, harborInk.night, 0],
                [0.5, "#fdeecb", mix(0.75, 0.3, share)],
                [0.62, harborInk.night, 0],
                [0.9, harborInk.night, 0.5],
              ],
            )}</defs><path d="${below(
              points.map(([x, y]) => [x, y + mix(2, 14, share)]),
              mix(420, 910, share) + 60,
            )}" fill="url(#lit)"/>`,
            soft: 0.6,
          },
        ];
      }),
      { ink: svg`<path d="${glitter(800, [horizon + 6, 860], [300, 210], 34, bell)}" fill="#fffbee" opacity=".92"/>` },
      {
        ink: svg`<g fill="#fffdf4">${repeat(260, () => {
          const [x, y] = [800 + bell() * 520, between(400, 900)];
          const r = chance(0.12) ? between(3, 5.5) : between(0.8, 2.2);
          return svg`<path d="M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z" opacity="${between(0.5, 1)}"/>`;
        })}</g>`,
      },
    ];
  },
};

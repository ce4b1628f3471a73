import { below, linear, repeat, mix, pool, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { ridges } from "../kit/random.ts";
import { eyes, fern, glowworms, kiwaInk, moon } from "./motifs.ts";

const ground = ridges("kiwa completed");
/** Eyes closed contentedly. */
const happy = ([x, y]: DrawingPoint, size: number, colour: string): string =>
  svg`<g transform="translate(${x} ${y}) scale(${size})" fill="none" stroke="${colour}" stroke-width="8" stroke-linecap="round"><path d="M-42 8Q-26 -22 -10 8M10 8Q26 -22 42 8"/></g>`;

/** Eyes of many animals in the undergrowth, closed contentedly. */
const scene = (name: string, width: number, height: number): Drawing => ({
  name,
  size: [width, height],
  scale: 1,
  tooth: 0.45,
  draw: ({ between, bell }) => {
    const x = width / 2;
    const hedge = (base: number, high: number, colours: readonly [string, string]): string =>
      svg`<path d="${below(
        repeat(25, (_, t): DrawingPoint => [t * width, base + ground(t * 5, high) * 34]),
        height + 10,
      )}" fill="${colours[0]}"/>${repeat(Math.round(width / 52), (n) => {
        const at = n * 54 + bell() * 16;
        return fern(
          [
            [at, base + 50],
            [at, base - high * 0.3],
            [at + bell() * 30, base - high],
            [at + bell() * 110, base - high * 0.9],
          ],
          14,
          high * 0.42,
          colours[n % 2] ?? colours[0],
        );
      })}`;
    const seats = width > 1000 ? [-560, -340, -130, 90, 310, 540] : [-250, -90, 80, 250];
    const colours = [kiwaInk.phosphor, kiwaInk.amber, kiwaInk.lime, kiwaInk.honey, kiwaInk.phosphor, kiwaInk.amber];
    return [
      {
        ink: svg`<defs>${linear(
          "sky",
          [0, 0],
          [0, height],
          [
            [0, kiwaInk.midnight],
            [1, "#3c58a8"],
          ],
        )}</defs><rect width="${width}" height="${height}" fill="url(#sky)"/>`,
      },
      {
        grain: svg`<defs>${pool("glow", [
          [0, "#a9bfe8", 0.9],
          [0.5, kiwaInk.haze, 0.4],
          [1, kiwaInk.haze, 0],
        ])}</defs><ellipse cx="${x}" cy="${height * 0.36}" rx="${width * 0.42}" ry="${height * 0.62}" fill="url(#glow)"/>`,
        soft: 0.6,
      },
      {
        ink: svg`${repeat(Math.round(width / 14), () => svg`<circle cx="${between(0, width)}" cy="${between(0, height * 0.7)}" r="${between(0.8, 2.4)}" fill="#f3f0cf" opacity="${between(0.3, 1)}"/>`)}${moon([x, height * 0.36], 104)}${hedge(height * 0.72, 120, ["#1d4262", "#24506e"])}`,
      },
      { ink: hedge(height * 0.84, 120, ["#0e3142", "#134650"]) },
      {
        grain: svg`<defs>${linear(
          "low",
          [0, height * 0.6],
          [0, height],
          [
            [0, kiwaInk.void, 0],
            [1, kiwaInk.void, 0.9],
          ],
        )}</defs><rect width="${width}" height="${height}" fill="url(#low)"/>`,
        soft: 0.6,
      },
      {
        ink: svg`${seats.map((seat, n) => {
          const at: DrawingPoint = [x + seat, mix(height * 0.8, height * 0.9, (n * 0.61) % 1)];
          const [colour, size] = [colours[n] ?? kiwaInk.lime, mix(0.62, 1.02, (n * 0.43) % 1)];
          return n % 3 === 1
            ? eyes({ at, size, colour, look: [seat < 0 ? 0.7 : -0.7, -0.8] })
            : happy(at, size, colour);
        })}${glowworms(Math.round(width / 24), [30, height * 0.34, width - 30, height - 20], between)}`,
      },
    ];
  },
});

export const kiwaCompleted: readonly Drawing[] = [scene("completed", 1600, 500), scene("completed-mobile", 800, 600)];

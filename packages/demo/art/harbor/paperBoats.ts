import { linear, repeat, mix, radial, svg } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { ridges } from "../kit/random.ts";
import { harborInk, harborSheet } from "./motifs.ts";

type Boat = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly tilt: number;
  readonly paper: readonly [string, string, string];
};

const white = ["#fffaf0", "#e4dcc6", "#bfc4b4"] as const;
const brass = ["#f3cf82", "#cf9c44", "#94662a"] as const;
const blue = ["#bfe0d6", "#8dbfb7", "#5d9794"] as const;

/** A folded boat: two sides of the hull, the sail's two faces, the fold between. */
const folded = ({ paper: [light, middle, dark] }: Boat): string =>
  svg`<path d="M0 -92L-58 -6H58Z" fill="${light}"/><path d="M0 -92L58 -6H10Z" fill="${middle}"/><path d="M-112 -42L-62 34H62L112 -42L36 0H-36Z" fill="${light}"/><path d="M0 0H36L112 -42L62 34H-6Z" fill="${middle}"/><path d="M-112 -42L-36 0H0L-6 34H-62Z" fill="${light}"/><path d="M-36 0L0 -12L36 0Z" fill="${dark}"/><path d="M112 -42L36 0L62 34Z" fill="${dark}" opacity=".6"/>`;

const placed = (boat: Boat, mirror = false): string =>
  svg`translate(${boat.x} ${boat.y + (mirror ? boat.size * 68 : 0)}) rotate(${mirror ? -boat.tilt : boat.tilt}) scale(${boat.size} ${mirror ? -boat.size * 0.9 : boat.size})`;

const fleet: readonly Boat[] = [
  { x: 468, y: 196, size: 0.42, tilt: -3, paper: white },
  { x: 1010, y: 168, size: 0.38, tilt: 4, paper: white },
  { x: 1300, y: 242, size: 0.55, tilt: -4, paper: blue },
  { x: 238, y: 300, size: 0.62, tilt: 5, paper: white },
  { x: 712, y: 284, size: 0.6, tilt: -5, paper: blue },
  { x: 1088, y: 372, size: 0.84, tilt: 5, paper: white },
  { x: 470, y: 466, size: 1, tilt: -6, paper: white },
  { x: 842, y: 560, size: 1.72, tilt: 4, paper: brass },
  { x: 1420, y: 560, size: 1.2, tilt: -5, paper: white },
  { x: 208, y: 690, size: 1.35, tilt: 6, paper: white },
];

const swell = ridges("paper boats");

/** A fleet folded from paper on teal water; one is folded from brass. */
export const paperBoats: Drawing = {
  name: "paper-boats",
  draw: ({ between }) => {
    const wave = (n: number): string => {
      const share = n / 34;
      const y = mix(30, 930, share ** 1.25);
      const start = between(-300, 300);
      return repeat(5, (k) => {
        const [x, length] = [start + k * 430 + between(-80, 80), between(120, 330) * mix(0.5, 1.2, share)];
        const thick = mix(2, 9, share);
        const lift = swell(x / 300, y / 120) * 22;
        return svg`M${x} ${y + lift}q${length / 4} ${-thick * 2} ${length / 2} 0t${length / 2} 0q${-length / 4} ${thick * 1.2} ${-length / 2} ${thick * 0.5}t${-length / 2} ${-thick * 0.5}z`;
      }).join("");
    };
    return [
      {
        ink: svg`<defs>${linear(
          "water",
          [0, 0],
          [0, 900],
          [
            [0, "#86bdb3"],
            [0.35, "#3f9090"],
            [0.75, harborInk.teal],
            [1, harborInk.deep],
          ],
        )}</defs>${harborSheet("url(#water)")}`,
      },
      {
        grain: svg`<defs>${radial("sun", [360, -120], 1250, [
          [0, "#fff3cd", 0.95],
          [0.45, "#cfe6d6", 0.25],
          [1, harborInk.sea, 0],
        ])}${radial("deep", [820, 380], 1050, [
          [0.5, harborInk.night, 0],
          [1, harborInk.night, 0.8],
        ])}</defs>${harborSheet("url(#sun)")}${harborSheet("url(#deep)")}`,
      },
      { ink: svg`<path d="${repeat(35, wave)}" fill="#0f4a52" opacity=".42"/>` },
      { ink: svg`<path d="${repeat(22, (n) => wave(n * 1.5 + 0.7))}" fill="#d9ede2" opacity=".5"/>` },
      {
        grain: svg`${fleet.map((boat) => svg`<g transform="${placed(boat, true)}" opacity=".55">${folded(boat)}</g><ellipse cx="${boat.x + 26 * boat.size}" cy="${boat.y + 42 * boat.size}" rx="${112 * boat.size}" ry="${17 * boat.size}" fill="${harborInk.night}" opacity=".75"/>`)}`,
        soft: 0.5,
      },
      {
        ink: svg`${fleet.map((boat) => svg`<g fill="none" stroke="#e6f3e8" stroke-linecap="round">${repeat(3, (n) => svg`<path d="M${boat.x - boat.size * (78 + n * 36)} ${boat.y + boat.size * (30 + n * 10)}q${boat.size * (78 + n * 36)} ${boat.size * (26 + n * 7)} ${boat.size * (156 + n * 72)} 0" stroke-width="${boat.size * (3.4 - n)}" opacity="${0.85 - n * 0.25}"/>`)}</g><g transform="${placed(boat)}">${folded(boat)}</g>`)}`,
      },
      {
        grain: svg`<defs>${linear(
          "fold",
          [-60, -90],
          [110, 40],
          [
            [0.35, "#3a2a12", 0],
            [1, "#3a2a12", 0.55],
          ],
        )}${linear(
          "wet",
          [0, -10],
          [0, 36],
          [
            [0, harborInk.teal, 0],
            [1, harborInk.teal, 0.75],
          ],
        )}</defs>${fleet.map((boat) => svg`<g transform="${placed(boat)}"><path d="M0 -92L-58 -6H58Z" fill="url(#fold)"/><path d="M-112 -42L-62 34H62L112 -42L36 0H-36Z" fill="url(#fold)"/><path d="M-98 -20L-62 34H62L98 -20L36 0H-36Z" fill="url(#wet)"/></g>`)}`,
      },
    ];
  },
};

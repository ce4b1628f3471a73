import { repeat, mix, polar, radial, svg, tint, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { ridges } from "../kit/random.ts";
import { fire, opalInk, opalSheet } from "./motifs.ts";

const stage: DrawingPoint = [800, 60];
const swell = ridges("symphony swell");

/** Rows of seats around the stage; the music passes through them as a wave of light. */
export const symphony: Drawing = {
  name: "symphony-night",
  draw: ({ between, chance }) => {
    const rows = repeat(15, (n) => 246 + n * 43 + n * n * 1.9);
    const seats = rows.map((radius, n) => {
      const size = mix(0.66, 1.5, n / 14);
      const count = Math.floor((Math.PI * radius * 0.86) / (37 * size));
      return repeat(count, (_, t) => {
        const degrees = mix(12, 168, t);
        const [x, y] = polar(stage, radius, degrees);
        if (x < -40 || x > 1640 || y > 960) return "";
        const wave = 0.5 + 0.5 * Math.sin(radius / 78 - (degrees - 90) / 16 + swell(x / 320, y / 320) * 2.4);
        const light = mix(0.12, 1, wave ** 1.3);
        const hue = fire(0.5 + 0.5 * Math.sin((degrees - 90) / 38 + radius / 330 + swell(x / 500, y / 500) * 1.6));
        const face = tint("#2a2148", hue, light);
        const taken = chance(0.1 + 0.06 * wave);
        return svg`<g transform="translate(${x} ${y}) rotate(${degrees - 90}) scale(${size})"><path d="M-16 17V-6Q-16 -19 0 -19Q16 -19 16 -6V17Q0 23 -16 17Z" fill="${face}"/><path d="M-16 17V9Q0 15 16 9V17Q0 23 -16 17Z" fill="${opalInk.black}" opacity=".55"/><path d="M-11 -11Q0 -18 11 -11" stroke="#fffdf2" stroke-width="1.800" fill="none" opacity="${light * 0.75}"/>${taken ? svg`<circle cy="-24" r="8.500" fill="${opalInk.black}"/><path d="M-14 -2q0 -13 14 -13q14 0 14 13z" fill="${opalInk.black}"/>` : ""}</g>`;
      }).join("");
    });
    return [
      { ink: opalSheet(opalInk.black) },
      {
        grain: svg`<defs>${radial("hall", stage, 900, [
          [0, "#6a5a9c", 0.9],
          [0.4, "#2b2646", 0.8],
          [1, opalInk.black, 0],
        ])}</defs>${opalSheet("url(#hall)")}`,
        soft: 0.5,
      },
      {
        ink: svg`${repeat(9, (n) => svg`<path d="M${800 - 70 - n * 22} -10L${800 - 150 - n * 120} 940M${870 + n * 22} -10L${950 + n * 120} 940" stroke="#8d7fd0" stroke-width="1" opacity=".16"/>`)}<circle cx="${stage[0]}" cy="${stage[1]}" r="198" fill="#1b1828"/><circle cx="${stage[0]}" cy="${stage[1]}" r="176" fill="${opalInk.coral}"/>`,
      },
      {
        grain: svg`<defs>${radial("floor", [800, 30], 190, [
          [0, "#ffe2c4", 1],
          [0.5, "#ff9a7c", 0.7],
          [1, opalInk.ember, 0.7],
        ])}</defs><circle cx="${stage[0]}" cy="${stage[1]}" r="176" fill="url(#floor)"/>`,
        soft: 0.5,
      },
      {
        ink: svg`<g fill="#2a0f14">${repeat(4, (r) =>
          repeat(9 + r * 4, (_, t) => {
            const [x, y] = polar(stage, 62 + r * 30, mix(14, 166, t));
            return svg`<circle cx="${x}" cy="${y - 6}" r="4.500"/><path d="M${x - 8} ${y + 8}q0 -11 8 -11q8 0 8 11z"/>`;
          }),
        )}<path d="M790 84q0 -17 10 -18q10 1 10 18l3 34h-26z"/><circle cx="800" cy="58" r="8"/><path d="M808 74L832 52" stroke="#2a0f14" stroke-width="4"/></g>`,
      },
      { ink: seats.join("") },
      {
        grain: svg`<defs>${radial("glow", [800, 120], 620, [
          [0, "#ffb59c", 0.5],
          [0.5, "#c77bd0", 0.14],
          [1, "#c77bd0", 0],
        ])}</defs>${opalSheet("url(#glow)")}`,
        blend: "screen",
        soft: 0.6,
      },
      {
        grain: svg`<defs>${radial("edge", [800, 380], 980, [
          [0.65, opalInk.black, 0],
          [1, opalInk.black, 0.85],
        ])}</defs>${opalSheet("url(#edge)")}`,
        soft: 0.6,
      },
      {
        ink: svg`<g fill="${opalInk.milk}">${repeat(36, () => svg`<circle cx="${800 + between(-420, 420)}" cy="${between(20, 520)}" r="${between(0.8, 2.2)}" opacity="${between(0.2, 0.8)}"/>`)}</g>`,
      },
    ];
  },
};

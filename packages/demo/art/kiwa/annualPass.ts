import { repeat, mix, polar, radial, svg } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { fern, kiwaInk, moon, kiwaSheet, stars } from "./motifs.ts";

/** The moon in one of its twelve phases, as seen from the south: it fills from the left. */
const phase = (n: number, x: number, y: number, r: number): string => {
  const share = n / 12;
  const lit = Math.cos(share * 2 * Math.PI);
  const bulge = Math.abs(lit) * r;
  const growing = share < 0.5;
  const limb = svg`M0 ${-r}A${r} ${r} 0 0 ${growing ? 0 : 1} 0 ${r}`;
  const inside = lit > 0 === growing ? 1 : 0;
  return svg`<g transform="translate(${x} ${y})"><circle r="${r}" fill="#1b2a5c"/><circle r="${r}" fill="none" stroke="#5d78ba" stroke-width="1.500"/>${n === 6 ? moon([0, 0], r) : n === 0 ? "" : svg`<path d="${limb}A${bulge} ${r} 0 0 ${inside} 0 ${-r}Z" fill="${kiwaInk.moon}"/>`}</g>`;
};

/** Twelve moons around one wide-open eye. */
export const annualPass: Drawing = {
  name: "annual-pass",
  tooth: 0.45,
  draw: ({ between, bell }) => {
    const rays = (count: number, from: number, to: number, colours: readonly string[], width: number): string =>
      repeat(count, (n) => {
        const degrees = (n * 360) / count + bell() * 1.4;
        const [a, b] = polar([800, 450], from + between(-6, 6), degrees);
        const [c, d] = polar([800, 450], to + between(-26, 10), degrees + bell() * 3);
        return svg`<path d="M${a} ${b}L${c} ${d}" stroke="${colours[n % colours.length]}" stroke-width="${width * between(0.6, 1.3)}" stroke-linecap="round"/>`;
      }).join("");
    return [
      { ink: kiwaSheet(kiwaInk.midnight) },
      {
        grain: svg`<defs>${radial("sky", [800, 450], 860, [
          [0, "#4d8f5e", 0.9],
          [0.3, "#22506a", 0.85],
          [0.62, kiwaInk.dusk, 0.7],
          [1, kiwaInk.midnight, 0.95],
        ])}</defs>${kiwaSheet("url(#sky)")}`,
        soft: 0.5,
      },
      {
        ink: svg`${stars(150, 900, between)}${repeat(20, (n) => {
          const turn = n * 18 + 4;
          const [a, b] = polar([800, 450], 470, turn);
          const [c, d] = polar([800, 450], 620, turn + 7);
          const [e, f] = polar([800, 450], 760, turn + 3);
          const [g, h] = polar([800, 450], 930, turn - 9);
          return fern(
            [
              [g, h],
              [e, f],
              [c, d],
              [a, b],
            ],
            20,
            96,
            n % 2 ? "#0c2f44" : "#103a4c",
          );
        })}`,
      },
      {
        grain: svg`<defs>${radial("edge", [800, 450], 960, [
          [0.4, kiwaInk.void, 0],
          [1, kiwaInk.void, 0.92],
        ])}</defs>${kiwaSheet("url(#edge)")}`,
        soft: 0.5,
      },
      {
        ink: svg`<circle cx="800" cy="450" r="262" fill="#060a1c" opacity=".75"/><circle cx="800" cy="450" r="240" fill="${kiwaInk.void}"/><circle cx="800" cy="450" r="226" fill="#5c9a34"/>${rays(150, 150, 222, ["#3f7a2c", "#86cf48", kiwaInk.phosphor, "#4f8f33"], 5)}${rays(120, 84, 190, [kiwaInk.lime, kiwaInk.phosphor, "#e9ffb0", "#7cc640"], 4)}${rays(90, 70, 130, [kiwaInk.amber, kiwaInk.honey, "#ffd060"], 4)}`,
      },
      {
        grain: svg`<defs>${radial("iris", [800, 450], 228, [
          [0.3, "#16351c", 0.85],
          [0.42, "#16351c", 0],
          [0.8, "#16351c", 0],
          [1, "#06140c", 0.95],
        ])}${radial("shine", [700, 340], 330, [
          [0, "#fffef0", 0.45],
          [0.6, "#fffef0", 0],
          [1, kiwaInk.void, 0.6],
        ])}</defs><circle cx="800" cy="450" r="226" fill="url(#iris)"/><circle cx="800" cy="450" r="226" fill="url(#shine)"/>`,
        soft: 0.5,
      },
      {
        ink: svg`<path d="M800 262C850 330 866 400 866 450C866 500 850 570 800 638C750 570 734 500 734 450C734 400 750 330 800 262Z" fill="${kiwaInk.void}"/>${moon([760, 366], 38)}<circle cx="846" cy="530" r="13" fill="#fffef0"/><circle cx="800" cy="450" r="240" fill="none" stroke="${kiwaInk.lime}" stroke-width="3"/>`,
      },
      {
        grain: svg`<defs>${repeat(12, (n) =>
          radial(`g${n}`, polar([800, 450], 340, n * 30 - 90), 92, [
            [0, kiwaInk.moon, mix(0, 0.6, 1 - Math.abs(n - 6) / 6)],
            [1, kiwaInk.moon, 0],
          ]),
        )}</defs>${repeat(12, (n) => {
          const [x, y] = polar([800, 450], 340, n * 30 - 90);
          return svg`<circle cx="${x}" cy="${y}" r="92" fill="url(#g${n})"/>`;
        })}`,
        soft: 0.6,
      },
      {
        ink: repeat(12, (n) => {
          const [x, y] = polar([800, 450], 340, n * 30 - 90);
          return phase(n, x, y, 46);
        }).join(""),
      },
    ];
  },
};

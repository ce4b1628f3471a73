import { bezier, brush, curve, linear, repeat, mix, origin, radial, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { ridges } from "../kit/random.ts";
import { fire, opalInk, opalSheet } from "./motifs.ts";

const drift = ridges("late smoke");
const spine: readonly DrawingPoint[] = [
  ...bezier([520, 232], [556, 196], [604, 176], [640, 214], 14),
  ...bezier([640, 214], [676, 260], [690, 420], [716, 590], 26).slice(1),
  ...bezier([716, 590], [730, 780], [900, 800], [922, 630], 28).slice(1),
  ...bezier([922, 630], [930, 560], [930, 500], [950, 420], 16).slice(1),
];
const girth = (t: number): number =>
  t < 0.17 ? mix(13, 26, t / 0.17) : t < 0.8 ? mix(26, 92, (t - 0.17) / 0.63) : mix(92, 262, ((t - 0.8) / 0.2) ** 2.1);

/** A saxophone at midnight; its last note hangs in the air as smoke. */
export const lateNightJazz: Drawing = {
  name: "late-night-jazz",
  frame: [0, 30, 1520, 855],
  draw: () => {
    const smoke = repeat(46, (_, t) => {
      const points = repeat(34, (_n, s): DrawingPoint => {
        const spread = mix(8, 640, s ** 1.3) * (t - 0.5);
        const wander = Math.sin(s * 6.2 + 0.4) * mix(6, 150, s) + drift(s * 2.3, t * 0.7) * 90 * s;
        return [
          956 + s * 20 + wander + spread * 1.25 * Math.cos(s * 4 + t),
          mix(424, -60, s) + Math.sin(t * 3 + s * 5) * 12,
        ];
      });
      return svg`<path d="${curve(points)}" stroke="${fire(t)}" stroke-width="${mix(2.6, 1.4, Math.abs(t - 0.5) * 2)}" fill="none" opacity="${mix(0.95, 0.5, Math.abs(t - 0.5) * 2)}"/>`;
    });
    const body = brush(spine, girth);
    const key = (n: number): DrawingPoint => spine[n] ?? origin;
    return [
      { ink: opalSheet(opalInk.black) },
      {
        grain: svg`<defs>${radial("moon", [760, 400], 640, [
          [0, "#6a2f4a", 0.9],
          [0.5, "#2c1a38", 0.8],
          [1, opalInk.black, 0],
        ])}</defs>${opalSheet("url(#moon)")}`,
        soft: 0.5,
      },
      { ink: svg`<circle cx="760" cy="436" r="322" fill="${opalInk.coral}"/>` },
      {
        grain: svg`<defs>${linear(
          "set",
          [600, 130],
          [900, 760],
          [
            [0, "#ffcfae", 0.9],
            [0.4, "#ff8d72", 0.3],
            [0.6, opalInk.ember, 0.2],
            [1, "#4a1430", 0.98],
          ],
        )}</defs><circle cx="760" cy="436" r="322" fill="url(#set)"/>`,
        soft: 0.5,
      },
      {
        ink: svg`<defs><clipPath id="disc"><circle cx="760" cy="436" r="323"/></clipPath></defs><g clip-path="url(#disc)">${repeat(9, (n) => svg`<rect x="420" y="${560 + n * 26 + n * n}" width="700" height="${3 + n * 2.1}" fill="#170d1a"/>`)}</g>`,
      },
      { ink: smoke.join(""), blend: "screen" },
      {
        ink: svg`<path d="${body}" fill="#0e0b15"/><g stroke="#0e0b15" stroke-width="7" fill="none"><path d="M660 330L712 620M640 300L690 640"/></g><path d="M490 246l34 -30l16 16l-36 26z" fill="#0e0b15"/><ellipse cx="952" cy="414" rx="134" ry="36" transform="rotate(12 952 414)" fill="#0e0b15"/>`,
      },
      {
        grain: svg`<defs>${linear(
          "rim",
          [560, 200],
          [980, 760],
          [
            [0, "#a78cff", 0.75],
            [0.28, "#58dccb", 0.4],
            [0.5, "#58dccb", 0.02],
            [0.72, "#f58fd0", 0.3],
            [1, "#ffb9a0", 0.85],
          ],
        )}${radial("mouth", [960, 404], 150, [
          [0, "#ffd9b0", 0.95],
          [0.6, "#f58fd0", 0.5],
          [1, "#6b3a8a", 0.6],
        ])}</defs><path d="${body}" fill="url(#rim)"/><ellipse cx="952" cy="412" rx="118" ry="25" transform="rotate(12 952 414)" fill="url(#mouth)"/>`,
        soft: 0.6,
      },
      {
        ink: svg`<path d="${body}" fill="none" stroke="#f3d9ff" stroke-width="2.200" opacity=".75"/>${[
          22, 25, 28, 31, 34, 37,
        ].map((n, k) => {
          const [x, y] = key(n);
          return svg`<circle cx="${x + 2}" cy="${y}" r="${15 + k * 1.6}" fill="${fire(k / 6)}"/><circle cx="${x + 2}" cy="${y}" r="${9 + k}" fill="#0e0b15"/><circle cx="${x}" cy="${y - 3}" r="${3.5 + k * 0.4}" fill="#fffdf6"/>`;
        })}${[50, 55, 60].map((n, k) => {
          const [x, y] = key(n);
          return svg`<circle cx="${x}" cy="${y}" r="${25 + k * 2}" fill="${fire(0.45 + k * 0.2)}"/><circle cx="${x}" cy="${y}" r="${18 + k * 2}" fill="#0e0b15"/><path d="M${x - 8} ${y - 8}q8 -8 16 0" stroke="#fffdf6" stroke-width="3" fill="none"/>`;
        })}<path d="M622 330C640 420 650 520 676 640" stroke="#ffd9b0" stroke-width="3" fill="none"/>`,
      },
      {
        grain: svg`<defs>${radial("edge", [790, 430], 980, [
          [0.5, opalInk.black, 0],
          [1, opalInk.black, 0.95],
        ])}</defs>${opalSheet("url(#edge)")}`,
        soft: 0.6,
      },
    ];
  },
};

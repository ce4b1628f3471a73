import { curve, repeat, mix, pool, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { terrain } from "../kit/random.ts";
import { fire, opalInk } from "./motifs.ts";

const wind = terrain("opal completed");

/** A long wave of opal across the dark, with a coral note on its crest. */
const scene = (name: string, width: number, height: number): Drawing => ({
  name,
  size: [width, height],
  scale: 1,
  tooth: 0.4,
  draw: ({ between, pick }) => {
    const strand = (share: number): DrawingPoint[] =>
      repeat(40, (_, t): DrawingPoint => {
        const wave = Math.sin(t * 6.6 - 0.9 + share * 0.5) * height * 0.17;
        const open =
          mix(0.1, 0.62, Math.sin(Math.PI * t) ** 1.4) * height * (share - 0.5) * Math.cos(t * 5 + share * 1.4);
        return [t * (width + 80) - 40, height * 0.56 + wave + open + wind(t * 3, share * 2) * 16];
      });
    const middle = strand(0.5);
    const crest = middle
      .filter(([x]) => x > width * 0.3 && x < width * 0.7)
      .reduce((top, point) => (point[1] < top[1] ? point : top));
    return [
      { ink: svg`<rect width="${width}" height="${height}" fill="${opalInk.black}"/>` },
      {
        grain: svg`<defs>${pool("glow", [
          [0, "#6a58b8", 0.85],
          [0.5, "#2f2752", 0.6],
          [1, opalInk.black, 0],
        ])}</defs><ellipse cx="${width / 2}" cy="${height * 0.54}" rx="${width * 0.56}" ry="${height * 0.62}" fill="url(#glow)"/>`,
        soft: 0.6,
      },
      {
        ink: repeat(
          64,
          (_, share) =>
            svg`<path d="${curve(strand(share))}" fill="none" stroke="${fire(share)}" stroke-width="${mix(2.2, 1.3, Math.abs(share - 0.5) * 2)}" opacity="${mix(1, 0.55, Math.abs(share - 0.5) * 2)}"/>`,
        ).join(""),
        blend: "screen",
      },
      {
        grain: svg`<defs>${pool("halo", [
          [0.2, opalInk.coral, 0.7],
          [1, opalInk.coral, 0],
        ])}</defs><circle cx="${crest[0]}" cy="${crest[1] - 78}" r="120" fill="url(#halo)"/>`,
        blend: "screen",
        soft: 0.6,
      },
      {
        ink: svg`<circle cx="${crest[0]}" cy="${crest[1] - 78}" r="46" fill="${opalInk.coral}"/><path d="M${crest[0] - 30} ${crest[1] - 90}A32 32 0 0 1 ${crest[0] - 8} ${crest[1] - 110}" stroke="#ffe3d4" stroke-width="5" fill="none" stroke-linecap="round"/>${repeat(Math.round(width / 22), () => svg`<circle cx="${between(0, width)}" cy="${between(10, height - 10)}" r="${between(1.5, 5)}" fill="${pick([opalInk.coral, opalInk.milk, fire(between(0, 1)), fire(between(0, 1))])}" opacity="${between(0.5, 1)}"/>`)}`,
      },
    ];
  },
});

export const opalCompleted: readonly Drawing[] = [scene("completed", 1600, 500), scene("completed-mobile", 800, 600)];

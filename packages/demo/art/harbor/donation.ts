import { clip, linear, repeat, mix, pool, radial, svg, tint } from "../kit/shape.ts";
import type { Drawing, Layer } from "../kit/press.ts";
import type { SeededRandom } from "../kit/random.ts";
import { harborInk, harborSheet } from "./motifs.ts";

const [cx, cy] = [800, 590];

const rings = repeat(11, (n, share) => ({ rx: 46 + n * 62 + n * n * 5.5, share }));
const water = (): readonly Layer[] => [
  {
    ink: svg`<defs>${linear(
      "air",
      [0, 0],
      [0, 400],
      [
        [0, "#0c3a43"],
        [1, "#5fa39e"],
      ],
    )}${linear(
      "pond",
      [0, 400],
      [0, 900],
      [
        [0, "#5fa39e"],
        [0.3, harborInk.sea],
        [1, harborInk.deep],
      ],
    )}</defs>${harborSheet("url(#air)")}<rect y="400" width="1600" height="500" fill="url(#pond)"/>`,
  },
  {
    grain: svg`<defs>${radial("shaft", [800, 250], 560, [
      [0, "#fff0c4", 0.75],
      [0.5, "#f3d48f", 0.2],
      [1, "#f3d48f", 0],
    ])}${radial("night", [800, 480], 1000, [
      [0.5, harborInk.night, 0],
      [1, harborInk.night, 0.8],
    ])}${linear(
      "far",
      [0, 380],
      [0, 450],
      [
        [0, "#d9e9d6", 0],
        [0.4, "#e9efd8", 0.7],
        [1, "#d9e9d6", 0],
      ],
    )}</defs>${harborSheet("url(#shaft)")}<rect y="380" width="1600" height="70" fill="url(#far)"/>${harborSheet("url(#night)")}`,
    soft: 0.5,
  },
  ...[...rings].reverse().map(({ rx, share }) => ({
    ink: svg`<defs>${clip("pond", "M0 402H1600V900H0Z")}</defs><g clip-path="url(#pond)"><ellipse cx="${cx}" cy="${cy + 5 - share * 10}" rx="${rx + mix(5, 16, share)}" ry="${(rx + mix(5, 16, share)) * 0.3}" fill="${harborInk.deep}" opacity="${mix(0.85, 0.18, share)}"/><ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${rx * 0.3}" fill="none" stroke="${tint("#ffe9b0", harborInk.foam, share)}" stroke-width="${mix(9, 2, share)}" opacity="${mix(1, 0.4, share)}"/><ellipse cx="${cx}" cy="${cy}" rx="${rx - 3}" ry="${rx * 0.3 - 2}" fill="${tint("#1f6e72", "#2f8284", share)}" opacity=".8"/></g>`,
  })),
];

const coin = ({ between }: SeededRandom): readonly Layer[] => [
  {
    grain: svg`<defs>${pool("glow", [
      [0, "#ffdf93", 0.95],
      [0.35, "#e9b75c", 0.42],
      [1, harborInk.brass, 0],
    ])}${linear(
      "across",
      [0, 0],
      [1600, 0],
      [
        [0, harborInk.night, 0.4],
        [0.3, harborInk.night, 0],
        [0.7, harborInk.night, 0],
        [1, harborInk.night, 0.4],
      ],
    )}</defs><ellipse cx="${cx}" cy="${cy}" rx="560" ry="160" fill="url(#glow)"/><rect y="400" width="1600" height="500" fill="url(#across)"/>`,
    soft: 0.5,
  },
  {
    ink: svg`${rings.map(({ rx, share }) => svg`<path d="M${cx - rx * 0.94} ${cy + rx * 0.1}A${rx} ${rx * 0.3} 0 0 0 ${cx + rx * 0.94} ${cy + rx * 0.1}" fill="none" stroke="#fff3cf" stroke-width="${mix(5, 2, share)}" opacity="${mix(0.95, 0.3, share)}" stroke-linecap="round"/>`)}
        <g fill="#ffe7ac">${repeat(12, (n) => svg`<circle cx="${cx + (n - 5.5) * 15}" cy="${cy - 46 - between(0, 70) + Math.abs(n - 5.5) * 11}" r="${between(2, 6)}"/>`)}</g>
        <defs>${linear(
          "face",
          [720, 150],
          [880, 330],
          [
            [0, "#fff4cd"],
            [0.35, "#efca79"],
            [0.7, harborInk.brass],
            [1, harborInk.bronze],
          ],
        )}</defs>
        <g transform="rotate(-18 800 262)"><ellipse cx="812" cy="268" rx="112" ry="118" fill="${harborInk.umber}"/><ellipse cx="806" cy="265" rx="112" ry="118" fill="${harborInk.bronze}"/><ellipse cx="800" cy="262" rx="112" ry="118" fill="url(#face)"/><ellipse cx="800" cy="262" rx="95" ry="101" fill="none" stroke="${harborInk.bronze}" stroke-width="3"/>
        ${repeat(48, (n) => svg`<path d="M800 152v9" stroke="${harborInk.bronze}" stroke-width="2.500" transform="rotate(${n * 7.5} 800 262)"/>`)}
        <path d="M764 330V244a36 36 0 0 1 72 0v86zM800 208v122M764 252h72M764 290h72" fill="none" stroke="${harborInk.bronze}" stroke-width="6"/><path d="M752 332h96" stroke="${harborInk.bronze}" stroke-width="7"/></g>`,
  },
  {
    grain: svg`<defs>${linear(
      "turn",
      [710, 170],
      [890, 350],
      [
        [0, "#fffdf0", 0.75],
        [0.3, "#fffdf0", 0],
        [0.5, harborInk.umber, 0],
        [1, harborInk.umber, 0.85],
      ],
    )}${linear(
      "trail",
      [0, 20],
      [0, 180],
      [
        [0, "#ffe7ac", 0],
        [1, "#ffe7ac", 0.6],
      ],
    )}</defs><ellipse cx="803" cy="262" rx="114" ry="116" fill="url(#turn)"/><path d="M772 10h10v140h-10zM800 -20h6v150h-6zM824 30h8v120h-8z" fill="url(#trail)"/>`,
  },
];

/** A coin above still water, with rings that reach the edge. */
export const donation: Drawing = {
  name: "donation",
  draw: (random) => [...water(), ...coin(random)],
};

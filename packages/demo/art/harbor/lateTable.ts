import { clip, linear, repeat, mix, pool, radial, svg } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { arch, bars, harborInk, harborSheet, sloop } from "./motifs.ts";

const window = arch(800, 560, 40, 640);
const [cx, cy] = [800, 690];

const cup = (x: number, y: number, size: number): string =>
  svg`<g transform="translate(${x} ${y}) scale(${size})"><ellipse cx="0" cy="20" rx="58" ry="15" fill="${harborInk.foam}"/><ellipse cx="0" cy="17" rx="58" ry="15" fill="${harborInk.paper}"/><path d="M34 -22q34 -4 28 16q-6 16 -34 14" fill="none" stroke="${harborInk.paper}" stroke-width="7"/><path d="M-38 -28q0 44 24 44h28q24 0 24 -44z" fill="${harborInk.paper}"/><path d="M8 -28h30q0 44 -24 44h-10q10 -18 4 -44z" fill="${harborInk.foam}" opacity=".7"/><ellipse cx="0" cy="-28" rx="38" ry="10" fill="${harborInk.mist}"/><ellipse cx="0" cy="-27" rx="31" ry="7" fill="${harborInk.umber}"/></g>`;

/** A candle on a table before the whole harbor at night. */
export const lateTable: Drawing = {
  name: "late-table",
  draw: ({ between }) => [
    {
      ink: svg`<defs>${linear(
        "dusk",
        [0, 40],
        [0, 430],
        [
          [0, harborInk.night],
          [0.45, harborInk.teal],
          [0.8, "#c98a55"],
          [1, harborInk.glow],
        ],
      )}${linear(
        "bay",
        [0, 430],
        [0, 640],
        [
          [0, "#8d8a68"],
          [0.25, harborInk.teal],
          [1, harborInk.night],
        ],
      )}${clip("pane", window)}</defs>${harborSheet(harborInk.deep)}
      ${repeat(9, (n) => svg`<rect x="${n * 190 - 40}" y="0" width="2" height="900" fill="${harborInk.night}" opacity=".5"/>`)}
      <g clip-path="url(#pane)"><rect width="1600" height="440" fill="url(#dusk)"/><path d="M500 430v-34h46v-30h38v22h52v-54h30v40h64v24h72v-64l16 -26l16 26v50h60v26h56v-40h44v20h60v-30h52v70z" fill="${harborInk.night}" opacity=".85"/><rect y="428" width="1600" height="230" fill="url(#bay)"/>
      ${repeat(40, (_, share) => svg`<circle cx="${mix(530, 1075, share)}" cy="${between(384, 424)}" r="${between(1.6, 3.4)}" fill="${harborInk.glow}"/>`)}
      ${sloop([660, 520], 1.7, harborInk.night, harborInk.mist)}${sloop([930, 476], 1, harborInk.night, harborInk.foam)}</g>`,
    },
    {
      grain: svg`<g clip-path="url(#pane)">${repeat(26, (_, share) => svg`<rect x="${mix(525, 1065, share) + between(-8, 8)}" y="432" width="${between(3, 9)}" height="${between(40, 170)}" fill="${harborInk.glow}" opacity="${between(0.15, 0.5)}"/>`)}</g><defs>${clip("pane", window)}${radial(
        "lamp",
        [cx, 500],
        820,
        [
          [0, "#ffe3a0", 0.6],
          [0.4, harborInk.brass, 0.2],
          [1, harborInk.night, 0],
        ],
      )}</defs>${harborSheet("url(#lamp)")}`,
      soft: 0.5,
    },
    {
      ink: svg`<path d="${window}" fill="none" stroke="${harborInk.umber}" stroke-width="20"/><path d="${bars(800, 560, 40, 640, 3)}" fill="none" stroke="${harborInk.umber}" stroke-width="8"/><rect x="490" y="636" width="620" height="22" fill="${harborInk.bronze}"/>
      <defs>${linear(
        "cloth",
        [430, 640],
        [1170, 760],
        [
          [0, harborInk.foam],
          [0.5, "#fffaf0"],
          [1, harborInk.foam],
        ],
      )}${linear(
        "fall",
        [0, 690],
        [0, 900],
        [
          [0, harborInk.mist],
          [1, harborInk.sea],
        ],
      )}</defs>
      <path d="M${cx - 400} ${cy}q-14 150 -30 220h860q-16 -70 -30 -220z" fill="url(#fall)"/>
      ${repeat(9, (_, share) => svg`<path d="M${mix(cx - 380, cx + 380, share)} ${cy + 60 + Math.sin(share * Math.PI) * 46}q${mix(-14, 14, share)} 90 ${mix(-26, 26, share)} 190" fill="none" stroke="${harborInk.teal}" stroke-width="5" opacity=".35"/>`)}
      <ellipse cx="${cx}" cy="${cy}" rx="400" ry="104" fill="url(#cloth)"/>`,
    },
    {
      grain: svg`<defs>${pool("light", [
        [0, "#ffe9b0", 1],
        [0.5, "#f6cf86", 0.5],
        [1, harborInk.brass, 0],
      ])}</defs><ellipse cx="${cx}" cy="${cy}" rx="330" ry="88" fill="url(#light)"/><ellipse cx="${cx - 215}" cy="${cy + 24}" rx="84" ry="20" fill="${harborInk.umber}" opacity=".25"/><ellipse cx="${cx + 235}" cy="${cy + 24}" rx="84" ry="20" fill="${harborInk.umber}" opacity=".25"/>`,
      soft: 0.5,
    },
    {
      ink: svg`${cup(cx - 205, cy - 6, 1.15)}${cup(cx + 205, cy + 8, 1.15)}
      <ellipse cx="${cx}" cy="${cy + 12}" rx="62" ry="16" fill="${harborInk.bronze}"/><ellipse cx="${cx}" cy="${cy + 8}" rx="62" ry="16" fill="${harborInk.brass}"/><path d="M${cx - 15} ${cy + 8}v-150q15 -9 30 0v150q-15 8 -30 0z" fill="${harborInk.paper}"/><path d="M${cx + 4} ${cy + 12}v-156q6 0 11 3v149q-5 4 -11 4z" fill="${harborInk.glow}"/><path d="M${cx} ${cy - 146}v-16" stroke="${harborInk.umber}" stroke-width="4"/><path d="M${cx} ${cy - 232}q34 48 0 76q-34 -28 0 -76z" fill="#ffcf66"/><path d="M${cx} ${cy - 200}q16 24 0 40q-16 -16 0 -40z" fill="#fffbe6"/>`,
    },
    {
      grain: svg`<defs>${radial("flame", [cx, cy - 190], 230, [
        [0, "#fff1c4", 0.85],
        [0.3, "#ffd980", 0.35],
        [1, harborInk.brass, 0],
      ])}${radial("edge", [cx, 480], 980, [
        [0.5, harborInk.night, 0],
        [1, harborInk.night, 0.85],
      ])}</defs>${harborSheet("url(#flame)")}${harborSheet("url(#edge)")}`,
      soft: 0.5,
    },
  ],
};

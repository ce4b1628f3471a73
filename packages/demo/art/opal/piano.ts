import { clip, linear, repeat, mix, radial, svg } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { fire, opalInk, opalLine, opalSheet } from "./motifs.ts";

const outline =
  "M470 190H1010C1130 190 1226 250 1226 338C1226 430 1130 452 1050 474C960 500 930 560 890 620C858 668 820 690 760 690H470Z";
const inner =
  "M560 222H1006C1108 222 1192 270 1192 338C1192 408 1114 424 1036 446C940 474 906 536 866 596C838 638 806 658 760 658H560Z";

/** A grand piano seen from the fly tower, its strings opened like a shell of opal. */
export const piano: Drawing = {
  name: "piano-recital",
  frame: [130, 66, 1330, 748],
  draw: () => {
    const strings = repeat(
      64,
      (n, t) =>
        svg`<path d="M560 ${mix(228, 654, t)}L1230 ${mix(214, 400, t ** 0.9)}" stroke="${fire(t)}" stroke-width="${mix(3.4, 1.6, t)}" opacity="${n % 4 === 3 ? 0.35 : 1}"/>`,
    );
    return [
      { ink: opalSheet(opalInk.black) },
      {
        grain: svg`<defs>${radial("spot", [830, 430], 470, [
          [0, "#6a5aa8", 0.95],
          [0.7, "#3c3462", 0.9],
          [0.96, "#2a2544", 0.85],
          [1, "#1a1728", 0],
        ])}</defs>${opalSheet("url(#spot)")}`,
        soft: 0.5,
      },
      {
        ink: svg`${repeat(22, (n) => svg`<path d="M0 ${n * 42}H1600" stroke="${opalInk.black}" stroke-width="1.600" opacity=".55"/>`)}`,
      },
      {
        grain: svg`<g transform="translate(30 46)" fill="#000" opacity=".92"><path d="${outline}"/><circle cx="352" cy="440" r="62"/></g>`,
        soft: 0.7,
      },
      {
        ink: svg`<path d="${outline}" fill="#0d0b14"/><path d="${outline}" fill="none" stroke="#5b5480" stroke-width="2"/><path d="${inner}" fill="#1a1626"/>`,
      },
      {
        ink: svg`<defs>${clip("case", inner)}${opalLine("plate", [560, 200], [1100, 660], 0.3)}</defs><g clip-path="url(#case)"><path d="${inner}" fill="url(#plate)"/>${strings}<path d="M640 200L700 680M1010 200C1010 330 930 420 820 680" stroke="#0d0b14" stroke-width="13" fill="none"/>${repeat(30, (_, t) => svg`<circle cx="${mix(640, 697, t)}" cy="${mix(222, 660, t)}" r="2.600" fill="${opalInk.milk}"/>`)}</g>`,
      },
      {
        grain: svg`<defs>${clip("case", inner)}${radial("deep", [700, 330], 620, [
          [0, "#fffdf2", 0.5],
          [0.35, "#fffdf2", 0],
          [0.55, opalInk.black, 0.05],
          [1, opalInk.black, 0.92],
        ])}</defs><g clip-path="url(#case)">${opalSheet("url(#deep)")}</g>`,
        soft: 0.5,
      },
      {
        ink: svg`<path d="M456 196H548V684H456Z" fill="#0d0b14"/><rect x="470" y="210" width="66" height="460" fill="${opalInk.milk}"/>${repeat(35, (n) => svg`<path d="M470 ${210 + ((n + 1) * 460) / 36}H536" stroke="#3a3548" stroke-width="1.400"/>`)}${repeat(36, (n) => ([0, 1, 3, 4, 5].includes(n % 7) ? svg`<rect x="496" y="${210 + ((n + 1) * 460) / 36 - 4}" width="40" height="8" fill="#0d0b14"/>` : ""))}<rect x="536" y="204" width="14" height="472" fill="${opalInk.coral}"/>
        <rect x="300" y="372" width="104" height="136" rx="12" fill="${opalInk.coral}"/><path d="M352 384v112M312 440h80" stroke="${opalInk.ember}" stroke-width="3"/>`,
      },
      {
        grain: svg`<defs>${linear(
          "keys",
          [470, 210],
          [470, 670],
          [
            [0, opalInk.black, 0],
            [0.5, opalInk.black, 0.05],
            [1, "#3b2f66", 0.8],
          ],
        )}${linear(
          "seat",
          [300, 372],
          [404, 508],
          [
            [0, "#ffd3b8", 0.8],
            [0.4, "#ffd3b8", 0],
            [0.5, "#3d0f16", 0],
            [1, "#3d0f16", 0.85],
          ],
        )}${linear(
          "gloss",
          [900, 180],
          [1250, 500],
          [
            [0, "#cfc4ff", 0.85],
            [1, "#cfc4ff", 0],
          ],
        )}</defs><rect x="470" y="210" width="66" height="460" fill="url(#keys)"/><rect x="300" y="372" width="104" height="136" rx="12" fill="url(#seat)"/><path d="${outline}${inner}" fill-rule="evenodd" fill="url(#gloss)" opacity=".6"/>`,
        soft: 0.5,
      },
      {
        grain: svg`<defs>${radial("edge", [820, 430], 960, [
          [0.45, opalInk.black, 0],
          [1, opalInk.black, 0.9],
        ])}</defs>${opalSheet("url(#edge)")}`,
        soft: 0.6,
      },
    ];
  },
};

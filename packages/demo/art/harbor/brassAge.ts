import { linear, repeat, mix, polar, radial, svg } from "../kit/shape.ts";
import type { Drawing, Layer } from "../kit/press.ts";
import type { SeededRandom } from "../kit/random.ts";
import { harborInk, harborSheet } from "./motifs.ts";

const [cx, cy] = [800, 420];

/** A toothed wheel with spokes, as one outline. */
const wheel = (x: number, y: number, radius: number, teeth: number, spokes: number): string => {
  const rim = repeat(teeth * 4, (n) =>
    polar([x, y], n % 4 < 2 ? radius : radius * 0.93, ((n - 0.5) * 360) / (teeth * 4)),
  );
  const cuts = repeat(spokes, (n) => {
    const [from, to] = [(n * 360) / spokes + 9, ((n + 1) * 360) / spokes - 9];
    const points = [
      polar([x, y], radius * 0.8, from),
      polar([x, y], radius * 0.8, to),
      polar([x, y], radius * 0.26, to - 8),
      polar([x, y], radius * 0.26, from + 8),
    ] as const;
    return svg`M${points[0][0]} ${points[0][1]}A${radius * 0.8} ${radius * 0.8} 0 0 1 ${points[1][0]} ${points[1][1]}L${points[2][0]} ${points[2][1]}A${radius * 0.26} ${radius * 0.26} 0 0 0 ${points[3][0]} ${points[3][1]}Z`;
  });
  return svg`M${rim.map(([a, b]) => svg`${a} ${b}`).join("L")}Z${cuts}`;
};

type Ring = { readonly rx: number; readonly ry: number; readonly turn: number; readonly band: number };
const rings: readonly Ring[] = [
  { rx: 318, ry: 318, turn: 0, band: 26 },
  { rx: 300, ry: 96, turn: -24, band: 24 },
  { rx: 300, ry: 118, turn: 66, band: 20 },
  { rx: 262, ry: 178, turn: 22, band: 14 },
];

/** Half of a ring: the far side passes behind the globe, the near side before it. */
const half = ({ rx, ry, turn, band }: Ring, near: boolean): string => {
  const sweep = near ? 0 : 1;
  const path = svg`M${cx - rx} ${cy}A${rx} ${ry} 0 0 ${sweep} ${cx + rx} ${cy}`;
  const marks = repeat(37, (n) => {
    const angle = (near ? 180 : -180) * (n / 36);
    const a = (angle * Math.PI) / 180;
    const [x, y] = [cx + rx * Math.cos(a), cy + ry * Math.sin(a)];
    const reach = (n % 3 === 0 ? 0.5 : 0.26) * band;
    const length = Math.hypot(Math.cos(a) / rx, Math.sin(a) / ry) || 1;
    return svg`M${x} ${y}l${(-Math.cos(a) / rx / length) * reach} ${(-Math.sin(a) / ry / length) * reach}`;
  });
  const metal = near || rx === ry ? "url(#bright)" : "url(#dull)";
  return svg`<g transform="rotate(${turn} ${cx} ${cy})" fill="none"><path d="${path}" stroke="${harborInk.night}" stroke-width="${band + 5}"/><path d="${path}" stroke="${metal}" stroke-width="${band}"/><path d="${marks}" stroke="${harborInk.umber}" stroke-width="2"/></g>`;
};

const clockwork = (): readonly Layer[] => [
  {
    ink: svg`${harborSheet(harborInk.deep)}<g fill="#104750" fill-rule="evenodd"><path d="${wheel(330, 250, 330, 40, 6)}"/><path d="${wheel(1330, 620, 380, 46, 7)}"/></g><g fill="#165963" fill-rule="evenodd"><path d="${wheel(262, 690, 190, 26, 5)}"/><path d="${wheel(1262, 178, 172, 24, 5)}"/></g>`,
  },
  {
    grain: svg`<defs>${radial("lamp", [470, 200], 900, [
      [0, harborInk.foam, 0.5],
      [0.45, harborInk.sea, 0.22],
      [1, harborInk.sea, 0],
    ])}${radial("corner", [700, 380], 1000, [
      [0.45, harborInk.night, 0],
      [1, harborInk.night, 0.95],
    ])}</defs>${`<rect width="1600" height="900" fill="url(#lamp)"/><rect width="1600" height="900" fill="url(#corner)"/>`}`,
  },
  {
    ink: svg`<rect y="820" width="1600" height="80" fill="${harborInk.night}"/><rect y="816" width="1600" height="4" fill="${harborInk.brass}" opacity=".8"/>`,
  },
  {
    grain: svg`<defs>${linear(
      "cast",
      [800, 0],
      [1500, 0],
      [
        [0, "#000", 0.8],
        [1, "#000", 0],
      ],
    )}${linear(
      "edge",
      [200, 0],
      [900, 0],
      [
        [0, harborInk.sea, 0],
        [0.7, harborInk.foam, 0.4],
        [1, harborInk.sea, 0],
      ],
    )}</defs><path d="M700 834H900L1500 880H860Z" fill="url(#cast)"/><rect y="822" x="100" width="700" height="24" fill="url(#edge)"/>`,
  },
];

const sphere = ({ between }: SeededRandom): readonly Layer[] => {
  const metals = svg`${linear(
    "bright",
    [cx - 330, cy - 160],
    [cx + 330, cy + 160],
    [
      [0, "#fff0c4"],
      [0.22, "#f0cd83"],
      [0.5, harborInk.brass],
      [0.8, harborInk.bronze],
      [1, "#a87634"],
    ],
  )}${linear(
    "dull",
    [cx - 330, 0],
    [cx + 330, 0],
    [
      [0, "#c79a4c"],
      [0.5, harborInk.bronze],
      [1, harborInk.umber],
    ],
  )}`;
  const stand = `M784 738h32l10 62q44 8 74 34h-200q30 -26 74 -34z`;
  return [
    {
      ink: svg`<defs>${metals}${radial("globe", [cx - 46, cy - 52], 165, [
        [0, "#fff4d8"],
        [0.3, "#e9c67c"],
        [0.75, harborInk.brass],
        [1, harborInk.bronze],
      ])}</defs>
        <path d="${stand}" fill="url(#bright)" stroke="${harborInk.night}" stroke-width="3"/><ellipse cx="800" cy="742" rx="34" ry="10" fill="#f4d795"/>
        ${rings.map((ring) => half(ring, false))}
        <path d="M${cx - 150} ${cy + 300}L${cx + 150} ${cy - 300}" stroke="#e9c67c" stroke-width="5"/>
        <circle cx="${cx}" cy="${cy}" r="124" fill="#1d6d70"/>
        <path d="M720 352q30 -34 74 -36q22 20 4 40q-34 6 -30 34q-30 14 -44 -4zM826 376q44 -18 74 16q10 40 -20 66q-30 0 -34 -34q-26 -20 -20 -48zM744 448q34 -4 56 22q-4 36 -24 46q-36 -22 -32 -68z" fill="url(#globe)"/>`,
    },
    {
      grain: svg`<defs>${radial("ball", [cx - 44, cy - 50], 170, [
        [0, "#eaf5ea", 0.85],
        [0.35, harborInk.foam, 0.12],
        [0.62, harborInk.night, 0.12],
        [1, harborInk.night, 0.9],
      ])}</defs><circle cx="${cx}" cy="${cy}" r="125" fill="url(#ball)"/>`,
    },
    {
      ink: svg`<defs>${metals}</defs>${rings.map((ring) => half(ring, true))}${[
        [-150, 300],
        [150, -300],
      ].map(
        ([x = 0, y = 0]) =>
          svg`<circle cx="${cx + x}" cy="${cy + y}" r="13" fill="#f4d795" stroke="${harborInk.night}" stroke-width="3"/>`,
      )}`,
    },
    {
      grain: svg`<defs>${linear(
        "turned",
        [cx - 360, cy - 260],
        [cx + 360, cy + 260],
        [
          [0.45, harborInk.umber, 0],
          [1, harborInk.night, 0.72],
        ],
      )}</defs><g fill="none" stroke="url(#turned)">${rings.map(({ rx, ry, turn, band }) => svg`<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" stroke-width="${band}" transform="rotate(${turn} ${cx} ${cy})"/>`)}</g>`,
    },
    {
      ink: svg`<g fill="#fff3d0">${repeat(46, (_, share) => svg`<circle cx="${mix(150, 1450, between(0, 1))}" cy="${between(60, 780)}" r="${0.8 + 1.6 * share}" opacity="${between(0.15, 0.6)}"/>`)}</g>`,
    },
  ];
};

/** An armillary sphere, lit from the left, the works of a great clock behind it. */
export const brassAge: Drawing = {
  name: "the-brass-age",
  draw: (random) => [...clockwork(), ...sphere(random)],
};

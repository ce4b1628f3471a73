import { bezier, blur, brush, repeat, mix, origin, radial, svg, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing } from "../kit/press.ts";
import { frond, larkfieldInk, leaf, orchid, larkfieldSheet } from "./motifs.ts";

type Spray = {
  readonly spine: readonly [DrawingPoint, DrawingPoint, DrawingPoint, DrawingPoint];
  readonly blooms: number;
  readonly size: number;
  readonly colours: readonly [string, string, string, string];
};

const sprays: readonly Spray[] = [
  {
    spine: [
      [1250, 900],
      [1330, 520],
      [1300, 210],
      [1010, 190],
    ],
    blooms: 4,
    size: 0.86,
    colours: ["#c98a78", "#e7b29b", larkfieldInk.clay, larkfieldInk.butter],
  },
  {
    spine: [
      [540, 920],
      [330, 400],
      [560, 60],
      [1040, 440],
    ],
    blooms: 5,
    size: 1.2,
    colours: ["#f3d9c4", "#fff4e2", larkfieldInk.clay, larkfieldInk.butter],
  },
];

/** Moth orchids under lanterns, pale against a green night. */
export const orchidsAfterDark: Drawing = {
  name: "orchids-after-dark",
  tooth: 0.5,
  draw: ({ between, bell }) => {
    const lights = repeat(
      7,
      (n) => [130 + n * 225 + bell() * 24, 66 + 46 * Math.sin((n / 6) * Math.PI) + (n % 2) * 22] as const,
    );
    return [
      { ink: svg`${larkfieldSheet("#16382a")}` },
      {
        grain: svg`<defs>${radial("lamp", [820, 300], 820, [
          [0, "#6d9a5b", 0.85],
          [0.5, larkfieldInk.leaf, 0.35],
          [1, larkfieldInk.night, 0],
        ])}${radial("dark", [800, 420], 1000, [
          [0.4, "#08170f", 0],
          [1, "#08170f", 0.98],
        ])}</defs>${larkfieldSheet("url(#lamp)")}${larkfieldSheet("url(#dark)")}`,
        soft: 0.4,
      },
      {
        ink: svg`<g opacity=".8">${repeat(15, (n) => {
          const x = 60 + n * 110 + bell() * 40;
          const tilt = bell() * 130;
          return frond(
            [
              [x, 940],
              [x, 760],
              [x + tilt * 0.6, 600 + Math.abs(n - 7) * -18],
              [x + tilt, 470 - Math.abs(n - 7) * 26],
            ],
            24,
            between(60, 95),
            n % 2 ? "#1d4632" : "#173c2b",
          );
        })}</g>`,
      },
      {
        ink: svg`<path d="M-10 20Q800 190 1610 24" fill="none" stroke="#0a1d14" stroke-width="4"/><defs>${blur("glow", 22)}</defs>${lights.map(([x, y]) => svg`<circle cx="${x}" cy="${y + 44}" r="52" fill="#ffcf7a" opacity=".5" filter="url(#glow)"/><path d="M${x} ${y - 6}v22" stroke="#0a1d14" stroke-width="3"/><path d="M${x - 14} ${y + 16}h28l5 52q-19 10 -38 0z" fill="#ffdd96"/><path d="M${x - 16} ${y + 12}h32v7h-32zM${x - 20} ${y + 66}h40v7h-40z" fill="#6b4425"/>`)}`,
      },
      {
        ink: svg`${[
          [520, 900, -152, 330],
          [560, 906, -28, 350],
          [540, 910, -100, 250],
          [1230, 910, -146, 260],
          [1260, 906, -34, 280],
        ].map(([x = 0, y = 0, turn = 0, length = 0]) =>
          leaf([x, y], turn, length, 130, { fill: "#2c6041", vein: "#5f8d52" }),
        )}`,
      },
      ...sprays.flatMap(({ spine, blooms, size, colours }) => {
        const points = bezier(...spine, 60);
        const flowers = repeat(blooms, (n, t) => {
          const at = points[Math.round(mix(20, 55, t))] ?? origin;
          return {
            at: [at[0] + (n % 2 ? 22 : -22) * size, at[1] + (n % 2 ? 30 : -20) * size] as DrawingPoint,
            turn: bell() * 16 + (n % 2 ? 10 : -8),
            size: size * mix(1.08, 0.78, t),
          };
        }).reverse();
        return [
          {
            ink: svg`<path d="${brush(points, (t) => mix(13, 4, t))}" fill="#87a35c"/>${repeat(4, (n) => {
              const [x, y] = points[57 + n] ?? origin;
              return svg`<ellipse cx="${x}" cy="${y + 14}" rx="${(15 - n * 2.6) * size}" ry="${(20 - n * 3) * size}" fill="${n > 1 ? larkfieldInk.sage : colours[0]}"/>`;
            })}`,
          },
          ...flowers.flatMap((flower) => [
            {
              grain: svg`<defs>${radial("under", [flower.at[0] + 14, flower.at[1] + 26], 118 * flower.size, [
                [0.3, "#08170f", 0.45],
                [1, "#08170f", 0],
              ])}</defs><circle cx="${flower.at[0] + 14}" cy="${flower.at[1] + 26}" r="${118 * flower.size}" fill="url(#under)"/>`,
            },
            { ink: orchid(flower.at, flower.turn, flower.size, colours) },
            {
              grain: svg`<defs>${radial("throat", flower.at, 84 * flower.size, [
                [0, larkfieldInk.clay, 0.75],
                [0.6, larkfieldInk.terra, 0.22],
                [1, larkfieldInk.terra, 0],
              ])}</defs><circle cx="${flower.at[0]}" cy="${flower.at[1]}" r="${60 * flower.size}" fill="url(#throat)"/>`,
            },
          ]),
        ];
      }),
      {
        ink: svg`<g fill="#ffe9b0">${repeat(60, () => svg`<circle cx="${between(60, 1540)}" cy="${between(120, 860)}" r="${between(0.9, 3)}" opacity="${between(0.25, 0.9)}"/>`)}</g>`,
      },
    ];
  },
};

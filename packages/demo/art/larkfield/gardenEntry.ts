import { linear, repeat, mix, radial, svg, tint } from "../kit/shape.ts";
import type { Drawing, Layer } from "../kit/press.ts";
import { fan, frond, larkfieldInk, leaf, larkfieldSheet } from "./motifs.ts";

/** One rib of the palm house, nearer ones larger. */
const rib = (share: number): string => {
  const half = mix(196, 1010, share ** 1.6);
  const [spring, foot] = [mix(470, 560, share), mix(610, 1080, share)];
  const rise = half * 0.98;
  return svg`M${800 - half} ${foot}V${spring}C${800 - half} ${spring - rise * 0.82} ${800 - half * 0.52} ${spring - rise * 1.02} 800 ${spring - rise * 1.16}C${800 + half * 0.52} ${spring - rise * 1.02} ${800 + half} ${spring - rise * 0.82} ${800 + half} ${spring}V${foot}`;
};
const on = (share: number, t: number): string => {
  const half = mix(196, 1010, share ** 1.6);
  const spring = mix(470, 560, share);
  const rise = half * 0.98;
  const side = t < 0.5 ? -1 : 1;
  const u = t < 0.5 ? t * 2 : (1 - t) * 2;
  const s = 1 - u;
  const x = s ** 3 * half + 3 * s * s * u * half + 3 * s * u * u * half * 0.52;
  const y =
    s ** 3 * spring +
    3 * s * s * u * (spring - rise * 0.82) +
    3 * s * u * u * (spring - rise * 1.02) +
    u ** 3 * (spring - rise * 1.16);
  return svg`${800 + side * x} ${y}`;
};

/** Draws plants at this depth, in this number and in these colours. */
type Jungle = (near: number, count: number, colours: readonly string[]) => string;

const glass = (jungle: Jungle): readonly Layer[] => {
  const ribs = repeat(8, (_, t) => t);
  return [
    { ink: svg`${larkfieldSheet("#f4ecd4")}` },
    {
      grain: svg`<defs>${radial("sun", [800, 380], 620, [
        [0, "#fffdf2", 1],
        [0.4, "#f8e8b8", 0.8],
        [1, "#dbd9a8", 0.25],
      ])}${linear(
        "roof",
        [0, 0],
        [0, 500],
        [
          [0, "#9dbf9c", 0.9],
          [1, "#e9e6c4", 0],
        ],
      )}</defs>${larkfieldSheet("url(#roof)")}${larkfieldSheet("url(#sun)")}`,
      soft: 0.4,
    },
    {
      ink: svg`<circle cx="800" cy="396" r="86" fill="#fffdf4"/>${[...repeat(11, (_, t) => t)].map((t) => svg`<path d="M${on(0, t)}L${on(1, t)}" stroke="#fbf6e4" stroke-width="4"/><path d="M${on(0, t)}L${on(1, t)}" stroke="${larkfieldInk.leaf}" stroke-width="2"/>`)}${ribs.map((t) => svg`<path d="${rib(t)}" fill="none" stroke="${tint("#87a980", larkfieldInk.forest, t)}" stroke-width="${mix(3.5, 24, t * t)}"/>`)}${repeat(7, (_, t) => svg`<path d="M${800 - 150 + t * 300} 610V${mix(330, 292, Math.sin(Math.PI * t))}" stroke="${larkfieldInk.leaf}" stroke-width="2.500"/>`)}<path d="M604 480H996M604 540H996" stroke="${larkfieldInk.leaf}" stroke-width="3"/>`,
    },
    { ink: jungle(0, 16, ["#9db98a", larkfieldInk.sage, "#8bb07c"]), blend: "multiply" },
    {
      ink: svg`<path d="M0 690L700 596L420 910H0ZM1600 690L900 596L1180 910H1600Z" fill="#4f7d4a"/><path d="M700 604H900L1180 910H420Z" fill="#ead6ae"/>${repeat(9, (_, t) => svg`<path d="M${700 - t ** 1.6 * 280} ${604 + t ** 1.6 * 306}H${900 + t ** 1.6 * 280}" stroke="#c8a671" stroke-width="${1 + t * 3}"/>`)}${repeat(6, (_, t) => svg`<path d="M${700 + t * 200} 604L${420 + t * 760} 910" stroke="#c8a671" stroke-width="2"/>`)}`,
    },
  ];
};

const path = (jungle: Jungle): readonly Layer[] => [
  { ink: jungle(0.35, 18, [larkfieldInk.fern, "#5f8d52", "#86a763"]) },
  {
    grain: svg`<defs>${linear(
      "path",
      [0, 604],
      [0, 900],
      [
        [0, "#fff7dc", 0.85],
        [0.35, "#fff7dc", 0],
        [0.5, larkfieldInk.clay, 0],
        [1, larkfieldInk.clay, 0.55],
      ],
    )}${radial("mist", [800, 520], 470, [
      [0, "#fdf6da", 0.9],
      [1, "#fdf6da", 0],
    ])}</defs><path d="M700 604H900L1180 910H420Z" fill="url(#path)"/><circle cx="800" cy="520" r="470" fill="url(#mist)"/>`,
    soft: 0.4,
  },
  { ink: jungle(0.62, 16, [larkfieldInk.leaf, "#4d7f4a", larkfieldInk.fern]) },
  {
    grain: svg`<defs>${radial("gloom", [800, 440], 900, [
      [0.42, larkfieldInk.night, 0],
      [1, larkfieldInk.night, 0.72],
    ])}</defs>${larkfieldSheet("url(#gloom)")}`,
    soft: 0.4,
  },
  { ink: jungle(0.95, 16, [larkfieldInk.forest, "#2b5638", "#1d3e2b"]) },
  {
    ink: svg`${[
      [420, 846, 1],
      [1186, 858, -1],
    ].map(
      ([x = 0, y = 0, side = 1]) =>
        svg`<path d="M${x - 58} ${y - 78}h116l-16 92h-84z" fill="${larkfieldInk.clay}"/><path d="M${x - 66} ${y - 92}h132v24h-132z" fill="${larkfieldInk.terra}"/>${repeat(7, (n, t) => leaf([x, y - 90], -90 + (t - 0.5) * 130 + side * 6, 150 - Math.abs(n - 3) * 8, 46, { fill: n % 2 ? larkfieldInk.fern : "#8db06a", vein: larkfieldInk.cream }))}`,
    )}`,
  },
  {
    grain: svg`<defs>${linear(
      "pot",
      [340, 0],
      [480, 0],
      [
        [0.3, larkfieldInk.bark, 0],
        [1, larkfieldInk.bark, 0.75],
      ],
    )}${linear(
      "pot2",
      [1120, 0],
      [1260, 0],
      [
        [0, larkfieldInk.bark, 0.75],
        [0.7, larkfieldInk.bark, 0],
      ],
    )}</defs><path d="M354 754h132v24h-8l-16 82h-84l-16 -82h-8z" fill="url(#pot)"/><path d="M1120 766h132v24h-8l-16 82h-84l-16 -82h-8z" fill="url(#pot2)"/>`,
  },
];

/** Inside the palm house: iron ribs like the veins of a leaf, green pressing in from both sides. */
export const gardenEntry: Drawing = {
  name: "garden-entry",
  draw: (random) => {
    const { between, pick } = random;
    const jungle = (near: number, count: number, colours: readonly string[]): string =>
      repeat(count, (n) => {
        const side = n % 2 ? 1 : -1;
        const x = 800 + side * between(mix(260, 560, near), mix(520, 900, near));
        const y = between(mix(500, 560, near), mix(640, 960, near));
        const size = mix(110, 300, near) * between(0.8, 1.15);
        const fill = pick(colours);
        const turn = side > 0 ? between(185, 290) : between(-110, -5);
        if (n % 3 === 0) return fan([x, y], turn, size, fill);
        const tip = [x - side * size * between(0.2, 1.1), y - size * between(0.9, 1.5)] as const;
        if (n % 3 === 1)
          return frond(
            [[x, y + 60], [x, y - size * 0.7], [tip[0] + side * 40, tip[1] - 40], tip],
            20,
            size * 0.42,
            fill,
          );
        return leaf([x, y], turn, size * 1.35, size * 0.62, { fill, vein: larkfieldInk.sage });
      }).join("");
    return [...glass(jungle), ...path(jungle)];
  },
};

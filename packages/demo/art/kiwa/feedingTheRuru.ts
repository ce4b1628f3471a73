import { brush, bezier, repeat, mix, radial, svg, linear } from "../kit/shape.ts";
import type { Drawing, Layer } from "../kit/press.ts";
import type { SeededRandom } from "../kit/random.ts";
import { fern, kiwaInk, moon, kiwaSheet, stars } from "./motifs.ts";

const body =
  "M800 176C880 150 962 190 984 280C1010 300 1024 372 1018 450C1010 570 940 690 800 726C660 690 590 570 582 450C576 372 590 300 616 280C638 190 720 150 800 176Z";

const branch = brush(bezier([-40, 730], [420, 700], [1040, 796], [1650, 690], 40), (t) => mix(72, 44, t));
const moonlight = ({ between }: SeededRandom): readonly Layer[] => [
  { ink: kiwaSheet(kiwaInk.indigo) },
  {
    grain: svg`<defs>${radial("sky", [800, 400], 860, [
      [0, "#8ba3d8", 0.95],
      [0.45, kiwaInk.dusk, 0.8],
      [1, kiwaInk.midnight, 0.95],
    ])}</defs>${kiwaSheet("url(#sky)")}`,
    soft: 0.5,
  },
  { ink: svg`${stars(120, 800, between)}${moon([800, 420], 372)}` },
  {
    grain: svg`<defs>${radial("ball", [680, 290], 660, [
      [0, "#fffef0", 0.7],
      [0.4, "#fffef0", 0],
      [0.55, "#6d7fb4", 0],
      [1, "#5a6ca8", 0.85],
    ])}</defs><circle cx="800" cy="420" r="372" fill="url(#ball)"/>`,
    soft: 0.5,
  },
  {
    ink: svg`${fern(
      [
        [-20, 900],
        [60, 640],
        [160, 460],
        [360, 400],
      ],
      24,
      110,
      "#0f3a48",
    )}${fern(
      [
        [1620, 900],
        [1540, 620],
        [1440, 430],
        [1240, 380],
      ],
      24,
      110,
      "#0f3a48",
    )}<path d="${branch}" fill="#2a1c26"/><path d="M1180 752Q1280 690 1330 600Q1300 700 1240 770Z" fill="#2a1c26"/>`,
  },
];

const owl = ({ between }: SeededRandom): readonly Layer[] => {
  const scales = repeat(11, (row) =>
    repeat(13, (n) => {
      const x = 800 + (n - 6 + (row % 2) / 2) * 40;
      const y = 430 + row * 28;
      const light = (n + row * 2) % 5 === 0;
      return svg`<path d="M${x - 22} ${y}q22 -14 44 0q-2 34 -22 44q-20 -10 -22 -44z" fill="${light ? "#e2c793" : row % 2 ? "#7b5a42" : "#694a38"}"/><path d="M${x} ${y + 4}v30" stroke="#3c2820" stroke-width="2.500"/>`;
    }),
  );
  const disc = (side: 1 | -1): string =>
    svg`<g transform="translate(${800 + side * 86} 316)">${repeat(34, (n) => svg`<path transform="rotate(${n * 10.6})" d="M0 -60Q7 -92 0 -116Q-7 -92 0 -60Z" fill="${n % 2 ? "#9d7a58" : "#c3a075"}"/>`)}<circle r="78" fill="#ead6ab"/><circle r="66" fill="#4a3226"/><circle r="59" fill="${kiwaInk.amber}"/><circle r="59" fill="none" stroke="${kiwaInk.honey}" stroke-width="6"/></g>`;
  return [
    {
      ink: svg`<path d="M700 660L650 860L720 806L744 876L790 800L850 872L872 800L940 850L900 660Z" fill="#3f2b24"/><path d="${branch}" fill="#33222b" transform="translate(0 4)"/>`,
    },
    {
      ink: svg`<defs><clipPath id="owl"><path d="${body}"/></clipPath></defs><path d="${body}" fill="#694a38"/><g clip-path="url(#owl)">${scales}<path d="M582 400C560 520 610 660 740 730L560 740ZM1018 400C1040 520 990 660 860 730L1040 740Z" fill="#4a3328"/>${repeat(6, (n) => svg`<path d="M${590 + n * 10} ${450 + n * 26}q26 50 ${30 + n * 8} ${120}M${1010 - n * 10} ${450 + n * 26}q-26 50 ${-30 - n * 8} 120" stroke="#7b5a42" stroke-width="7" fill="none" stroke-linecap="round"/>`)}</g>${disc(-1)}${disc(1)}
        <path d="M640 236Q720 226 786 306L800 340L814 306Q880 226 960 236Q900 176 800 204Q700 176 640 236Z" fill="#5a3f30"/>${repeat(17, (_, t) => svg`<path d="M${mix(664, 936, t)} ${226 - Math.sin(Math.PI * t) * 18}l${(t - 0.5) * -20} 34" stroke="#d7b988" stroke-width="3.500" stroke-linecap="round"/>`)}`,
    },
    {
      grain: svg`<defs>${linear(
        "lit",
        [600, 180],
        [1010, 700],
        [
          [0, "#fbeec6", 0.6],
          [0.28, "#fbeec6", 0.02],
          [0.55, "#0c0a20", 0.05],
          [1, "#0c0a20", 0.9],
        ],
      )}</defs><path d="${body}" fill="url(#lit)"/>`,
      soft: 0.5,
    },
    {
      grain: svg`<defs>${radial("iris1", [714, 316], 60, [
        [0.4, kiwaInk.rust, 0.9],
        [0.8, kiwaInk.rust, 0.1],
        [1, "#fff2b8", 0.6],
      ])}${radial("iris2", [886, 316], 60, [
        [0.4, kiwaInk.rust, 0.9],
        [0.8, kiwaInk.rust, 0.1],
        [1, "#fff2b8", 0.6],
      ])}${linear(
        "bark",
        [0, 700],
        [0, 800],
        [
          [0, "#a9b8dc", 0.5],
          [0.3, "#a9b8dc", 0],
          [0.5, "#000", 0],
          [1, "#000", 0.7],
        ],
      )}</defs><circle cx="714" cy="316" r="58" fill="url(#iris1)"/><circle cx="886" cy="316" r="58" fill="url(#iris2)"/><path d="${branch}" fill="url(#bark)"/>`,
      soft: 0.5,
    },
    {
      ink: svg`${[714, 886].map((x) => svg`<circle cx="${x}" cy="318" r="33" fill="${kiwaInk.void}"/><circle cx="${x - 13}" cy="303" r="12" fill="#fffef0"/><circle cx="${x + 14}" cy="332" r="5" fill="#fffef0" opacity=".8"/>`)}<path d="M800 336Q822 346 818 376Q812 404 800 412Q788 404 782 376Q778 346 800 336Z" fill="#2b1d18"/><path d="M794 346q-8 14 -4 34" stroke="#b79a72" stroke-width="4" fill="none" stroke-linecap="round"/>
        ${[722, 750, 778, 826, 854, 882].map((x) => svg`<path d="M${x - 12} 700q12 -12 24 0l2 44q-13 24 -26 0z" fill="${kiwaInk.amber}"/><path d="M${x - 3} 752l3 16l5 -16z" fill="#2b1d18"/>`)}`,
    },
    {
      grain: svg`<defs>${radial("edge", [800, 430], 960, [
        [0.5, kiwaInk.void, 0],
        [1, kiwaInk.void, 0.95],
      ])}</defs>${kiwaSheet("url(#edge)")}`,
      soft: 0.5,
    },
    {
      ink: svg`${repeat(7, (n) => {
        const [x, y] = [between(300, 1300), between(90, 640)];
        return Math.hypot(x - 800, y - 440) < 300
          ? ""
          : svg`<g transform="translate(${x} ${y}) rotate(${n * 50}) scale(${between(0.7, 1.2)})"><path d="M0 0Q-22 -26 -28 -6Q-26 10 0 4ZM0 0Q22 -26 28 -6Q26 10 0 4Z" fill="${kiwaInk.honey}"/><ellipse rx="3" ry="9" fill="#4a3226"/></g>`;
      })}`,
    },
  ];
};

/** A ruru, all eyes, on a branch before the moon. */
export const feedingTheRuru: Drawing = {
  name: "feeding-the-ruru",
  tooth: 0.45,
  draw: (random) => [...moonlight(random), ...owl(random)],
};

import { linear, repeat, polygon, radial, svg, tint, type DrawingPoint } from "../kit/shape.ts";
import type { Drawing, Layer } from "../kit/press.ts";
import { arch, bars, harborInk, harborSheet, visitor } from "./motifs.ts";

const walls = ["#17606a", "#a9803c", "#2a7073", "#c9b88c", harborInk.teal, "#e9dfc4"];
const depth = (room: number): number => 0.86 + room * 0.5 + room * room * 0.13;
/** Projects the plan of the rooms to the picture with one vanishing point. */
const seen = (x: number, y: number, z: number): DrawingPoint => [800 + x / z, 410 + y / z];
const face = (corners: readonly (readonly [number, number, number])[]): string =>
  polygon(corners.map(([x, y, z]) => seen(x, y, z)));
const [side, ceiling, floor] = [880, -560, 640];
const [jamb, lintel] = [400, -390];

const paintings = (near: number, far: number, dir: 1 | -1, room: number): string =>
  repeat(2, (n) => {
    const z = near + (far - near) * (0.16 + n * 0.44);
    const end = z + (far - near) * 0.3;
    const x = dir * side;
    const fill = [harborInk.paper, harborInk.brass, harborInk.rust, harborInk.foam, harborInk.glow][
      (room * 2 + n + (dir > 0 ? 1 : 3)) % 5
    ];
    const inner = (grow: number): string =>
      face([
        [x, -260 + grow, z + 0.02],
        [x, -260 + grow, end - 0.02],
        [x, 190 - grow, end - 0.02],
        [x, 190 - grow, z + 0.02],
      ]);
    return svg`<path d="${inner(-14)}" fill="${harborInk.umber}"/><path d="${inner(0)}" fill="${fill}"/><path d="${face(
      [
        [x, 30, z + 0.02],
        [x, -40 + 90 * n, end - 0.02],
        [x, 190, end - 0.02],
        [x, 190, z + 0.02],
      ],
    )}" fill="${harborInk.night}" opacity=".35"/>`;
  }).join("");

/** The planes of one room and the beam of light in it, from its near end to its far end. */
const planesOf = (near: number, far: number, lit: number) => ({
  back: face([
    [-side, ceiling, far],
    [side, ceiling, far],
    [side, floor, far],
    [-side, floor, far],
  ]),
  door: face([
    [-jamb, lintel, far],
    [-jamb, floor, far],
    [jamb, floor, far],
    [jamb, lintel, far],
  ]),
  frame: face([
    [-jamb - 36, lintel - 36, far],
    [-jamb - 36, floor, far],
    [jamb + 36, floor, far],
    [jamb + 36, lintel - 36, far],
  ]),
  left: face([
    [-side, ceiling, near],
    [-side, ceiling, far],
    [-side, floor, far],
    [-side, floor, near],
  ]),
  right: face([
    [side, ceiling, near],
    [side, ceiling, far],
    [side, floor, far],
    [side, floor, near],
  ]),
  ground: face([
    [-side, floor, near],
    [-side, floor, far],
    [side, floor, far],
    [side, floor, near],
  ]),
  top: face([
    [-side, ceiling, near],
    [-side, ceiling, far],
    [side, ceiling, far],
    [side, ceiling, near],
  ]),
  beam: face([
    [lit * side, floor, near * 0.5 + far * 0.5],
    [lit * side, floor, far - 0.1],
    [-lit * 420, floor, far - 0.24],
    [-lit * 620, floor, near * 0.62 + far * 0.38],
  ]),
});

const room = (n: number): readonly Layer[] => {
  const [near, far] = [depth(n), depth(n + 1)];
  const colour = walls[n] ?? harborInk.paper;
  const lit = n % 2 === 0 ? -1 : 1;
  const { back, door, frame, left, right, ground, top, beam } = planesOf(near, far, lit);
  return [
    {
      ink: svg`<path d="${back}${door}" fill-rule="evenodd" fill="${colour}"/><path d="${frame}${door}" fill-rule="evenodd" fill="${harborInk.paper}"/>
      <path d="${left}" fill="${tint(colour, harborInk.night, lit < 0 ? 0.36 : 0.08)}"/><path d="${right}" fill="${tint(colour, harborInk.night, lit < 0 ? 0.08 : 0.36)}"/>
      <path d="${top}" fill="${tint(colour, harborInk.paper, 0.55)}"/><path d="${ground}" fill="${tint("#b48a4a", harborInk.umber, 0.25 + n * 0.02)}"/>
      ${repeat(
        8,
        (k, t) =>
          svg`<path d="${face([
            [-side + t * 2 * side - 2, floor, near],
            [-side + t * 2 * side - 2, floor, far],
            [-side + t * 2 * side + 2, floor, far],
            [-side + t * 2 * side + 2, floor, near],
          ])}" fill="${harborInk.umber}" opacity="${k % 2 ? 0.3 : 0.5}"/>`,
      )}
      ${paintings(near, far, -1, n)}${paintings(near, far, 1, n)}
      <path d="${face([
        [-690, -190, far],
        [-540, -190, far],
        [-540, 60, far],
        [-690, 60, far],
      ])}${face([
        [600, -200, far],
        [740, -200, far],
        [740, 0, far],
        [600, 0, far],
      ])}" fill="${n % 2 ? harborInk.deep : harborInk.glow}" stroke="${harborInk.umber}" stroke-width="${9 / far}"/>`,
    },
    {
      grain: svg`<defs>${linear(
        "wall",
        [lit < 0 ? 1600 : 0, 0],
        [lit < 0 ? 200 : 1400, 0],
        [
          [0, "#fff1c9", 0.28],
          [0.5, "#fff1c9", 0.02],
          [0.51, harborInk.night, 0.02],
          [1, harborInk.night, 0.4],
        ],
      )}${linear("beam", seen(lit * side, floor, far), seen(-lit * 700, floor, near), [
        [0, "#fff3cf", 0.95],
        [1, "#ffe9b4", 0.35],
      ])}${linear(
        "ceil",
        [0, 0],
        [0, 410],
        [
          [0, harborInk.night, 0.3],
          [1, harborInk.night, 0.05],
        ],
      )}</defs><path d="${back}${door}" fill-rule="evenodd" fill="url(#wall)"/><path d="${left}${right}${ground}" fill="url(#wall)" opacity=".7"/><path d="${top}" fill="url(#ceil)"/><path d="${beam}" fill="url(#beam)"/>`,
      soft: 0.4,
    },
  ];
};

/** A suite of rooms, one colour each, the harbour at its end; a guide leads a small party through. */
export const highlightsTour: Drawing = {
  name: "highlights-tour",
  draw: () => {
    const end = depth(6);
    const [, foot] = seen(0, floor, end);
    return [
      {
        ink: svg`${harborSheet("#f3ead2")}${[harborInk.sea].map((sea) => svg`<path d="${arch(800, 84, 356, foot)}" fill="#fdf3d4"/><rect x="758" y="424" width="84" height="${foot - 424}" fill="${sea}"/><circle cx="800" cy="404" r="16" fill="#fffdf4"/>`)}<path d="${bars(800, 84, 356, foot, 3)}" stroke="${harborInk.teal}" stroke-width="2.500" fill="none"/>`,
      },
      ...repeat(6, (n) => room(5 - n)).flat(),
      {
        grain: svg`<defs>${radial("vignette", [800, 420], 980, [
          [0.55, harborInk.night, 0],
          [1, harborInk.night, 0.7],
        ])}${linear(
          "cast",
          [0, 690],
          [0, 900],
          [
            [0, harborInk.night, 0.85],
            [1, harborInk.night, 0.2],
          ],
        )}</defs><rect width="1600" height="900" fill="url(#vignette)"/>
        ${[
          [560, 736, 40],
          [634, 724, 34],
          [694, 738, 38],
          [1000, 726, 36],
        ].map(
          ([x = 0, y = 0, w = 0]) => svg`<path d="M${x - w / 2} ${y}h${w}l${w} 190h${-w * 3}z" fill="url(#cast)"/>`,
        )}`,
      },
      {
        ink: svg`${visitor([634, 726], 214, "#0d3b43")}${visitor([560, 738], 232, harborInk.night)}${visitor([696, 740], 148, "#7a2f1b")}${visitor([1000, 728], 226, "#123f47")}
        <path d="M1010 596L1052 506" stroke="#123f47" stroke-width="11" stroke-linecap="round"/><path d="M1051 510V424" stroke="${harborInk.umber}" stroke-width="4"/><path d="M1051 424l56 17l-56 19z" fill="${harborInk.rust}"/>`,
      },
    ];
  },
};

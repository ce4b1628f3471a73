import * as z from "zod";
import { SeatKind } from "@foyer/contract/shop/seating.ts";
import { Key, text } from "./fields.ts";

/** Seat maps: sections, rows and seats. Coordinates are in map units from the top left. */

const numberBetween = (min: number, max: number) =>
  z
    .number({ error: "must be a number" })
    .min(min, `must be ${min} or more`)
    .max(max, `must be ${max.toLocaleString("en")} or less`);
const Units = numberBetween(-100_000, 100_000);
const Size = numberBetween(0.1, 100_000);
const Point = z.tuple([Units, Units], { error: "must be a position on the map, like [120, 80]" });
const Label = z
  .union([z.string(), z.number()], { error: "must be a label, like A or 12" })
  .transform(String)
  .refine(
    (label) => /^[^/\s](?:[^/\n]{0,28}[^/\s])?$/.test(label),
    "must be a label of at most 30 characters, without '/'",
  );
const PathData = z
  .string({ error: "is SVG path data" })
  .max(20_000)
  .regex(/^[MmLlHhVvCcSsQqTtAaZz\d\s,.eE+-]+$/, "is not SVG path data");

const drawnFields = {
  rotate: numberBetween(-360, 360).optional().describe("Degrees about its own x and y."),
  tone: z
    .enum(["stage", "floor", "wall", "aisle", "label"])
    .optional()
    .describe("What it represents; drawn in the seller's colours."),
};
const Shape = z.discriminatedUnion(
  "shape",
  [
    z.strictObject({
      shape: z.literal("rect"),
      x: Units,
      y: Units,
      width: Size,
      height: Size,
      r: Size.optional(),
      ...drawnFields,
    }),
    z.strictObject({ shape: z.literal("circle"), x: Units, y: Units, r: Size, ...drawnFields }),
    z.strictObject({ shape: z.literal("path"), d: PathData, ...drawnFields }),
    z.strictObject({
      shape: z.literal("text"),
      x: Units,
      y: Units,
      text: text(200),
      size: Size.optional(),
      ...drawnFields,
    }),
  ],
  { error: "must be rect, circle, path or text" },
);

const Gap = z
  .union(
    [
      numberBetween(0.01, 500),
      z.strictObject({
        after: numberBetween(0.01, 500),
        wide: numberBetween(0.1, 100).describe("In places; 1 by default."),
      }),
    ],
    { error: "must be a number of seats, a part of the row like 0.25, or { after, wide }" },
  )
  .describe(
    "An aisle after so many seats, or (below 1) after that part of the row. Seats on its two sides are not neighbours.",
  );

const Bend = Units.describe(
  "How far the middle of the row lies to the right of the way from `from` to `to`; 0 is straight.",
);
const SeatCount = z
  .int({ error: "must be a whole number" })
  .min(1, "must be 1 or more")
  .max(500, "must be 500 or less");

const seatFields = {
  zone: Key.optional().describe("Price area; that of the section, or the section's key, by default."),
  kind: z
    .enum(SeatKind.def.entries, { error: "must be wheelchair, companion or restricted_view" })
    .optional()
    .describe(
      "A sign on the seat map. Best available keeps wheelchair and companion seats for those who ask for them.",
    ),
  note: text(200).optional().describe("A note for buyers, like 'Behind a pillar'."),
  r: Size.optional().describe("Radius of a seat."),
};

export const SeatRowPattern = z
  .strictObject({
    row: Label.optional(),
    rows: z
      .array(Label)
      .min(2, "must be 2 or more; use `row` for one row")
      .max(200)
      .optional()
      .describe("Rows behind each other: the first as given here, the last as in `last`, the others evenly between."),
    from: Point.describe("The middle of its first seat."),
    to: Point.describe("The middle of its last seat."),
    bend: Bend.optional(),
    seats: SeatCount,
    last: z.strictObject({ from: Point, to: Point, bend: Bend.optional(), seats: SeatCount.optional() }).optional(),
    gaps: z.array(Gap).max(20).optional(),
    numbering: z
      .enum(["left", "right", "odd", "even", "odd-even"])
      .optional()
      .describe(
        "From `from` (left, the default) or from `to` (right); odd or even numbers only; odd-even: from the middle, odd towards `from`.",
      ),
    start: z
      .int({ error: "must be a whole number" })
      .min(0)
      .max(9999)
      .optional()
      .describe("The first number; 1, or 2 of even ones."),
    labels: z.array(Label).optional().describe("Instead of numbers, one for each seat."),
    ...seatFields,
  })
  .describe("A row, straight or bent, or several behind each other.");
export type SeatRowPattern = z.infer<typeof SeatRowPattern>;

const SingleSeat = z
  .strictObject({
    row: Label,
    label: Label,
    at: Point,
    aisle: z.boolean().optional().describe("There is an aisle before it."),
    ...seatFields,
  })
  .describe("A seat by itself. Those of one row that follow each other are neighbours.");
export type SingleSeat = z.infer<typeof SingleSeat>;

const Mark = z
  .strictObject({
    rows: z.array(Label).min(1).optional().describe("All rows by default."),
    seats: z.array(Label).min(1).optional().describe("Labels, or spans of numbers like '3-8'; all seats by default."),
    removed: z.boolean().optional().describe("There is no seat, for example because of a pillar."),
    ...seatFields,
  })
  .describe("Differences of some seats of the section.");
export type Mark = z.infer<typeof Mark>;

export const SeatMapSection = z.strictObject({
  key: Key,
  name: text(100),
  seat_name: text(100)
    .optional()
    .describe("What a ticket says, with {section}, {row} and {label}; '{section} {row} {label}' by default."),
  ...seatFields,
  rows: z.array(SeatRowPattern).max(500).optional(),
  seats: z.array(SingleSeat).max(5000).optional(),
  marks: z.array(Mark).max(500).optional(),
});
export type SeatMapSection = z.infer<typeof SeatMapSection>;

export const CatalogueSeatMap = z
  .strictObject({
    name: text(200),
    width: Size,
    height: Size,
    r: Size.describe("Radius of a seat, unless its section or row says otherwise."),
    other_elements: z.array(Shape).max(500).optional().describe("Other elements of the room: the stage, doors, texts."),
    map_geometry: z.array(Shape).max(500).optional().describe("Outlines of the sections, drawn beneath the seats."),
    sections: z.array(SeatMapSection).min(1, "has no section").max(500),
  })
  .describe("The seat map of a room.");
export type CatalogueSeatMap = z.infer<typeof CatalogueSeatMap>;

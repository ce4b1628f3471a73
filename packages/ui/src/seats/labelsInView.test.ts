import { expect, test } from "vitest";
import { labelsInView } from "./labelsInView.ts";
import { fitOf, initialView, type View } from "./gestures/panZoom.ts";
import type { SeatLayer, SeatSpot } from "./seatLayer.ts";

/** A frame of 500 × 500 pixels shows 400 × 400 units and their margin, so a unit is a pixel. */
const fit = fitOf({ width: 400, height: 400 }, { width: 500, height: 500 });
const spot = (label: string, x: number, more: Partial<SeatSpot> = {}) => ({
  id: label,
  x,
  y: 100,
  r: 4,
  label,
  ...more,
});
const free = (...spots: readonly SeatSpot[]): SeatLayer => ({ key: "free", mark: "free", color: "", spots });
const labelsAt = (view: Partial<View>, layers: readonly SeatLayer[]) =>
  labelsInView(
    { view: { ...initialView, ...view }, fit },
    {
      shapes: [],
      layers,
      rows: [{ text: "A", x: 90, y: 100, r: 4 }],
      sections: [{ text: "Stalls", x: 200, y: 200, r: 4 }],
    },
  );
const textsAt = (view: Partial<View>, layers: readonly SeatLayer[]) =>
  labelsAt(view, layers).map((label) => (label.kind === "sign" ? label.sign : label.text));

test.each([
  ["8 pixels: the section alone", 1, ["Stalls"]],
  ["10 pixels: signs", 1.25, ["wheelchair", "Stalls"]],
  ["12 pixels: row letters for the name of the section", 1.5, ["wheelchair", "A"]],
  ["20 pixels: numbers", 2.5, ["1", "wheelchair", "A"]],
] as const)("labels of a seat of %s", (_, k, texts) =>
  expect(textsAt({ k }, [free(spot("1", 100), spot("2", 120, { sign: "wheelchair" }))])).toEqual(texts),
);

test("positions labels in the frame, no wider than their seat", () => {
  const [one, hundred] = labelsAt({ k: 4, x: -400, y: -300 }, [free(spot("1", 100), spot("100", 120))]);
  expect(one).toMatchObject({ text: "1", x: 200, y: 300, size: 16 });
  expect(hundred?.size).toBeCloseTo(((2.6 * 4) / 3) * 4);
});

test("taken seats and seats outside of the frame have no labels", () => {
  const taken: SeatLayer = { ...free(spot("3", 110)), key: "taken", mark: "taken" };
  expect(textsAt({ k: 4, x: -300, y: -300 }, [free(spot("1", 100), spot("2", 390)), taken])).toEqual(["1", "A"]);
});

test("does not compute positions of seats that are too small for a label", () => {
  const read: string[] = [];
  const seat = (id: string, r: number): SeatSpot => ({
    id,
    y: 100,
    r,
    label: "1",
    get x() {
      read.push(id);
      return 100;
    },
  });
  expect(labelsAt({ k: 1 }, [free(seat("small", 4), seat("large", 10))])).toHaveLength(2);
  expect(new Set(read)).toEqual(new Set(["large"]));
});

test("the hall's texts scale with the map, rotate with their shape, and are left out beyond the frame", () => {
  const shapes = [
    { shape: "rect", x: 0, y: 0, width: 400, height: 20 },
    { shape: "text", text: "Boxes", x: 100, y: 100, size: 16, rotate: -90 },
    { shape: "text", text: "Bar", x: 390, y: 390 },
    { shape: "text", x: 100, y: 100 },
  ];
  const hallAt = (view: View) => labelsInView({ view, fit }, { shapes, layers: [], rows: [], sections: [] });
  expect(hallAt(initialView)).toEqual([
    { kind: "hall", text: "Boxes", x: 150, y: 150, size: 16, rotate: -90 },
    { kind: "hall", text: "Bar", x: 440, y: 440, size: 14, rotate: 0 },
  ]);
  expect(hallAt({ k: 4, x: -400, y: -300 })).toEqual([
    { kind: "hall", text: "Boxes", x: 200, y: 300, size: 64, rotate: -90 },
  ]);
});

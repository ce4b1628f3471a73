import { act, useState } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SeatMapView } from "./SeatMap.tsx";
import type { SeatLayer } from "./seatLayer.ts";
import { byRole, key, press, show } from "../../test/dom.tsx";

/** A frame of 500 × 500 pixels shows 400 × 400 units and their margin, so one unit is one pixel. */
beforeEach(() => {
  for (const side of ["clientWidth", "clientHeight"] as const)
    vi.spyOn(HTMLElement.prototype, side, "get").mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, "setPointerCapture").mockReturnValue();
});
afterEach(() => void vi.restoreAllMocks());

const spot = (id: string, x: number, r = 8) => ({ id, x, y: 100, r, label: id.slice(1) });
const layers: readonly SeatLayer[] = [
  { key: "free", mark: "free", color: "#123456", spots: [spot("A1", 100), spot("A2", 120)] },
  { key: "taken", mark: "taken", color: "", spots: [spot("A3", 140), spot("B1", 300, 16)] },
  { key: "out", mark: "out", color: "#654321", spots: [{ ...spot("A9", 380), sign: "wheelchair" }] },
];
const picked: string[] = [];
function Hall() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <SeatMapView
      label="Map"
      width={400}
      height={400}
      shapes={[
        { shape: "rect", tone: "stage", x: 0, y: 0, width: 400, height: 20 },
        { shape: "text", text: "Stage", x: 200, y: 10 },
        { shape: "hyperboloid", x: 1, y: 1 },
      ]}
      layers={layers}
      rows={[{ text: "A", x: 80, y: 100, r: 8 }]}
      sections={[{ text: "Stalls", x: 200, y: 200, r: 5.5 }]}
      chosen={chosen}
      onPick={(id) => {
        picked.push(id);
        setChosen((was) => new Set(was.has(id) ? [] : [id]));
      }}
      tip={(id) => `Seat ${id}`}
      labels={{ closer: "Zoom in", further: "Zoom out", all: "Whole" }}
    />
  );
}
const open = () => {
  picked.length = 0;
  return show(<Hall />).place;
};
const pointer = (type: string, [x, y]: readonly [number, number], more: PointerEventInit = {}) =>
  act(() => {
    byRole("application").dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        pointerType: "mouse",
        button: 0,
        clientX: x + 50,
        clientY: y + 50,
        ...more,
      }),
    );
  });
const tap = (at: readonly [number, number], more: PointerEventInit = {}) => {
  pointer("pointerdown", at, more);
  pointer("pointerup", at, more);
};
const finger = { pointerType: "touch" };
/** The time that the map needs to come to rest. */
const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 450)));

test("sets its colours by script, since the content security policy blocks style attributes", () => {
  expect(renderToString(<Hall />)).not.toContain("style=");
  const container = open();
  const colours = [...container.querySelectorAll<SVGElement>("path[data-mark]")].map((path) =>
    path.style.getPropertyValue("--seat"),
  );
  expect(colours).toEqual(["#123456", "", "#654321"]);
});

test("draws thousands of seats with one path per look, and no unknown shapes", () => {
  const container = open();
  expect(container.querySelectorAll("path[data-mark]")).toHaveLength(3);
  expect(container.querySelectorAll("circle")).toHaveLength(0);
  expect([...container.querySelectorAll("[data-tone]")].map((shape) => shape.tagName.toLowerCase())).toEqual([
    "rect",
    "text",
  ]);
});

test.each([
  ["on a free seat", [120, 100], {}, ["A2"]],
  ["on a taken one, with a mouse: the taken one is meant", [140, 100], {}, ["A3"]],
  ["on a taken one, with a finger that cannot tell them apart: the free one", [140, 100], finger, ["A2"]],
  ["on a taken one that is as large as a finger", [300, 100], finger, ["B1"]],
  ["near a free one, with a finger", [100, 125], finger, ["A1"]],
  ["near a free one, with a mouse", [100, 125], {}, []],
  ["on one that is not for these tickets", [380, 100], {}, ["A9"]],
  ["on the floor", [200, 300], finger, []],
] as const)("a press %s", (_, at, more, ids) => {
  open();
  tap(at, more);
  expect(picked).toEqual(ids);
});

test("a chosen seat has a mark, and a press removes it", () => {
  const container = open();
  tap([100, 100]);
  expect(container.querySelectorAll("g > circle + path")).toHaveLength(1);
  tap([100, 100]);
  expect(picked).toEqual(["A1", "A1"]);
  expect(container.querySelectorAll("g > circle + path")).toHaveLength(0);
});

test("a drag moves the map without choosing", () => {
  open();
  pointer("pointerdown", [100, 100]);
  pointer("pointermove", [130, 110]);
  pointer("pointerup", [130, 110]);
  expect(picked).toEqual([]);
});

test("only an available seat is highlighted, with its tooltip", () => {
  const container = open();
  pointer("pointermove", [140, 100]);
  expect(container.textContent).not.toContain("Seat");
  pointer("pointermove", [100, 100]);
  expect(container.textContent).toContain("Seat A1");
  tap([100, 100]);
  pointer("pointermove", [101, 100]);
  expect(container.textContent).not.toContain("Seat");
});

test("keys and buttons zoom between 1× and 8×", async () => {
  const container = open();
  const map = byRole("application", "Map");
  const scale = () =>
    Number(
      /scale\(([\d.]+)\)/.exec(container.querySelector<HTMLElement>('[style*="scale"]')?.style.transform ?? "")?.[1],
    );
  const isAtEnd = (name: string) => byRole("button", name).getAttribute("aria-disabled") === "true";
  expect(isAtEnd("Zoom out")).toBe(true);
  key("+", map);
  await rest();
  expect(scale()).toBe(2);
  key("-", map);
  await rest();
  expect(scale()).toBe(1.5);
  for (let step = 0; step < 4; step++) press(byRole("button", "Zoom in"));
  await rest();
  expect(scale()).toBe(8);
  expect(isAtEnd("Zoom in")).toBe(true);
  press(byRole("button", "Whole"));
  await rest();
  expect(scale()).toBe(1);
});

const texts = (container: HTMLElement) =>
  [...container.querySelectorAll("svg text")].map((one) => one.textContent).filter((text) => text !== "Stage");

test("names sections at rest, and rows and numbers once seats are large enough", async () => {
  const container = open();
  expect(texts(container)).toEqual(["A", "Stalls"]);
  expect(container.querySelectorAll("svg g > path")).toHaveLength(1);
  press(byRole("button", "Zoom in"));
  press(byRole("button", "Zoom out"));
  await rest();
  // 24 pixels a seat: the free ones in view have numbers, the one with a sign keeps it.
  expect(texts(container)).toEqual(expect.arrayContaining(["1", "2"]));
  expect(texts(container)).not.toContain("9");
  expect(texts(container)).not.toContain("3");
});

test("is a bitmap only while it moves", async () => {
  open();
  const frame = byRole("application");
  expect("moving" in frame.dataset).toBe(false);
  press(byRole("button", "Zoom in"));
  expect("moving" in frame.dataset).toBe(true);
  await rest();
  expect("moving" in frame.dataset).toBe(false);
});

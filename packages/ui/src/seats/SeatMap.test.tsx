import { act, Profiler, useState } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SeatMapView } from "./SeatMap.tsx";
import { seatGlyphs } from "./seatGlyphs.ts";
import { settleDelayMs } from "./gestures/useMapView.ts";
import type { SeatLayer } from "./seatLayer.ts";
import { byRole, focus, key, leave, press, show } from "../../test/dom.tsx";

/** The texts and sign strokes drawn on the canvas, recorded because this browser draws nothing. */
const drawn: { texts: string[]; signs: string[] } = { texts: [], signs: [] };
const recorder = {
  canvas: { width: 0, height: 0, style: {} },
  clearRect: () => Object.assign(drawn, { texts: [], signs: [] }),
  fillText: (text: string) => drawn.texts.push(text),
  stroke: (path: { readonly d: string }) => drawn.signs.push(path.d),
  ...Object.fromEntries(
    ["setTransform", "strokeText", "save", "translate", "scale", "rotate", "restore"].map((name) => [
      name,
      () => undefined,
    ]),
  ),
};

/** A frame of 500 × 500 pixels shows 400 × 400 units and their margin, so a unit is a pixel. */
beforeEach(() => {
  for (const side of ["clientWidth", "clientHeight"] as const)
    vi.spyOn(HTMLElement.prototype, side, "get").mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, "setPointerCapture").mockReturnValue();
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(recorder as unknown as RenderingContext);
  vi.stubGlobal(
    "Path2D",
    class {
      readonly d: string;
      constructor(d: string) {
        this.d = d;
      }
    },
  );
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  Object.assign(drawn, { texts: [], signs: [] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const spot = (id: string, x: number, r = 8) => ({ id, x, y: 100, r, label: id.slice(1) });
let keyReads = 0;
const layers: readonly SeatLayer[] = [
  {
    // Read once for each path that is compared.
    get key() {
      keyReads += 1;
      return "free";
    },
    mark: "free",
    color: "#123456",
    spots: [spot("A1", 100), spot("A2", 120)],
  },
  { key: "taken", mark: "taken", color: "", spots: [spot("A3", 140), spot("B1", 300, 16)] },
  { key: "out", mark: "out", color: "#654321", spots: [{ ...spot("A9", 380), sign: "wheelchair" }] },
];
const shapes = [
  { shape: "rect", tone: "stage", x: 0, y: 0, width: 400, height: 20 },
  { shape: "text", text: "Stage", x: 200, y: 10 },
  { shape: "hyperboloid", x: 1, y: 1 },
] as const;
const rows = [{ text: "A", x: 80, y: 100, r: 8 }];
const sections = [{ text: "Stalls", x: 200, y: 200, r: 5.5 }];
const picked: string[] = [];
function Hall() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <SeatMapView
      label="Map"
      width={400}
      height={400}
      shapes={shapes}
      layers={layers}
      rows={rows}
      sections={sections}
      chosen={chosen}
      onPick={(id) => {
        picked.push(id);
        setChosen((was) => new Set(was.has(id) ? [] : [id]));
      }}
      tip={(id) => `Seat ${id}`}
      nameOf={(id) => `Seat ${id}, ${chosen.has(id) ? "selected" : "available"}`}
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
/** The time that the map takes to come to rest. */
const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 450)));

test("sets its colours by script, since the content security policy blocks style attributes", () => {
  expect(renderToString(<Hall />)).not.toContain("style=");
  const container = open();
  const colours = [...container.querySelectorAll<SVGElement>("path[data-mark]")].map((path) =>
    path.style.getPropertyValue("--seat"),
  );
  expect(colours).toEqual(["#123456", "", "#654321"]);
});

test("draws thousands of seats with one path per look, texts of the hall on the canvas, and no unknown shapes", () => {
  const container = open();
  expect(container.querySelectorAll("path[data-mark]")).toHaveLength(3);
  expect(container.querySelectorAll("circle")).toHaveLength(0);
  expect([...container.querySelectorAll("[data-tone]")].map((shape) => shape.tagName.toLowerCase())).toEqual(["rect"]);
  expect(container.querySelectorAll("text")).toHaveLength(0);
  expect(drawn.texts).toContain("Stage");
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

describe("by the keyboard", () => {
  /** The seat that the map names to screen readers. */
  const reached = (): string | null => {
    const id = byRole("application").getAttribute("aria-activedescendant");
    return id === null ? null : (document.getElementById(id)?.getAttribute("aria-label") ?? null);
  };
  const send = (...names: readonly string[]) => {
    const map = byRole("application");
    focus(map);
    for (const name of names) key(name, map);
  };

  test("arrow keys go from one available seat to the next, and stop at the last", () => {
    const container = open();
    send();
    expect(reached()).toBeNull();
    send("ArrowRight");
    expect(reached()).toBe("Seat A2, available");
    expect(container.textContent).toContain("Seat A2");
    send("ArrowLeft");
    expect(reached()).toBe("Seat A1, available");
    send("ArrowRight", "ArrowRight", "ArrowDown");
    expect(reached()).toBe("Seat A2, available");
    expect(picked).toEqual([]);
  });

  test("Enter and Space choose the seat and remove it", () => {
    const container = open();
    send("ArrowRight", "Enter");
    expect([reached(), picked]).toEqual(["Seat A2, selected", ["A2"]]);
    expect(container.querySelectorAll("g > circle + path")).toHaveLength(1);
    send(" ");
    expect([reached(), picked]).toEqual(["Seat A2, available", ["A2", "A2"]]);
  });

  test("the first key only shows where the keys are: at a chosen seat, if there is one", () => {
    open();
    send("Enter");
    expect([reached(), picked]).toEqual(["Seat A2, available", []]);
    leave(byRole("application"));
    expect(reached()).toBeNull();
    tap([100, 100]);
    send("ArrowRight");
    expect(reached()).toBe("Seat A2, available");
  });

  test("a seat out of sight moves the map, and Shift with an arrow key moves only the map", async () => {
    const container = open();
    const left = () =>
      Number(
        /translate\((-?[\d.]+)px/.exec(
          container.querySelector<HTMLElement>('[style*="scale"]')?.style.transform ?? "",
        )?.[1],
      );
    for (let step = 0; step < 3; step++) press(byRole("button", "Zoom in"));
    await rest();
    const middle = left();
    send("ArrowRight");
    await rest();
    expect(left()).toBeGreaterThan(middle);
    const atSeat = left();
    act(() => {
      byRole("application").dispatchEvent(
        new KeyboardEvent("keydown", { key: "ArrowLeft", shiftKey: true, bubbles: true }),
      );
    });
    await rest();
    expect(left()).toBe(atSeat + 80);
    expect(reached()).toBe("Seat A2, available");
  });
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

test("names sections at rest, and rows and numbers once seats are large enough", async () => {
  open();
  expect(drawn.texts).toEqual(["Stage", "A", "Stalls"]);
  expect(drawn.signs).toEqual([seatGlyphs.wheelchair]);
  press(byRole("button", "Zoom in"));
  press(byRole("button", "Zoom out"));
  await rest();
  // At 24 pixels per seat, the free seats in view show numbers, and the seat with a sign keeps the sign.
  expect(drawn.texts).toEqual(["Stage", "1", "2", "A"]);
});

test("is a separate bitmap only while it moves", async () => {
  open();
  const frame = byRole("application");
  expect("moving" in frame.dataset).toBe(false);
  press(byRole("button", "Zoom in"));
  expect("moving" in frame.dataset).toBe(true);
  await rest();
  expect("moving" in frame.dataset).toBe(false);
});

test("draws the labels again when fonts or colours have changed", () => {
  open();
  drawn.texts = [];
  act(() => void document.fonts.dispatchEvent(new Event("loadingdone")));
  expect(drawn.texts).toEqual(["Stage", "A", "Stalls"]);
});

describe("the work of a change", () => {
  /** The elements that a change touches, without duplicates. */
  const touchedBy = async (
    where: Element,
    what: MutationObserverInit,
    change: () => unknown,
  ): Promise<readonly Node[]> => {
    const records: MutationRecord[] = [];
    const observer = new MutationObserver((more) => records.push(...more));
    observer.observe(where, { subtree: true, ...what });
    await change();
    records.push(...observer.takeRecords());
    observer.disconnect();
    return [...new Set(records.map(({ target }) => target))];
  };

  test("a chosen seat adds its mark, and neither compares the paths of the seats nor draws the labels", async () => {
    const layers = open().querySelectorAll("[role=application] > div");
    drawn.texts = [];
    keyReads = 0;
    const touched = await touchedBy(byRole("application"), { childList: true }, () => tap([100, 100]));
    expect(touched).toEqual([layers[2]?.firstChild]);
    expect(keyReads).toBe(0);
    expect(drawn.texts).toEqual([]);
  });

  test("a gesture only changes transforms, and renders once at its end", async () => {
    vi.useFakeTimers();
    let renders = 0;
    show(
      <Profiler id="map" onRender={() => (renders += 1)}>
        <Hall />
      </Profiler>,
    );
    const map = byRole("application");
    renders = 0;
    drawn.texts = [];
    const touched = await touchedBy(map, { childList: true, attributes: true }, () => {
      for (let step = 0; step < 20; step++) {
        const at = { clientX: 150, clientY: 150, bubbles: true };
        const wheel = Object.assign(new MouseEvent("wheel", at), { deltaY: -20, deltaMode: 0 });
        act(() => void map.dispatchEvent(wheel));
        act(() => void vi.advanceTimersByTime(16));
      }
    });
    expect(new Set(touched)).toEqual(new Set([map, ...map.querySelectorAll("[role=application] > div")]));
    expect(renders).toBe(0);
    expect(drawn.texts).toEqual([]);
    act(() => void vi.advanceTimersByTime(settleDelayMs));
    expect(renders).toBe(1);
    expect(drawn.texts).toEqual(["Stage", "1", "2", "A"]);
  });
});

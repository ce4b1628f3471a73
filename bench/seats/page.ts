import { createElement, useMemo, useState, type PointerEvent, type WheelEvent } from "react";
import { createRoot, type Root } from "react-dom/client";
import { flushSync } from "react-dom";
import type { BootData } from "@foyer/contract/boot.ts";
import type { Seat, SeatMap } from "@foyer/contract/shop/seating.ts";
import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import { assignSeats } from "@foyer/rules/seating/assignSeats.ts";
import type { PickedSeat } from "@foyer/rules/seating/selectSeat.ts";
import { Announcer } from "@foyer/ui/feedback/Announcer.tsx";
import "@foyer/ui/styles/foundation.css";
import { SeatSelector } from "../../apps/storefront/src/features/reserve/seats/selector/SeatSelector.tsx";
import type { SeatSelectionState } from "../../apps/storefront/src/features/reserve/seats/seatSelection.ts";
import { BootProvider } from "../../apps/storefront/src/shared/seller/seller.tsx";

/** Runs in the browser: the product's seat selector, or one SVG element per seat in a single React tree. */
export type SelectorVariant = "ours" | "plain";

declare global {
  interface Window {
    /** Milliseconds from rendering to the frame after the one that shows the seats. */
    openHall: (variant: SelectorVariant, count: number) => Promise<number>;
    /** Lengths of the frames since the last call. */
    frameLengths: () => number[];
    /** Milliseconds from the last click to the frame that shows its effect. */
    marked: () => number | undefined;
    /** An available seat near the middle of the map, in CSS pixels. */
    seatToPress: (count: number) => { x: number; y: number };
  }
}

const groups = ["Stalls", "Terrace", "Circle", "Gallery"];

/** An arena of straight rows in forty sections, with every fourth seat taken. */
const buildSeatMap = (count: number): { map: SeatMap; list: Seat[] } => {
  const columns = 8;
  const inSection = Math.ceil(count / 40);
  const wide = Math.ceil(Math.sqrt(inSection * 1.6));
  const side = { x: wide * 20 + 40, y: Math.ceil(inSection / wide) * 20 + 40 };
  const list = Array.from({ length: count }, (_, index): Seat => {
    const section = Math.floor(index / inSection);
    const at = index % inSection;
    const [column, line] = [at % wide, Math.floor(at / wide)];
    const neighbour = (other: number) =>
      other >= 0 && other < wide && index - column + other < count ? String(index - column + other) : null;
    return {
      seat_template_id: String(index),
      name: `${section} ${line} ${column}`,
      section: String(section),
      row: String(line),
      label: String(column),
      x: (section % columns) * side.x + column * 20,
      y: Math.floor(section / columns) * side.y + line * 20,
      r: 8,
      state: index % 4 === 3 ? "booked" : "available",
      ticket_groups: groups[section % groups.length] ?? "",
      previous: neighbour(column - 1),
      next: neighbour(column + 1),
      kind: null,
      note: null,
    };
  });
  return {
    map: { id: "1", name: "Arena", width: columns * side.x, height: 5 * side.y, other_elements: [], map_geometry: [] },
    list,
  };
};

const choices = groups.map((id) => ({
  group: { id, name: id, handler: "seated", color: null },
  soldOut: false,
  types: [
    {
      type: { id: `${id} adult`, name: "Adult", discounted_amount: "20", outside_fees: [] },
      quantity: 2,
      flexible: null,
    },
  ],
})) as unknown as readonly GroupChoice[];
const boot = {
  seller: { slug: "bench", default_currency_code: "USD", locale: "en-US", strings: {}, theme: {}, web: {} },
} as unknown as BootData;

function ProductSelector({ map, list }: { readonly map: SeatMap; readonly list: readonly Seat[] }) {
  const [picked, pick] = useState<readonly PickedSeat[]>([]);
  const seats = {
    choices,
    picked,
    seatsByType: assignSeats(choices, picked),
    notice: undefined,
    pick,
    dropSeats: pick,
  } as unknown as SeatSelectionState;
  return BootProvider({
    boot,
    children: createElement(Announcer, null, createElement(SeatSelector, { seats, map, list })),
  });
}

/** The obvious implementation: every seat is an element, everything that changes is state. */
function PlainSelector({ map, list }: { readonly map: SeatMap; readonly list: readonly Seat[] }) {
  const [view, setView] = useState({ k: 1, x: 0, y: 0 });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [held, setHeld] = useState<{ x: number; y: number }>();
  const colors = useMemo(
    () =>
      Object.fromEntries(groups.map((group, index) => [group, ["#2f6f9f", "#d75a21", "#651c88", "#2e8c7c"][index]])),
    [],
  );
  return createElement(
    "svg",
    {
      className: "plain",
      viewBox: `-50 -50 ${map.width + 100} ${map.height + 100}`,
      onPointerDown: (event: PointerEvent) => setHeld({ x: event.clientX - view.x, y: event.clientY - view.y }),
      onPointerMove: (event: PointerEvent) =>
        held && setView({ ...view, x: event.clientX - held.x, y: event.clientY - held.y }),
      onPointerUp: () => setHeld(undefined),
      onWheel: (event: WheelEvent) =>
        setView({ ...view, k: Math.min(8, Math.max(1, view.k * Math.exp(-event.deltaY * 0.0022))) }),
    },
    createElement(
      "g",
      { transform: `translate(${view.x} ${view.y}) scale(${view.k})` },
      list.map((seat) =>
        createElement("circle", {
          key: seat.seat_template_id,
          cx: seat.x,
          cy: seat.y,
          r: seat.state === "booked" ? seat.r * 0.42 : seat.r,
          fill: chosen.has(seat.seat_template_id)
            ? "#111"
            : seat.state === "booked"
              ? "#aaa"
              : colors[seat.ticket_groups],
          onClick: () => setChosen(new Set([...chosen, seat.seat_template_id])),
        }),
      ),
    ),
  );
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
/** Resolves after the next frame has been drawn. */
const drawn = async (): Promise<number> => {
  await frame();
  await frame();
  return performance.now();
};

let root: Root | undefined;
window.openHall = async (variant, count) => {
  root?.unmount();
  const container = document.querySelector("#hall");
  if (!container) throw new Error("the page has no container");
  const hall = buildSeatMap(count);
  await drawn();
  root = createRoot(container);
  const from = performance.now();
  flushSync(() => root?.render(createElement(variant === "ours" ? ProductSelector : PlainSelector, hall)));
  return (await drawn()) - from;
};

const lengths: number[] = [];
window.frameLengths = () => lengths.splice(0);
let lastFrame = performance.now();
const countFrame = (now: number): void => {
  lengths.push(now - lastFrame);
  lastFrame = now;
  requestAnimationFrame(countFrame);
};
requestAnimationFrame(countFrame);

let markedAfter: number | undefined;
window.marked = () => markedAfter;
addEventListener("pointerdown", () => (markedAfter = undefined), { capture: true });
addEventListener(
  "pointerup",
  () => {
    const from = performance.now();
    // The next frame shows the mark; a message sent now arrives when that frame is done.
    requestAnimationFrame(() => {
      const done = new MessageChannel();
      done.port1.onmessage = () => (markedAfter = performance.now() - from);
      done.port2.postMessage(0);
    });
  },
  { capture: true },
);

window.seatToPress = (total) => {
  const svg = [...document.querySelectorAll<SVGSVGElement>("#hall svg[viewBox]")].find(
    (one) => one.viewBox.baseVal.width > 200,
  );
  const { list, map } = buildSeatMap(total);
  const [x, y] = [map.width / 2, map.height / 2];
  const near = list
    .filter(({ state }) => state === "available")
    .toSorted((one, other) => Math.hypot(one.x - x, one.y - y) - Math.hypot(other.x - x, other.y - y))[0];
  const matrix = svg?.getScreenCTM();
  if (!near || !matrix) throw new Error("no available seat");
  const at = new DOMPoint(near.x, near.y).matrixTransform(matrix);
  return { x: at.x, y: at.y };
};

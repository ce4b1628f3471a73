import { useMemo, useState } from "react";
import { SeatMapView } from "../seats/SeatMap.tsx";
import type { SeatLayer, SeatSpot } from "../seats/seatLayer.ts";
import css from "./Row.module.css";
import { storiesOf } from "./story.ts";

const marks = ["free", "free", "taken", "free", "out"] as const;
const colors = { free: "light-dark(#2f6f9f, #6fb1e0)", out: "light-dark(#d75a21, #fb882b)", taken: "" };

const signs = ["wheelchair", "companion", "restricted_view"] as const;
const rows = Array.from({ length: 9 }, (_, row) => ({ text: "ABCDEFGHI".charAt(row), x: 18, y: 90 + row * 24, r: 8 }));

function Hall() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(["4,3", "4,4"]));
  const layers = useMemo(() => {
    const spots: Record<Exclude<SeatLayer["mark"], "ring">, SeatSpot[]> = { free: [], taken: [], out: [] };
    for (let row = 0; row < 9; row++)
      for (let seat = 0; seat < 24; seat++)
        spots[row > 6 ? "out" : (marks[(row * 7 + seat * 3) % 4] ?? "free")].push({
          id: `${row},${seat}`,
          x: 40 + seat * 22,
          y: 90 + row * 24,
          r: 8,
          label: String(seat + 1),
          ...(row === 3 && seat < 3 ? { sign: signs[seat] } : {}),
        });
    return (["free", "taken", "out"] as const).map((mark) => ({
      key: mark,
      mark,
      color: colors[mark],
      spots: spots[mark],
    }));
  }, []);
  const toggle = (id: string) =>
    setChosen((was) => (was.has(id) ? new Set([...was].filter((one) => one !== id)) : new Set([...was, id])));
  return (
    <div className={css.hall}>
      <SeatMapView
        label="A hall"
        width={590}
        height={320}
        shapes={[
          { shape: "rect", tone: "stage", x: 120, y: 0, width: 350, height: 50, r: 6 },
          { shape: "text", tone: "label", text: "Stage", x: 295, y: 25, size: 16 },
        ]}
        layers={layers}
        rows={rows}
        sections={[{ text: "Stalls", x: 293, y: 186, r: 8 }]}
        chosen={chosen}
        onPick={toggle}
        tip={(id) => `Seat ${id}`}
        labels={{ closer: "Zoom in", further: "Zoom out", all: "Show all" }}
      />
    </div>
  );
}

export const seatStories = storiesOf("Seats", { "A hall": () => <Hall /> });

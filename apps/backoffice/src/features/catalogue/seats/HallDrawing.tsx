import { useMemo, useState, type ReactNode } from "react";
import type { SeatKind, SeatMapShape } from "@foyer/contract/shop/seating.ts";
import { seatsInFrame } from "@foyer/rules/seating/hall/seatsInFrame.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import type { Box } from "@foyer/ui/seats/gestures/panZoom.ts";
import type { MapObjects } from "@foyer/ui/seats/gestures/useObjectDrag.ts";
import { groupLayers, type LayerLook } from "@foyer/ui/seats/groupLayers.ts";
import { rowLabels, sectionLabels } from "@foyer/ui/seats/hallLabels.ts";
import { SeatMapView } from "@foyer/ui/seats/SeatMap.tsx";
import type { ChosenSeats } from "./chosenSeats.ts";
import css from "./Seats.module.css";

/** A seat as the drawing shows it. */
export type DrawnSeat = {
  readonly key: string;
  readonly section: string;
  readonly row: string;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly kind: SeatKind | null;
  /** The next seat in its row, unless an aisle is between them. */
  readonly next: string | null;
  /** The same object for all seats that look alike. */
  readonly look: LayerLook;
  /** Whether a ring is drawn around it. */
  readonly isRinged: boolean;
};

type HallDrawingProps = {
  readonly hall: {
    readonly name: string;
    readonly width: number;
    readonly height: number;
    readonly shapes: readonly SeatMapShape[];
  };
  readonly seats: readonly DrawnSeat[];
  readonly chosen: ChosenSeats;
  /** Whether a seat can be chosen. */
  readonly isOpen: (seat: DrawnSeat) => boolean;
  /** The tooltip of the seat under the mouse. */
  readonly tip: (key: string) => ReactNode;
  /** Shown beside the button for frames. */
  readonly tools?: ReactNode;
  /** Set if the drawing is about the room's shapes rather than its seats. */
  readonly room?: {
    readonly objects: MapObjects;
    /** If set, a drag draws a new shape. */
    readonly onDraw: ((box: Box) => void) | undefined;
  };
};

const ring: LayerLook = { mark: "ring", color: "currentColor" };

/** A hall as buyers see it. Seats are chosen with a click, or by drawing a frame around them. */
export function HallDrawing({ hall, seats, chosen, isOpen, tip, tools, room }: HallDrawingProps) {
  const [isFraming, setFraming] = useState(false);
  const layers = useMemo(
    () => [
      ...groupLayers(seats, {
        lookOf: ({ look }) => look,
        spotOf: ({ key: id, x, y, r, label, kind }) => ({ id, x, y, r, label, ...(kind && { sign: kind }) }),
      }),
      ...groupLayers(
        seats.filter(({ isRinged }) => isRinged),
        { lookOf: () => ring, spotOf: ({ key: id, x, y, r }) => ({ id, x, y, r }) },
      ).map((layer) => ({ ...layer, key: `${layer.key} ring` })),
    ],
    [seats],
  );
  const [rows, sections] = useMemo(() => {
    const labelled = seats.map((seat) => ({ ...seat, seat_template_id: seat.key }));
    return [rowLabels(labelled), sectionLabels(labelled)];
  }, [seats]);
  const chooseIn = (frame: Box): void => chosen.set(seatsInFrame(seats.filter(isOpen), frame), true);
  return (
    <div className={css.drawing}>
      <div className={css.tools}>
        {!room && (
          <Button size="small" aria-pressed={isFraming} onClick={() => setFraming(!isFraming)}>
            Choose by frame
          </Button>
        )}
        {tools}
      </div>
      <p id="hall-hint" hidden>
        Arrow keys move the map, plus and minus zoom it.{" "}
        {room
          ? "Use the list beside it to choose shapes with the keyboard."
          : "Use the list of rows to choose seats with the keyboard."}
      </p>
      <div className={css.map}>
        <SeatMapView
          label={`Drawing of ${hall.name || "the hall"}`}
          describedBy="hall-hint"
          width={hall.width}
          height={hall.height}
          shapes={hall.shapes}
          layers={layers}
          rows={rows}
          sections={sections}
          chosen={chosen.keys}
          onPick={chosen.toggle}
          onFrame={room ? room.onDraw : isFraming ? chooseIn : undefined}
          objects={room?.objects}
          tip={tip}
          labels={{ closer: "Zoom in", further: "Zoom out", all: "Show all" }}
        />
      </div>
    </div>
  );
}

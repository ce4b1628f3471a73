import type { Seat, SeatMap } from "@foyer/contract/shop/seating.ts";

export const seatMap: SeatMap = {
  id: "00000000-0000-4000-8000-000000000060",
  name: "Great Hall",
  width: 400,
  height: 300,
  other_elements: [
    { shape: "rect", tone: "stage", x: 50, y: 0, width: 300, height: 30 },
    { shape: "dodecahedron", x: 1, y: 1 },
  ],
  map_geometry: [{ shape: "rect", tone: "floor", x: 0, y: 50, width: 400, height: 250 }],
};

export const seatId = (line: number, at: number) =>
  `00000000-0000-4000-8000-${String(1000 + line * 100 + at).padStart(12, "0")}`;

/**
 * A seat map by its rows: `s` is a free seat of the stalls, `b` of the balcony, `x` is booked, `u` not for sale, a
 * space is an aisle. Rows of balcony seats form a section of their own.
 */
export const seatsFromRows = (
  rows: readonly string[],
  { stalls, balcony }: { readonly stalls: string; readonly balcony: string },
): Seat[] =>
  rows.flatMap((row, line) => {
    const section = row.includes("b") ? "Balcony" : "Stalls";
    const letter = String.fromCharCode(65 + line);
    const beside = (at: number) => (row[at] === undefined || row[at] === " " ? null : seatId(line, at));
    return [...row].flatMap((kind, at): Seat[] =>
      kind === " "
        ? []
        : [
            {
              seat_template_id: seatId(line, at),
              name: `${section} ${letter} ${at + 1}`,
              section,
              row: letter,
              label: String(at + 1),
              x: 20 + at * 20,
              y: 60 + line * 20,
              r: 8,
              state: kind === "x" ? "booked" : kind === "u" ? "unavailable" : "available",
              ticket_groups: section === "Balcony" ? balcony : stalls,
              previous: beside(at - 1),
              next: beside(at + 1),
              kind: at === 0 ? "wheelchair" : null,
              note: at === 0 ? "Wheelchair space" : null,
            },
          ],
    );
  });

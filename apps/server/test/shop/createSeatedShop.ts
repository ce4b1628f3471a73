import type { Database } from "../../src/db/connections.ts";
import { newId } from "../../src/db/newId.ts";
import type { SessionOverrides } from "./sessionRow.ts";
import { createTestShop, type TicketGroupOverrides, type SellerOverrides, type TestShop } from "./createTestShop.ts";

export type SeatedTestShop = TestShop & {
  readonly seat_map_id: string;
  /** Ids of seats by name, such as 'A1'. */
  readonly seatId: (label: string) => string;
};

/** Default seating plan: stalls in rows A and B, boxes in row C, ten seats each. */
const defaultRows = { A: "stalls", B: "stalls", C: "boxes" };

/**
 * A shop with a seated event: Stalls (Adult 20.00, Child 10.00) and Boxes (Everybody 50.00). Each of
 * `rows` has a zone and `seats` seats.
 */
export const createSeatedShop = async (
  db: Database,
  overrides: {
    seller?: SellerOverrides;
    sessions?: readonly SessionOverrides[];
    groups?: readonly TicketGroupOverrides[];
    rows?: Readonly<Record<string, string>>;
    seats?: number;
  } = {},
): Promise<SeatedTestShop> => {
  const {
    rows = defaultRows,
    seats = 10,
    groups = [
      { name: "Stalls", handler: "seated", seat_zones: ["stalls"], color: "#d9432f" },
      {
        name: "Boxes",
        handler: "seated",
        seat_zones: ["boxes"],
        types: [{ name: "Everybody", currency_amount: 5000 }],
      },
    ],
  } = overrides;
  const shop = await createTestShop(db, {
    ...(overrides.seller && { seller: overrides.seller }),
    event: { name: "Symphony Night", groups, ...(overrides.sessions && { sessions: overrides.sessions }) },
  });
  const { seller_id } = shop;
  const seat_map_id = newId();
  await db
    .insertInto("seat_map")
    .values({
      seller_id,
      id: seat_map_id,
      key: "hall",
      name: "The Hall",
      width: 100 + seats * 10,
      height: 400,
      other_elements: JSON.stringify([{ shape: "rect", x: 0, y: 0, width: 100, height: 20, tone: "stage" }]),
      map_geometry: JSON.stringify([{ shape: "circle", x: 50, y: 50, r: 40, tone: "floor" }]),
    })
    .execute();
  const seatRows = Object.entries(rows).flatMap(([row, zone], rowIndex) => {
    const ids = Array.from({ length: seats }, () => newId());
    return ids.map((id, index) => ({
      seller_id,
      id,
      seat_map_id,
      key: `hall/${row}/${index + 1}`,
      section: zone === "boxes" ? "Boxes" : "Stalls",
      row,
      label: String(index + 1),
      name: `${zone === "boxes" ? "Boxes" : "Stalls"} ${row} ${index + 1}`,
      zone,
      x: 50 + index * 10,
      y: 100 + rowIndex * 12,
      r: 4,
      previous_id: ids[index - 1] ?? null,
      next_id: ids[index + 1] ?? null,
      rank: rowIndex * seats + index,
    }));
  });
  for (let from = 0; from < seatRows.length; from += 2000)
    await db
      .insertInto("seat")
      .values(seatRows.slice(from, from + 2000))
      .execute();
  await db
    .updateTable("event_template")
    .set({ seat_map_id })
    .where("seller_id", "=", seller_id)
    .where("id", "=", shop.event.id)
    .execute();

  const ids = new Map(seatRows.map(({ row, label, id }) => [`${row}${label}`, id]));
  const { event, session, group, type } = shop;
  const seatId = (label: string): string => {
    const id = ids.get(label);
    if (!id) throw new Error(`The hall has no seat ${label}.`);
    return id;
  };
  return { ...shop, event, session, group, type, seat_map_id, seatId };
};

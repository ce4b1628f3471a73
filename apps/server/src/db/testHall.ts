import type { Database } from "./connect.ts";
import { newId } from "./newId.ts";
import type { SessionWishes } from "./testSessions.ts";
import { makeShop, type GroupWishes, type SellerWishes, type Shop } from "./testShop.ts";

export type HallShop = Shop & {
  readonly seat_map_id: string;
  /** Ids of the seats by what they are called: 'A1'. */
  readonly seat: (label: string) => string;
};

/** What a hall has unless a test says otherwise: stalls A and B, the boxes of row C, ten seats each. */
const rowsOfHall = { A: "stalls", B: "stalls", C: "boxes" };

/**
 * A shop whose event is sold by the seat: Stalls (Adult 20.00, Child 10.00), Boxes (Everybody 50.00). Each row of
 * `rows` names its zone and has `seats` seats.
 */
export const makeHallShop = async (
  db: Database,
  wishes: {
    seller?: SellerWishes;
    sessions?: readonly SessionWishes[];
    groups?: readonly GroupWishes[];
    rows?: Readonly<Record<string, string>>;
    seats?: number;
  } = {},
): Promise<HallShop> => {
  const {
    rows = rowsOfHall,
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
  } = wishes;
  const shop = await makeShop(db, {
    ...(wishes.seller && { seller: wishes.seller }),
    event: { name: "Symphony Night", groups, ...(wishes.sessions && { sessions: wishes.sessions }) },
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
  const made = Object.entries(rows).flatMap(([row, zone], place) => {
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
      y: 100 + place * 12,
      r: 4,
      previous_id: ids[index - 1] ?? null,
      next_id: ids[index + 1] ?? null,
      rank: place * seats + index,
    }));
  });
  for (let from = 0; from < made.length; from += 2000)
    await db
      .insertInto("seat")
      .values(made.slice(from, from + 2000))
      .execute();
  await db
    .updateTable("event_template")
    .set({ seat_map_id })
    .where("seller_id", "=", seller_id)
    .where("id", "=", shop.event.id)
    .execute();

  const ids = new Map(made.map(({ row, label, id }) => [`${row}${label}`, id]));
  const { event, session, group, type } = shop;
  const seat = (label: string): string => {
    const id = ids.get(label);
    if (!id) throw new Error(`The hall has no seat ${label}.`);
    return id;
  };
  return { ...shop, event, session, group, type, seat_map_id, seat };
};

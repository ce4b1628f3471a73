import type { Database } from "../../src/db/connections.ts";
import { newId } from "../../src/db/newId.ts";
import type { TestShop } from "../shop/createTestShop.ts";

/** Seats of the shop's event, and the type that sells them. */
export type SimulatedHall = { readonly type_id: string; readonly seat_ids: readonly string[] };

/** Fewer seats than capacity, so that buyers compete for them. */
const seatCount = 4;
const price = 2000;

export const setUpHall = async (db: Database, { seller_id, event }: TestShop): Promise<SimulatedHall> => {
  const seat_map_id = newId();
  const shape = { name: "The Hall", width: 200, height: 200, other_elements: "[]", map_geometry: "[]" };
  await db
    .insertInto("seat_map")
    .values({ seller_id, id: seat_map_id, key: "hall", ...shape })
    .execute();
  const seat_ids = Array.from({ length: seatCount }, () => newId());
  await db
    .insertInto("seat")
    .values(
      seat_ids.map((id, rank) => ({
        seller_id,
        id,
        seat_map_id,
        key: `hall/A/${rank + 1}`,
        section: "Stalls",
        row: "A",
        label: String(rank + 1),
        name: `Stalls A ${rank + 1}`,
        zone: "stalls",
        x: 20 + rank * 10,
        y: 20,
        r: 4,
        previous_id: seat_ids[rank - 1] ?? null,
        next_id: seat_ids[rank + 1] ?? null,
        rank,
      })),
    )
    .execute();
  await db.updateTable("event_template").set({ seat_map_id }).where("id", "=", event.id).execute();
  const group = { seller_id, event_template_id: event.id, id: newId(), key: "stalls", name: "Stalls", rank: 9 };
  await db
    .insertInto("ticket_group")
    .values({ ...group, handler: "seated", seat_zones: ["stalls"] })
    .execute();
  const type_id = newId();
  const type = { seller_id, id: type_id, key: "seat", ticket_group_id: group.id, name: "Seat", rank: 0 };
  await db
    .insertInto("ticket_type")
    .values({ ...type, currency_amount: price })
    .execute();
  await db
    .insertInto("price_log")
    .values({ seller_id, ticket_type_id: type_id, amount: price, amount_min: null, amount_max: null })
    .execute();
  return { type_id, seat_ids };
};

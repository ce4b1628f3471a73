import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { ownerClient } from "../../../../test/database/cloneDatabase.ts";
import { costsOf } from "../../../../test/database/statements/rowsRead.ts";
import { sentStatements } from "../../../../test/database/statements/sentStatements.ts";
import { createStaff } from "../../../../test/office/testStaff.ts";
import { createSeatedShop, type SeatedTestShop } from "../../../../test/shop/createSeatedShop.ts";
import { transact } from "../../../db/transact.ts";
import { newId } from "../../../db/newId.ts";
import { insertHouseHold } from "../../../office/sessions/houseHolds.sql.ts";
import { takenSeatRows } from "./seats.sql.ts";

let server: TestApp;
let shop: SeatedTestShop;
const seats = 200;
/** Every session except the first keeps the same seats back. */
beforeAll(async () => {
  server = await openTestApp();
  shop = await createSeatedShop(server.db, {
    seats,
    rows: { A: "stalls" },
    sessions: Array.from({ length: 30 }, (_, index) => ({ inDays: index + 1, capacity: seats })),
  });
  const { id: staff_id } = await createStaff(server.db, shop.seller_id, ["owner"]);
  const kept = Array.from({ length: 100 }, (_, index) => ({
    id: shop.seatId(`A${index + 1}`),
    name: "",
    counts: true,
    taken: false,
  }));
  for (const { id } of shop.event.sessions.slice(1))
    await transact({ db: server.connections.forSeller(shop.seller_id) }, ({ db }) =>
      insertHouseHold(
        db,
        shop.seller_id,
        { id: newId(), event_session_id: id, kind: "kept", name: "House", reason: "Opening", places: 100, staff_id },
        kept,
      ),
    );
});
afterAll(() => server.close());

/** The rows and buffers that a hold of seats reads from the house seats. */
const readsOf = async (session_id: string, seat_ids: readonly string[]) => {
  const sent = await sentStatements(() =>
    transact({ db: server.connections.forSeller(shop.seller_id) }, ({ db }) =>
      takenSeatRows(db, shop.seller_id, [session_id], seat_ids),
    ),
  );
  const [cost] = await costsOf(
    server.databaseConfig,
    sent.filter(({ text }) => text.includes("house_seat")),
  );
  return { rows: cost?.rows.get("house_seat"), buffers: cost?.buffers };
};

test("a hold reads no row of seats that other sessions keep, before and after PostgreSQL has counted its rows", async () => {
  const asked = [1, 2, 3, 4].map((nth) => shop.seatId(`A${nth}`));
  const owner = ownerClient(server.databaseConfig);
  await owner.connect();
  for (const statement of ["select", "analyze"]) {
    await owner.query(statement);
    const free = await readsOf(shop.session.id, asked);
    expect([free.rows, (free.buffers ?? Infinity) <= 20]).toEqual([0, true]);
    const kept = await readsOf(shop.event.sessions[1]?.id ?? "", asked);
    expect([kept.rows, (kept.buffers ?? Infinity) <= 20]).toEqual([4, true]);
  }
  await owner.end();
});

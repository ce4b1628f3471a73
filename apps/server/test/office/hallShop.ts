import type { TestApp } from "../app/testApp.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import { TestBuyer, cards } from "../shop/testBuyer.ts";
import { openEditing, type Loose } from "./catalogueShop.ts";

/** A seller with a hall of two rows of stalls and a box, and two concerts there. */
export const hallCatalogue = (slug: string): string => `
seller: { slug: ${slug}, name: Quay Hall, currency: USD, timezone: America/New_York }
venues:
  quay: { name: Quay House, timezone: America/New_York, address: 1 Quay Road }
events:
  - key: concert
    name: Concert
    seat_map: hall
    groups:
      - { key: stalls, name: Stalls, handler: seated, seat_zones: [stalls], types: [{ key: any, name: Any, price: 30 }] }
      - { key: boxes, name: Boxes, handler: seated, seat_zones: [boxes], types: [{ key: box, name: Any, price: 60 }] }
    sessions:
      - { date: today+10d, at: "19:00", ends: "20:30" }
      - { date: today+11d, at: "19:00", ends: "20:30" }
seat_maps:
  hall:
    name: The Hall
    width: 200
    height: 100
    r: 4
    sections:
      - key: stalls
        name: Stalls
        rows:
          - { row: A, from: [20, 20], to: [80, 20], seats: 6 }
          - { row: B, from: [20, 32], to: [80, 32], seats: 6 }
      - key: boxes
        name: Boxes
        seats:
          - { row: Box 1, label: 1, at: [120, 20] }
          - { row: Box 1, label: 2, at: [130, 20] }
`;

/** A shop with a hall and its manager. */
export const openHall = async (server: TestApp) => {
  const { shop, manager } = await openEditing(server, hallCatalogue);
  const rows = await server.db
    .selectFrom("seat")
    .select(["id", "key"])
    .where("seller_id", "=", shop.seller_id)
    .execute();
  const ids = new Map(rows.map(({ id, key }) => [key, id]));
  const seatId = (key: string): string => ids.get(key) ?? "";
  return { shop, manager, seatId };
};

/** A buyer of seats for a session, by default the first. */
export const seatBuyer = (server: TestApp, shop: TestShop, session = shop.session): TestBuyer =>
  new TestBuyer(server, { ...shop, session });

export const buySeat = async (buyer: TestBuyer, seat: string): Promise<number> => {
  const cart = await buyer.hold(1, buyer.shop.type.id, [seat]);
  await buyer.pay(cart, cards.good);
  return (await buyer.checkOut(cart)).status;
};

/** The hall without row B of its stalls. */
export const withoutRowB = (hall: Loose): Loose => ({
  ...hall,
  sections: (hall["sections"] as Loose[]).map((section) =>
    section["key"] === "stalls" ? { ...section, rows: (section["rows"] as Loose[]).slice(0, 1) } : section,
  ),
});

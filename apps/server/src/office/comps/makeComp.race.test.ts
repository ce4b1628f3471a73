import { expect, test } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { rendezvous, setUpRaceServers } from "../../../test/database/raceServers.ts";
import { createDeskShop } from "../../../test/office/deskShop.ts";
import { OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { pauseAt } from "../../db/faultPoints.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["comp_limit_counted"], (first, second) => ([one, other] = [first, second]));

test("two simultaneous comps by one person do not exceed their daily limit", async () => {
  const shop = await createDeskShop(one);
  await one.db
    .updateTable("seller")
    .set({ configuration: JSON.stringify({ comp_limits: { day: 3 } }) })
    .where("id", "=", shop.seller_id)
    .execute();
  const clerk = await signedIn(one, shop, ["box_office"]);
  const again = new OfficeBrowser(other, shop.slug);
  again.cookie = clerk.cookie;
  const comp = {
    event_template_id: shop.event.id,
    event_session_id: shop.session.id,
    tickets: [{ ticket_type_id: shop.type.id, quantity: 2 }],
    first_name: "Grace",
    last_name: "Hopper",
    email: null,
    reason: "Press",
  };
  pauseAt("comp_limit_counted", rendezvous(500));
  const replies = await Promise.all([
    clerk.post("/comp_orders", comp),
    again.post("/comp_orders", { ...comp, reason: "Also press" }),
  ]);
  expect(replies.map(refusalOf).toSorted()).toEqual(["200", "403 comp_limit"]);
});

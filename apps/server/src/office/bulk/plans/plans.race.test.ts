import { expect, test } from "vitest";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { releasedTogether } from "../../../../test/database/releasedTogether.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";
import { refusalOf, shopStates } from "../../../../test/orders/changedOrders.ts";
import { openPlan } from "../../../../test/orders/plans.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers([], (first, second) => ([one, other] = [first, second]));

/** Two members of staff with the same plan on screen, and what each does once the other waits for the same lock. */
const together = async (what: "cancel" | "move") => {
  const plan = await openPlan(one);
  const { shop, cart } = plan;
  const path = `/plans/${cart.cart_number}`;
  const [grace, ada] = [await signedIn(one, shop, ["manager"]), await signedIn(other, shop, ["owner"])];
  const { version } = (await grace.get(path)).body;
  const reason = "Storm";
  const event_session_id = shop.event.sessions[1]?.id;
  const replies = await releasedTogether(
    one.db,
    (tx) =>
      tx
        .selectFrom("cart")
        .select("id")
        .where("seller_id", "=", shop.seller_id)
        .where("id", "=", cart.id)
        .forUpdate()
        .execute(),
    [
      () => grace.post(`${path}/move`, { version, event_session_id, price: "40.00", reason }),
      () =>
        what === "cancel"
          ? ada.post(`${path}/cancel`, { version, reason })
          : ada.post(`${path}/move`, { version, event_session_id: shop.event.sessions[2]?.id, price: "40.00", reason }),
    ],
  );
  return { shop, replies: replies.map(refusalOf) };
};

test.each(["cancel", "move"] as const)(
  "of two people who change a payment plan at once, the second, with a %s, is refused",
  async (what) => {
    const { shop, replies } = await together(what);
    expect(replies).toEqual(["200", "409 stale_version"]);
    expect(await shopStates(one, "refund", shop)).toEqual([]);
  },
);

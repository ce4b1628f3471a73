import { expect, test } from "vitest";
import { createTestMember } from "../../../../test/accounts/members.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { changeMember } from "../../../../test/office/memberShop.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";
import { createChangeShop, refusalOf } from "../../../../test/orders/changedOrders.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["hold_locked", "counter_sale_held"], (first, second) => ([one, other] = [first, second]));

/** A member with one ticket left; the counter and the web request it for different sessions and groups on one day. */
const openShop = async () => {
  const group = (name: string) => ({
    name,
    hidden_type: "public_member_only" as const,
    types: [{ name, member_event_ticket_type: "Adult", currency_amount: 0 }],
  });
  const shop = await createChangeShop(one, undefined, {
    sessions: [
      { inDays: 7, at: "10:00" },
      { inDays: 7, at: "14:00" },
    ],
    groups: [group("Morning"), group("Afternoon")],
  });
  const member = await createTestMember(one.db, shop, { benefits: { Adult: 1 } });
  const clerk = await signedIn(one, shop, ["box_office"]);
  await clerk.post("/till/open", { float: "0.00" });
  const ticket = (nth: number) => ({
    event_template_id: shop.event.id,
    event_session_id: shop.event.sessions[nth]?.id,
    type: shop.event.groups[nth]?.types[0]?.id,
  });
  const atCounter = () => {
    const { type, ...visit } = ticket(0);
    return clerk.post("/counter_sales", {
      sale_id: newId(),
      ...visit,
      tickets: [{ ticket_type_id: type, quantity: 1 }],
      means: [],
      membership_id: member.membership.id,
      email: null,
    });
  };
  const buyer = new TestBuyer(other, shop, member.cookie);
  const onWeb = () => {
    const { type, ...visit } = ticket(1);
    return buyer.post("/my/cart/modify", {
      add: [{ ...visit, ticket_types_required: [{ ticket_type_id: type, quantity: 1 }] }],
    });
  };
  return { shop, member, clerk, atCounter, onWeb };
};
const usesOf = async ({ shop }: Awaited<ReturnType<typeof openShop>>) =>
  (await one.db.selectFrom("allowance_use").select("ticket_id").where("seller_id", "=", shop.seller_id).execute())
    .length;

test("the last ticket of an allowance goes to the counter or to the web, not to both", async () => {
  const at = await openShop();
  pauseAt("hold_locked", rendezvous(300));
  const answers = await Promise.all([at.atCounter(), at.onWeb()]);
  expect(answers.map(refusalOf).toSorted()).toEqual(["200", "422 member_limit_exceeded"]);
  expect(await usesOf(at)).toBe(1);
});

test("a membership that ends while its tickets are held at the counter sells none", async () => {
  const at = await openShop();
  const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  pauseAt("counter_sale_held", async () => {
    held.resolve();
    await ended.promise;
  });
  const selling = at.atCounter();
  await held.promise;
  const manager = await signedIn(other, at.shop, ["manager"]);
  const { id } = at.member.membership;
  const ending = {
    money: "refund",
    refund_to: "same_means",
    visits: "keep",
    expected: { refund: "0", gift_card: "0" },
  };
  const endedBy = await changeMember(manager, id, "end", ending);
  ended.resolve();
  expect(refusalOf(endedBy)).toBe("200");
  expect(refusalOf(await selling)).toBe("422 rule_blocks_reserve");
  expect(await usesOf(at)).toBe(0);
});

import { expect, test } from "vitest";
import { createRenewalShop } from "../../../../test/accounts/renewals.ts";
import { readMemberships } from "../../../../test/accounts/membershipLevels.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { changeMember, joinAndIndex, memberPage } from "../../../../test/office/memberShop.ts";
import { signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** A family of three: the ids of Rosa, who holds the membership, of Pilar, and of Nino. */
const openFamily = async () => {
  const at = await createRenewalShop(server);
  const { order_id } = await joinAndIndex(server, at, {
    level: "family",
    people: [
      { type: 0, name: "Rosa Ortega", email: "rosa@ortega.example" },
      { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
      { type: 2, name: "Nino Ortega" },
    ],
  });
  const cards = new Map((await readMemberships(server, order_id)).map(({ id, holder_name }) => [holder_name, id]));
  const idOf = (name: string): string => cards.get(`${name} Ortega`) ?? "";
  return {
    manager: await signedIn(server, at.shop, ["manager"]),
    rosa: idOf("Rosa"),
    pilar: idOf("Pilar"),
    nino: idOf("Nino"),
  };
};
const actionsOf = async (who: OfficeBrowser, id: string): Promise<string[]> =>
  (await memberPage(who, id)).history.map(({ action }: { action: string }) => action);

test("a change of the whole membership is in the history of everybody on it, from whichever card it was made", async () => {
  const { manager, rosa, pilar, nino } = await openFamily();
  expect(refusalOf(await changeMember(manager, pilar, "lengthen", { days: 14 }))).toBe("200");
  expect(refusalOf(await changeMember(manager, nino, "replace_number"))).toBe("200");
  expect(await actionsOf(manager, rosa)).toEqual(["member.lengthened"]);
  expect(await actionsOf(manager, pilar)).toEqual(["member.lengthened"]);
  expect(await actionsOf(manager, nino)).toEqual(["member.number_replaced", "member.lengthened"]);
  expect((await memberPage(manager, rosa)).history).toMatchObject([
    { by: manager.person.name, reason: "Asked on the phone", after: { days: 14, people: 3 } },
  ]);
});

test("a page that is out of date because of another card of the membership says what changed there", async () => {
  const { manager, rosa, pilar } = await openFamily();
  expect(refusalOf(await changeMember(manager, rosa, "replace_number"))).toBe("200");
  const { version } = await memberPage(manager, rosa);
  expect(refusalOf(await changeMember(manager, pilar, "lengthen", { days: 14 }))).toBe("200");
  const late = await manager.post(`/members/${rosa}/lengthen`, { version, days: 14, reason: "Closed" });
  expect(refusalOf(late)).toBe("409 stale_version");
  expect(late.body._data[0]._extra).toMatchObject({ change: "member.lengthened", changed_by: manager.person.name });
});

test("the removal of one card is in the history of that card alone", async () => {
  const { manager, rosa, nino } = await openFamily();
  const { version } = await memberPage(manager, nino);
  const sent = { money: "refund", refund_to: "same_means", visits: "cancel", whose: "card" };
  const quote = (await manager.get(`/members/${nino}/end_quote?${new URLSearchParams(sent).toString()}`)).body;
  const expected = { refund: quote.refund, gift_card: quote.gift_card };
  expect(refusalOf(await manager.post(`/members/${nino}/end`, { ...sent, version, reason: "Moved", expected }))).toBe(
    "200",
  );
  expect((await actionsOf(manager, nino)).toSorted()).toEqual(["member.card_removed", "member.ended"]);
  expect(await actionsOf(manager, rosa)).toEqual([]);
});

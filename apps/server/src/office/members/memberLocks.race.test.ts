import { expect, test } from "vitest";
import { holdMembership, membershipRequest, readMemberships } from "../../../test/accounts/membershipLevels.ts";
import {
  createRenewalShop,
  joinAsMember,
  joinWithDueRenewal,
  makeTermDue,
  readTermChain,
} from "../../../test/accounts/renewals.ts";
import { createTestUser } from "../../../test/accounts/members.ts";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { deadlocksDuring } from "../../../test/database/deadlocks.ts";
import { doneOrWaiting } from "../../../test/database/doneOrWaiting.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { createPerson, prepareMerge } from "../../../test/office/mergedPersons.ts";
import { DeskClerk } from "../../../test/office/deskShop.ts";
import { memberPage } from "../../../test/office/memberShop.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { everyChange, orderOf, refusalOf, type TestOrder } from "../../../test/orders/changedOrders.ts";
import { cartState, changeStates, newTickets, openChange, requestChange } from "../../../test/orders/requestChange.ts";
import { createCodes, createDiscount } from "../../../test/shop/codesAndRules.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { pauseAt, type PausePoint } from "../../db/faultPoints.ts";
import { newId } from "../../db/newId.ts";

let one: TestApp;
let other: TestApp;
const points: readonly PausePoint[] = [
  "carts_locked",
  "member_locked",
  "member_renewal_locked",
  "membership_endings_locked",
  "open_changes_read",
  "party_locked",
];
setUpRaceServers(points, (first, second) => ([one, other] = [first, second]));

type Send = () => Promise<TestResponse>;
type Outcome = { readonly first: string; readonly second: string; readonly deadlocks: number };

/** Sends two requests, of which the second begins when the first has reached a point, and has to wait for it. */
const atOnce = async (point: PausePoint, first: Send, second: () => Promise<Pick<TestResponse, "status">>) => {
  const outcome = { first: "", second: "" };
  const deadlocks = await deadlocksDuring(async () => {
    const late = startAtPause(one.db, point, second);
    outcome.first = refusalOf(await first());
    const answer = await late();
    outcome.second = answer ? refusalOf(answer as TestResponse) : "not reached";
  });
  return { ...outcome, deadlocks } satisfies Outcome;
};

/** Prepares a change of a membership based on its current page. */
const change = async (manager: OfficeBrowser, id: string, path: string, body: object): Promise<Send> => {
  const { version } = await memberPage(manager, id);
  return () => manager.post(`/members/${id}/${path}`, { version, reason: "At once", ...body });
};
const ending = {
  money: "keep_all",
  refund_to: "same_means",
  visits: "keep",
  expected: { refund: "0", gift_card: "0" },
};

type FamilyOptions = { readonly codes?: readonly string[] };

/**
 * A family of three whose next term can be bought, and whose children are free. With `codes` they bought the membership
 * with them; the shop accepts the code FRIEND.
 */
const family = async (bought: FamilyOptions = {}) => {
  const event = { sessions: [{ inDays: 7 }, { inDays: 8 }], groups: [{}, { name: "Evening" }] };
  const at = await createRenewalShop(one, { self_edit: everyChange }, {}, event);
  const child = at.levels.family.types[2]?.id ?? "";
  await one.db.updateTable("ticket_type").set({ currency_amount: 0 }).where("id", "=", child).execute();
  await recordPrices(one, at.shop);
  const { id: friends } = await createCodes(one.db, at.shop, { FRIEND: {} });
  await createDiscount(one.db, at.shop, { benefit: { percent: 1000 }, code_group_ids: [friends] });
  const user = await createTestUser(one.db, at.shop);
  const people = [
    { type: 0, name: "Rosa Ortega", email: user.email },
    { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
    { type: 2, name: "Nino Ortega" },
  ];
  const { membership_id, order_id } = await joinAsMember(one, at, { ...bought, level: "family", people, user });
  await makeTermDue(one, membership_id);
  const manager = await signedIn(one, at.shop, ["manager"]);
  const idOf = async (name: string): Promise<string> =>
    (await readMemberships(one, order_id)).find(({ holder_name }) => holder_name === name)?.id ?? "";
  /** Puts a membership of the same level into the holder's cart. */
  const hold = async (): Promise<{ readonly status: number }> => {
    await holdMembership(other, at.shop, membershipRequest(at.levels, at.levels.family, { people }), user.cookie);
    return { status: 200 };
  };
  return { at, child, user, membership_id, order_id, manager, idOf, hold };
};

test("two clerks who lengthen the term of one family by two of its cards do not wait for each other", async () => {
  const { manager, at, idOf, membership_id } = await family();
  const [own, others] = [membership_id, await idOf("Pilar Ortega")].toSorted();
  const first = await change(manager, others ?? "", "lengthen", { days: 30 });
  const clerk = await signedIn(other, at.shop, ["manager"]);
  const second = await change(clerk, own ?? "", "lengthen", { days: 30 });
  const outcome = await atOnce("member_locked", first, second);
  expect(outcome).toEqual({ first: "200", second: "409 stale_version", deadlocks: 0 });
});

test("a card that goes to somebody else while its membership is ended does not wait for the end of it", async () => {
  const { manager, at, membership_id } = await family();
  const toGrace = { holder_name: "Grace Hopper", holder_email: "grace@navy.example", is_other_person: true };
  const first = await change(manager, membership_id, "holder", toGrace);
  const clerk = await signedIn(other, at.shop, ["manager"]);
  const second = await change(clerk, membership_id, "end", ending);
  const outcome = await atOnce("member_locked", first, second);
  expect(outcome).toEqual({ first: "200", second: "409 stale_version", deadlocks: 0 });
});

test("a card that is added while its holder puts a membership of the level into a cart does not wait for the cart", async () => {
  const { manager, child, membership_id, hold } = await family();
  const added = { ticket_type_id: child, holder_name: "Lola Ortega", holder_email: null };
  const outcome = await atOnce("party_locked", await change(manager, membership_id, "add", added), hold);
  expect(outcome).toEqual({ first: "200", second: "200", deadlocks: 0 });
});

test("a card that is taken off while its holder puts a membership of the level into a cart does not wait for the cart", async () => {
  const { manager, idOf, hold } = await family();
  const first = await change(manager, await idOf("Nino Ortega"), "end", { ...ending, whose: "card" });
  const outcome = await atOnce("party_locked", first, hold);
  expect(outcome).toEqual({ first: "200", second: "200", deadlocks: 0 });
});

type Family = Awaited<ReturnType<typeof family>>;

/** The order of a visit that the holder bought with the membership, with a code if one is given. */
const visitOf = async ({ at, user, membership_id }: Family, visit_index: number, codes: readonly string[] = []) => {
  const buyer = new TestBuyer(one, at.shop, user.cookie);
  const held = await buyer.post("/my/cart/modify", {
    add: [ticketLine(at.shop.event, 1)],
    preReservePromoCodes: { codes },
  });
  const [cart] = held.body.cart._data;
  await buyer.pay(cart, cards.good);
  const order = orderOf(await buyer.checkOut(cart));
  await one.db
    .insertInto("allowance_use")
    .values({
      seller_id: at.shop.seller_id,
      ticket_id: order.tickets[0] ?? "",
      membership_id,
      allowance: "*",
      event_template_id: at.shop.event.id,
      local_day: null,
      visit_index,
      term_index: visit_index,
    })
    .execute();
  return order;
};

/** Opens the holder's change of a visit to the second session. */
const moveVisit = ({ at, user }: Family, order: TestOrder) =>
  openChange(new TestBuyer(one, at.shop, user.cookie), {
    order,
    gives_up: order.tickets,
    add: [{ session_id: at.shop.event.sessions[1]?.id ?? "", type_id: at.shop.type.id, quantity: 1 }],
  });

/** Holds a ticket for the holder at the other server. */
const holding = ({ at, user }: Family, held: object): Promise<TestResponse> =>
  new TestBuyer(other, at.shop, user.cookie).post("/my/cart/modify", held);

/** Ends the membership with its visits while its holder holds a ticket. */
const endingWithVisits = async (members: Family, held: object) => {
  const first = await change(members.manager, members.membership_id, "end", { ...ending, visits: "cancel" });
  return atOnce("membership_endings_locked", first, () => holding(members, held));
};

/** A ticket of the other session and group, with the code. */
const withCode = ({ at }: Family) => ({
  add: [ticketLine(at.shop.event, 1, { session: 1, group: 1 })],
  preReservePromoCodes: { codes: ["FRIEND"] },
});

test("a membership that is ended with its visits while its holder holds a ticket of such a visit does not wait for the cart", async () => {
  const members = await family();
  await visitOf(members, 1);
  const outcome = await endingWithVisits(members, { add: [ticketLine(members.at.shop.event, 1)] });
  expect(outcome).toEqual({ first: "200", second: "200", deadlocks: 0 });
});

test("a membership that is ended with a visit that is being moved while its holder holds a ticket of the new time does not wait for the cart", async () => {
  const members = await family();
  const moved = await moveVisit(members, await visitOf(members, 1));
  const outcome = await endingWithVisits(members, { add: [ticketLine(members.at.shop.event, 1, { session: 1 })] });
  expect(outcome).toEqual({ first: "200", second: "200", deadlocks: 0 });
  expect(await cartState(one, moved)).toBe("expired");
});

test("a membership that is ended while a move of a visit is opened does not wait for the tickets of the move", async () => {
  const members = await family();
  const order = await visitOf(members, 1);
  const end = await change(members.manager, members.membership_id, "end", { ...ending, visits: "cancel" });
  const buyer = new TestBuyer(one, members.at.shop, members.user.cookie);
  const move = { remove: order.tickets, add: newTickets(members.at.shop) };
  const moveHasItsCart = Promise.withResolvers<void>();
  const outcome = { ended: "", moved: "not reached" };
  const deadlocks = await deadlocksDuring(async () => {
    let moving: Promise<TestResponse> | undefined;
    pauseAt("open_changes_read", async () => {
      moving ??= requestChange(buyer, order, move);
      await moveHasItsCart.promise;
    });
    const ended = end();
    let lockedCarts = 0;
    pauseAt("carts_locked", async () => {
      lockedCarts += 1;
      // First the request is tried with the cart of the order. Then the cart of the move is locked, and its places are not yet.
      if (lockedCarts === 1) return;
      moveHasItsCart.resolve();
      await doneOrWaiting(one.db, ended);
    });
    outcome.ended = refusalOf(await ended);
    if (moving) outcome.moved = refusalOf(await moving);
  });
  expect({ ...outcome, deadlocks }).toEqual({ ended: "200", moved: "200", deadlocks: 0 });
  expect(await changeStates(one, order)).toEqual(["expired"]);
});

test("a membership that is ended with a visit that was bought with a code while its holder uses the code again does not wait for the cart", async () => {
  const members = await family();
  await visitOf(members, 1, ["FRIEND"]);
  const outcome = await endingWithVisits(members, withCode(members));
  expect(outcome).toEqual({ first: "200", second: "200", deadlocks: 0 });
});

test("an order of a membership with a code that is cancelled while its holder uses the code again does not wait for the cart", async () => {
  const members = await family({ codes: ["FRIEND"] });
  const tickets = (await readMemberships(one, members.order_id)).map(({ ticket_id }) => ticket_id);
  const clerk = new DeskClerk(members.manager, 100_001);
  await clerk.look();
  const outcome = await atOnce(
    "membership_endings_locked",
    () => clerk.cancel(tickets, "0", { money: "keep_all" }),
    () => holding(members, withCode(members)),
  );
  expect(outcome).toEqual({ first: "200", second: "200", deadlocks: 0 });
});

/** A renewal at the till, and a function that changes the same membership at the other server. */
const renewing = async () => {
  const { renewalShop: at, member } = await joinWithDueRenewal(one);
  const { membership_id: id } = member;
  const clerk = await signedIn(one, at.shop, ["box_office"]);
  await clerk.post("/till/open", { float: "0.00" });
  const { version } = await memberPage(clerk, id);
  const sent = { renewal_id: newId(), version, means: [{ kind: "cash", amount: "80.00" }] };
  const manager = await signedIn(other, at.shop, ["manager"]);
  return { at, id, member, manager, renew: () => clerk.post(`/members/${id}/renew`, sent) };
};

test("a membership that is renewed at the till while its holder is merged does not wait for the merge", async () => {
  const { at, id, member, manager, renew } = await renewing();
  const kept = await createPerson(one, at);
  const merge = await prepareMerge(manager, kept.membership_id, member.user?.identity_id ?? "");
  const outcome = await atOnce("member_renewal_locked", renew, () => merge());
  expect(outcome).toEqual({ first: "200", second: "409 stale_version", deadlocks: 0 });
  expect(await readTermChain(one, id)).toHaveLength(2);
});

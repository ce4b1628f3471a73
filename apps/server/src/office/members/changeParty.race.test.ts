import { describe, expect, test } from "vitest";
import { readMemberships } from "../../../test/accounts/membershipLevels.ts";
import {
  createRenewalShop,
  joinAsMember,
  makeRenewalDue,
  makeTermDue,
  readTermChain,
  runPaymentJobs,
  runRenewalJob,
} from "../../../test/accounts/renewals.ts";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { memberPage } from "../../../test/office/memberShop.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { recordPrices } from "../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(
  ["party_locked", "member_orders_locked", "renewal_step_decided", "renewal_before_capture"],
  (first, second) => {
    [one, other] = [first, second];
  },
);

const people = [
  { type: 0, name: "Rosa Ortega", email: "rosa@ortega.example" },
  { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
  { type: 2, name: "Nino Ortega" },
];

/** A family with a child, whose next term is due; children are free. */
const dueFamily = async () => {
  const where = await createRenewalShop(one);
  const child = where.levels.family.types[2]?.id ?? "";
  await one.db.updateTable("ticket_type").set({ currency_amount: 0 }).where("id", "=", child).execute();
  await recordPrices(one, where.shop);
  const { membership_id, order_id } = await joinAsMember(one, where, { level: "family", people });
  await makeTermDue(one, membership_id);
  const manager = await signedIn(other, where.shop, ["manager"]);
  const nino = (await readMemberships(one, order_id)).find(({ holder_name }) => holder_name === "Nino Ortega");
  const change = async (id: string, path: string, body: object) => {
    const { version } = await memberPage(manager, id);
    return (): Promise<TestResponse> => manager.post(`/members/${id}/${path}`, { version, reason: "At once", ...body });
  };
  const added = { ticket_type_id: child, holder_name: "Lola Ortega", holder_email: null };
  const ending = {
    money: "keep_all",
    refund_to: "same_means",
    visits: "keep",
    expected: { refund: "0", gift_card: "0" },
  };
  return {
    membership_id,
    order_id,
    adding: () => change(membership_id, "add", added),
    takingOff: () => change(nino?.id ?? "", "end", { ...ending, whose: "card" }),
    ending: () => change(membership_id, "end", ending),
  };
};
type Due = Awaited<ReturnType<typeof dueFamily>>;
/** The number of people on the first term and on the next one; 0 if there is none. */
const partiesOf = async ({ membership_id, order_id }: Due): Promise<readonly [number, number]> => {
  await runPaymentJobs(one);
  const [, next] = await readTermChain(one, membership_id);
  const active = async (id: string) =>
    (await readMemberships(one, id)).filter(({ state }) => state === "active").length;
  return [await active(order_id), next ? await active(next.ticket_order_id) : 0];
};

describe("while the next term is charged", () => {
  test("adding somebody while the next term is charged is refused", async () => {
    const due = await dueFamily();
    const late = startAtPause(one.db, "renewal_step_decided", await due.adding());
    await runRenewalJob(one);
    expect(refusalOf((await late()) as never)).toBe("409 payment_in_progress");
    expect(await partiesOf(due)).toEqual([3, 3]);
  });

  test("taking somebody off is refused", async () => {
    const due = await dueFamily();
    const late = startAtPause(one.db, "renewal_before_capture", await due.takingOff());
    await runRenewalJob(one);
    expect(refusalOf((await late()) as never)).toBe("409 payment_in_progress");
    expect(await partiesOf(due)).toEqual([3, 3]);
  });

  test("a renewal that comes due while somebody is being added includes them", async () => {
    const due = await dueFamily();
    const send = await due.adding();
    const job = startAtPause(one.db, "party_locked", () => runRenewalJob(one));
    expect((await send()).status).toBe(200);
    await job();
    await makeRenewalDue(one, due.membership_id);
    await runRenewalJob(one);
    expect(await partiesOf(due)).toEqual([4, 4]);
  });

  test("nobody is added to the former term when a renewal was made while the order was locked", async () => {
    const due = await dueFamily();
    const send = await due.adding();
    const job = startAtPause(one.db, "member_orders_locked", () => runRenewalJob(one));
    expect(refusalOf(await send())).toBe("409 ticket_state_incorrect");
    await job();
    expect(await partiesOf(due)).toEqual([3, 3]);
  });
});

test("two who add somebody at once add one", async () => {
  const due = await dueFamily();
  const [first, second] = [await due.adding(), await due.adding()];
  const late = startAtPause(one.db, "member_orders_locked", () => second());
  expect((await first()).status).toBe(200);
  expect(refusalOf((await late()) as never)).toBe("409 stale_version");
  expect(await partiesOf(due)).toEqual([4, 0]);
});

test("ending a membership while somebody is being added is refused: the person was not shown", async () => {
  const due = await dueFamily();
  const [first, second] = [await due.adding(), await due.ending()];
  const late = startAtPause(one.db, "member_orders_locked", () => second());
  expect((await first()).status).toBe(200);
  expect(refusalOf((await late()) as never)).toBe("409 stale_version");
  expect(await partiesOf(due)).toEqual([4, 0]);
});

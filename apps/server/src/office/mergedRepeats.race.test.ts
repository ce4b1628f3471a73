import { beforeEach, describe, expect, test } from "vitest";
import { createRenewalShop } from "../../test/accounts/renewals.ts";
import type { TestApp, TestResponse } from "../../test/app/testApp.ts";
import { countLockWaits } from "../../test/database/countLockWaits.ts";
import { moveClock } from "../../test/database/moveClock.ts";
import { setUpRaceServers } from "../../test/database/raceServers.ts";
import { buyAtDesk, createDeskShop } from "../../test/office/deskShop.ts";
import { ageInvitations, auditOf, createStaff, OfficeBrowser, signedIn } from "../../test/office/testStaff.ts";
import { refusalOf } from "../../test/orders/changedOrders.ts";
import { createCodes } from "../../test/shop/codesAndRules.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { staffRoutes } from "../routes.ts";

let one: TestApp;
let other: TestApp;
let seconds = 0;
setUpRaceServers([], (first, second) => {
  [one, other] = [first, second];
  for (const { connections } of [one, other]) moveClock(connections, () => `${seconds} seconds`);
});
beforeEach(() => void (seconds = 0));

/** The browser of a person at the other server. */
const atOther = ({ slug, cookie }: OfficeBrowser): OfficeBrowser =>
  Object.assign(new OfficeBrowser(other, slug), { cookie });

type Scene = {
  readonly shop: { readonly seller_id: string; readonly slug: string };
  readonly who: OfficeBrowser;
  readonly path: string;
  readonly body?: object;
};
const reason = "Asked on the phone";

const orderScene = async (path: string, body: object = {}): Promise<Scene> => {
  const shop = await createDeskShop(one);
  const { number } = await buyAtDesk(one, shop, 1);
  return { shop, who: await signedIn(one, shop, ["box_office"]), path: `/orders/${number}/${path}`, body };
};
const staffScene = async (
  path: (ids: { readonly invitation: string; readonly staff: string }) => string,
  body = {},
) => {
  const shop = await createTestShop(one.db);
  const who = await signedIn(one, shop, ["owner"]);
  const invited = await who.post("/staff/invite", { email: "ada@staff.example", roles: ["scanner"] });
  await ageInvitations(one.db, "ada@staff.example");
  const { id: staff } = await createStaff(one.db, shop.seller_id, ["scanner"]);
  return { shop, who, path: path({ invitation: invited.body.id, staff }), body };
};
const cardShop = async () => {
  const shop = await createTestShop(one.db, { seller: { configuration: JSON.stringify({ ledger_id: "cards" }) } });
  const who = await signedIn(one, shop, ["owner"]);
  const issued = { quantity: 1, amount: "30.00", reason: "Raffle", name: "Ada Lovelace", email: "ada@card.example" };
  return { shop, who, issued };
};
const compOf = ({ event, session, type }: TestShop) => ({
  event_template_id: event.id,
  event_session_id: session.id,
  tickets: [{ ticket_type_id: type.id, quantity: 2 }],
  first_name: "Grace",
  last_name: "Hopper",
  email: "grace@comp.example",
  reason: "Press",
});
const deviceOf = () => ({
  name: "Main gate",
  event_ids: [],
  venue_ids: [],
  ends_at: Temporal.Now.instant().add({ hours: 12 }).toString({ smallestUnit: "second" }),
});

const noteScene = (): Promise<Scene> => orderScene("notes", { text: "Rang twice", is_pinned: false });
const noted = "order.note_added";

const scenes: Readonly<Record<string, () => Promise<Scene>>> = {
  addOrderNote: noteScene,
  makeCompOrder: async () => {
    const shop = await createDeskShop(one);
    return { shop, who: await signedIn(one, shop, ["box_office"]), path: "/comp_orders", body: compOf(shop) };
  },
  moveCash: async () => {
    const shop = await createDeskShop(one);
    const who = await signedIn(one, shop, ["box_office"]);
    await who.post("/till/open", { float: "100.00" });
    return { shop, who, path: "/till/moves", body: { kind: "in", amount: "10.00", reason } };
  },
  inviteStaff: () => staffScene(() => "/staff/invite", { email: "grace@staff.example", roles: ["scanner"] }),
  resendInvitation: () => staffScene(({ invitation }) => `/staff/invitation/${invitation}/resend`),
  resetSecondFactor: () => staffScene(({ staff }) => `/staff/${staff}/reset_second_factor`),
  letOperatorIn: () => staffScene(() => "/operator_permits", { hours: 2, reason }),
  createDevice: () => staffScene(() => "/devices", deviceOf()),
  renewPairing: async () => {
    const scene = await staffScene(() => "");
    const { id } = (await scene.who.post("/devices", deviceOf())).body;
    return { ...scene, path: `/devices/${id}/renew` };
  },
  inviteFirstOwner: async () => {
    const shop = await createTestShop(one.db);
    const who = await signedIn(one, shop, [], { is_operator: true });
    return { shop, who, path: `/operator/sellers/${shop.slug}/invite_owner`, body: { email: "noor@owner.example" } };
  },
  makeCodes: async () => {
    const shop = await createTestShop(one.db);
    const { id } = await createCodes(one.db, shop, {});
    const body = { code_group_id: id, prefix: "VIP-", length: 6, quantity: 10, max_uses: 1, reason };
    return { shop, who: await signedIn(one, shop, ["manager"]), path: "/code_batches", body };
  },
  issueGiftCardsAtDesk: async () => {
    const { shop, who, issued } = await cardShop();
    return { shop, who, path: "/gift_cards", body: issued };
  },
  giveMembership: async () => {
    const { shop, levels } = await createRenewalShop(one);
    const holder = { first_name: "Ada", last_name: "Byron", email: "ada@member.example", others: [], reason };
    const who = await signedIn(one, shop, ["manager"]);
    return { shop, who, path: "/members", body: { level: levels.individual.id, ...holder } };
  },
  addMoneyNote: async () => {
    const shop = await createDeskShop(one);
    const { id } = await buyAtDesk(one, shop, 1);
    const payment = await one.db
      .selectFrom("payment")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("ticket_order_id", "=", id)
      .executeTakeFirstOrThrow();
    const path = `/money/payments/${payment.id}/notes`;
    return { shop, who: await signedIn(one, shop, ["finance"]), path, body: { text: "Rang the bank" } };
  },
};

const merging = staffRoutes.flatMap(({ endpoint: { name, audits, mergesRepeats } }) =>
  mergesRepeats ? [[name, audits] as const] : [],
);
const sentFrom = ({ who, path, body }: Scene, to = who): Promise<TestResponse> => to.post(path, body ?? {});
const entriesOf = async ({ shop }: Scene, action: string | null): Promise<number> =>
  (await auditOf(one.db, shop.seller_id)).filter((entry) => entry.action === action).length;

test("every call that sends or makes something anew has a case here", () => {
  expect(merging.map(([name]) => name).toSorted()).toEqual(Object.keys(scenes).toSorted());
});

test.each(merging)("%s is done once if a person sends it twice at the same moment", async (name, audits) => {
  const scene = await scenes[name]?.();
  if (!scene) throw new Error(`There is no case of ${name}`);
  const before = await entriesOf(scene, audits);
  const replies = await Promise.all([sentFrom(scene), sentFrom(scene, atOther(scene.who))]);
  const done = replies.filter(({ status }) => status === 200);
  expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(replies.filter(({ status }) => status !== 200).map(refusalOf)).toEqual(
    done.length === 2 ? [] : ["409 request_in_progress"],
  );
  expect(await entriesOf(scene, audits)).toBe(before + 1);
  // The reply of the first is the reply of a later one.
  const [first] = done;
  expect((await sentFrom(scene, atOther(scene.who))).body).toEqual(first?.body);
  expect(await entriesOf(scene, audits)).toBe(before + 1);
});

describe("equal requests of one person", () => {
  test("write a note once within five seconds, and again some seconds later", async () => {
    const scene = await noteScene();
    expect((await sentFrom(scene)).status).toBe(200);
    seconds = 4;
    expect((await sentFrom(scene)).status).toBe(200);
    expect(await entriesOf(scene, noted)).toBe(1);
    seconds = 7;
    await Promise.all([sentFrom(scene), sentFrom(scene, atOther(scene.who))]);
    expect(await entriesOf(scene, noted)).toBe(2);
  });

  test("are refused while the first is in progress, and the refusal is not stored under the key", async () => {
    const scene = await noteScene();
    const locked = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const holder = one.db.transaction().execute(async (tx) => {
      // The note's foreign key waits for the order.
      await tx
        .selectFrom("ticket_order")
        .select("id")
        .where("seller_id", "=", scene.shop.seller_id)
        .forUpdate()
        .execute();
      locked.resolve();
      await free.promise;
    });
    await locked.promise;
    const first = sentFrom(scene);
    await expect.poll(() => countLockWaits(one.db)).toBeGreaterThan(0);
    const key = { headers: { "idempotency-key": crypto.randomUUID() } };
    const second = () => atOther(scene.who).post(scene.path, scene.body, key);
    expect(refusalOf(await second())).toBe("409 request_in_progress");
    free.resolve();
    await holder;
    expect((await first).status).toBe(200);
    expect((await second()).status).toBe(200);
    expect(await entriesOf(scene, noted)).toBe(1);
  });

  test("are decided anew if the first was refused", async () => {
    const shop = await createDeskShop(one);
    const who = await signedIn(one, shop, ["box_office"]);
    const put = () => who.post("/till/moves", { kind: "in", amount: "10.00", reason });
    expect(refusalOf(await put())).toBe("409 till_closed");
    await who.post("/till/open", { float: "100.00" });
    expect((await put()).status).toBe(200);
  });

  test("are two requests if two people send them", async () => {
    const scene = await noteScene();
    const colleague = await signedIn(other, scene.shop, ["box_office"]);
    await Promise.all([sentFrom(scene), sentFrom(scene, colleague)]);
    expect(await entriesOf(scene, noted)).toBe(2);
  });
});

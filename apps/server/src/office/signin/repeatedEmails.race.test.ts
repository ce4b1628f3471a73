import { beforeEach, describe, expect, test, vi } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { moveClock } from "../../../test/database/moveClock.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { auditOf, createStaff, mailsTo, OfficeBrowser, signedIn, tokenIn } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { ownerOfPasswordLink } from "../../modules/staff/invitations.ts";

let one: TestApp;
let other: TestApp;
let seconds = 0;
setUpRaceServers([], (first, second) => {
  [one, other] = [first, second];
  for (const { connections } of [one, other]) moveClock(connections, () => `${seconds} seconds`);
});
beforeEach(() => void (seconds = 0));

const justSent = "429 too_many_requests";
const mails = (address: string) => mailsTo(one.db, address);

const newSeller = async () => {
  const slug = `n${crypto.randomUUID().slice(0, 8)}`;
  const operator = await signedIn(one, await createTestShop(one.db), [], { is_operator: true });
  const seller = { slug, name: "North Pier", currency: "GBP", timezone: "Europe/London" };
  expect((await operator.post("/operator/sellers", seller)).status).toBe(200);
  return { slug, operator, email: `${slug}@owner.example` };
};

test("a first owner who is invited by two operators at the same moment gets one link, and another one a minute later", async () => {
  const { slug, operator, email } = await newSeller();
  const colleague = await signedIn(other, await createTestShop(one.db), [], { is_operator: true });
  const invite = async (who: OfficeBrowser) =>
    refusalOf(await who.post(`/operator/sellers/${slug}/invite_owner`, { email }));
  expect((await Promise.all([invite(operator), invite(colleague)])).toSorted()).toEqual(["200", justSent]);
  expect(await mails(email)).toHaveLength(1);
  const { id } = await one.db.selectFrom("seller").select("id").where("slug", "=", slug).executeTakeFirstOrThrow();
  const entries = (await auditOf(one.db, id)).filter(({ action }) => action === "staff.invited");
  expect(entries).toHaveLength(1);
  seconds = 50;
  expect(await invite(operator)).toBe(justSent);
  seconds = 61;
  expect(await invite(operator)).toBe("200");
  expect(await mails(email)).toHaveLength(2);
});

describe("a person who is invited to a seller gets one e-mail a minute", () => {
  const scene = async () => {
    const shop = await createTestShop(one.db);
    const [owner, colleague] = [await signedIn(one, shop, ["owner"]), await signedIn(other, shop, ["manager"])];
    const email = `p${crypto.randomUUID().slice(0, 8)}@staff.example`;
    const invite = (who: OfficeBrowser, roles: readonly string[], to = email) =>
      who.post("/staff/invite", { email: to, roles });
    return { owner, colleague, email, invite };
  };

  test("if two people invite them at the same moment", async () => {
    const { owner, colleague, email, invite } = await scene();
    const replies = [invite(owner, ["scanner"]), invite(colleague, ["reporter"], email.toUpperCase())];
    expect((await Promise.all(replies)).map(refusalOf).toSorted()).toEqual(["200", justSent]);
    expect(await mails(email)).toHaveLength(1);
  });

  test("if their invitation is sent again by several people, or sent and replaced at once", async () => {
    const { owner, colleague, email, invite } = await scene();
    const { id } = (await invite(owner, ["scanner"])).body;
    const again = (who: OfficeBrowser) => who.post(`/staff/invitation/${id}/resend`);
    const refused = await again(owner);
    expect([refusalOf(refused), refused.body._data[0]._extra.retry_after]).toEqual([justSent, 60]);
    for (const after of [61, 122]) {
      seconds = after;
      const replies = [again(owner), again(colleague), invite(colleague, ["scanner"]), invite(owner, ["reporter"])];
      expect((await Promise.all(replies)).map(refusalOf).toSorted()).toEqual(["200", justSent, justSent, justSent]);
    }
    expect(await mails(email)).toHaveLength(3);
  });

  test("if their invitation is withdrawn and they are invited anew", async () => {
    const { owner, email, invite } = await scene();
    const { id } = (await invite(owner, ["scanner"])).body;
    expect((await owner.post(`/staff/invitation/${id}/withdraw`)).status).toBe(200);
    expect(refusalOf(await invite(owner, ["reporter"]))).toBe(justSent);
    seconds = 61;
    expect(refusalOf(await invite(owner, ["reporter"]))).toBe("200");
    expect(await mails(email)).toHaveLength(2);
  });

  test("and others are invited meanwhile", async () => {
    const { owner, invite } = await scene();
    expect((await invite(owner, ["scanner"])).status).toBe(200);
    expect((await invite(owner, ["scanner"], `q${crypto.randomUUID().slice(0, 8)}@staff.example`)).status).toBe(200);
  });
});

test("a forgotten password that is asked for twice at the same moment sends one link, which works", async () => {
  const { id, email } = await createStaff(one.db, (await createTestShop(one.db)).seller_id, ["manager"]);
  const ask = async (at: TestApp) => (await new OfficeBrowser(at).post("/forgot_password", { email })).status;
  expect(await Promise.all([ask(one), ask(other)])).toEqual([200, 200]);
  await vi.waitFor(async () => expect(await mails(email)).toHaveLength(1));
  seconds = 7;
  expect(await ask(one)).toBe(200);
  // The work after a reply of the first two is over once the third has written its link.
  await vi.waitFor(async () => expect((await mails(email)).length).toBeGreaterThan(1));
  const tokens = (await mails(email)).map(({ message }) => tokenIn(message));
  expect(await Promise.all(tokens.map((token) => ownerOfPasswordLink(one.db, token)))).toEqual([undefined, id]);
});

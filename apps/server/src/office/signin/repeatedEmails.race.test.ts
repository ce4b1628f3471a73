import { beforeEach, expect, test, vi } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { moveClock } from "../../../test/database/moveClock.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { auditOf, createStaff, mailsTo, OfficeBrowser, signedIn, tokenIn } from "../../../test/office/testStaff.ts";
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

const mails = (address: string) => mailsTo(one.db, address);

test("a first owner who is invited twice at the same moment gets one link, and another one some seconds later", async () => {
  const slug = `n${crypto.randomUUID().slice(0, 8)}`;
  const operator = await signedIn(one, await createTestShop(one.db), [], { is_operator: true });
  const seller = { slug, name: "North Pier", currency: "GBP", timezone: "Europe/London" };
  expect((await operator.post("/operator/sellers", seller)).status).toBe(200);
  const email = `${slug}@owner.example`;
  const invite = async (at: TestApp) => {
    const browser = Object.assign(new OfficeBrowser(at, operator.slug), { cookie: operator.cookie });
    return (await browser.post(`/operator/sellers/${slug}/invite_owner`, { email })).status;
  };
  expect(await Promise.all([invite(one), invite(other)])).toEqual([200, 200]);
  expect(await mails(email)).toHaveLength(1);
  const { id } = await one.db.selectFrom("seller").select("id").where("slug", "=", slug).executeTakeFirstOrThrow();
  const entries = (await auditOf(one.db, id)).filter(({ action }) => action === "staff.invited");
  expect(entries).toHaveLength(1);
  seconds = 7;
  expect(await invite(one)).toBe(200);
  expect(await mails(email)).toHaveLength(2);
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

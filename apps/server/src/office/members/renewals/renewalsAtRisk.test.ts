import { beforeAll, describe, expect, test } from "vitest";
import {
  createRenewalShop,
  makeRenewalDue,
  readEmails,
  readRenewal,
  runRenewalJob,
  type RenewalShop,
} from "../../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { joinAndIndex } from "../../../../test/office/memberShop.ts";
import { auditOf, signedIn } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";

let server: TestApp;
let at: RenewalShop;
let clerk: Awaited<ReturnType<typeof signedIn>>;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createRenewalShop(server);
  clerk = await signedIn(server, at.shop, ["box_office"]);
});

const setRenewal = (membership_id: string, change: { state?: "failed"; attempts?: number; last_error: string }) =>
  server.db.updateTable("auto_renewal").set(change).where("membership_id", "=", membership_id).execute();
/** Makes the saved card expire in some months. */
const endCardIn = async (membership_id: string, months: number): Promise<void> => {
  await makeRenewalDue(server, membership_id);
  await runRenewalJob(server);
  const { year: exp_year, month: exp_month } = Temporal.Now.plainDateISO().add({ months });
  const renewal = await readRenewal(server, membership_id);
  if (!renewal?.saved_payment_method_id) throw new Error("No card is saved.");
  await server.db
    .updateTable("saved_payment_method")
    .set({ exp_year, exp_month })
    .where("id", "=", renewal.saved_payment_method_id)
    .execute();
};
const listed = async () => (await clerk.get("/member_renewals")).body.renewals as { id: string; problem: string }[];
const write = (id: string) => clerk.post(`/members/${id}/email_renewal`);

describe("automatic renewals at risk", () => {
  test("are those that failed, that were tried in vain, and whose card ends before the charge", async () => {
    const joined = [];
    for (let nth = 0; nth < 4; nth++) joined.push(await joinAndIndex(server, at));
    const [failed, tried, ending, fine] = joined.map(({ membership_id }) => membership_id);
    await setRenewal(failed ?? "", { state: "failed", last_error: "declined" });
    await setRenewal(tried ?? "", { attempts: 1, last_error: "insufficient_funds" });
    await endCardIn(ending ?? "", 2);
    await endCardIn(fine ?? "", 40);
    const problems = new Map((await listed()).map(({ id, problem }) => [id, problem]));
    expect([failed, tried, ending, fine].map((id) => problems.get(id ?? ""))).toEqual([
      "failed",
      "failed",
      "card_ends",
      undefined,
    ]);
    const stranger = await signedIn(server, (await createRenewalShop(server)).shop, ["owner"]);
    expect((await stranger.get("/member_renewals")).body).toEqual({ renewals: [], next: null });
  });

  test.each([
    ["failed", "auto_renew_stopped", (id: string) => setRenewal(id, { state: "failed", last_error: "declined" })],
    ["was tried in vain", "auto_renew_failed", (id: string) => setRenewal(id, { attempts: 1, last_error: "declined" })],
    ["has a card that ends", "auto_renew_announced", (id: string) => endCardIn(id, 2)],
  ] as const)(
    "of which one %s: its payer gets an e-mail that leads to renewing, once a day",
    async (_, kind, spoil) => {
      const where = await createRenewalShop(server);
      const who = await signedIn(server, where.shop, ["box_office"]);
      const { membership_id, user } = await joinAndIndex(server, where);
      await spoil(membership_id);
      const path = `/members/${membership_id}/email_renewal`;
      expect((await who.post(path)).body).toEqual({ to: user?.email });
      expect(refusalOf(await who.post(path))).toBe("429 too_many_requests");
      const sent = (await readEmails(server, where.shop)).filter((email) => email.kind === kind);
      expect(sent).toMatchObject([{ to_address: user?.email }]);
      expect(sent[0]?.text).toContain("/membership/renew");
      const entries = (await auditOf(server.db, where.shop.seller_id)).filter(
        ({ entity_id }) => entity_id === membership_id,
      );
      expect(entries).toMatchObject([{ action: "member.renewal_emailed", staff_id: who.person.id }]);
      expect((await who.get("/member_renewals")).body.renewals).toMatchObject([{ emailed_at: expect.any(String) }]);
    },
  );

  test("do not include a renewal without a problem: nothing is sent", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    expect(refusalOf(await write(membership_id))).toBe("409 ticket_state_incorrect");
  });
});

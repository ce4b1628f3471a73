import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import {
  createRenewalShop,
  readEmails,
  setPartyTermEnd,
  type RenewalShop,
} from "../../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { createLevelShop, joinInMiddle, levelRequest, optionOf } from "../../../../test/office/levelShop.ts";
import { buyGift, changeMember, giftee, joinAndIndex, memberPage } from "../../../../test/office/memberShop.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import { recordPrices } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let at: RenewalShop;
let clerk: OfficeBrowser;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createRenewalShop(server);
  const child = at.levels.family.types[2]?.id ?? "";
  await server.db.updateTable("ticket_type").set({ currency_amount: 0 }).where("id", "=", child).execute();
  await server.db.updateTable("membership_rule").set({ max: 2 }).where("ticket_type_id", "=", child).execute();
  await recordPrices(server, at.shop);
  clerk = await signedIn(server, at.shop, ["box_office"]);
});

type Shop = RenewalShop["shop"];
type Email = { readonly to: string; readonly subject: string; readonly text: string };

const family = [
  { type: 0, name: "Rosa Ortega", email: "rosa@ortega.example" },
  { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
  { type: 2, name: "Nino Ortega" },
];
const grace = { holder_name: "Grace Hopper", holder_email: "grace@navy.example", is_other_person: true };

/** Everything that is stored for a seller, in one hash for each table; without the replies that are kept for repetitions. */
const stored = async ({ seller_id }: Shop): Promise<ReadonlyMap<string, unknown>> => {
  const { rows } = await sql<{ name: string }>`select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and c.column_name = 'seller_id' and t.table_type = 'BASE TABLE' and c.table_name <> 'idempotency_key' order by 1`.execute(
    server.db,
  );
  const hashes = new Map<string, unknown>();
  for (const { name } of rows) {
    const found = await sql<{
      hash: string;
    }>`select md5(coalesce(string_agg(r::text, ',' order by r::text), '')) as hash
      from ${sql.table(name)} r where r.seller_id = ${seller_id}`.execute(server.db);
    hashes.set(name, found.rows[0]?.hash);
  }
  return hashes;
};

const numbersOf = async ({ seller_id }: Shop): Promise<readonly string[]> =>
  (await server.db.selectFrom("membership").select("member_number").where("seller_id", "=", seller_id).execute()).map(
    ({ member_number }) => member_number,
  );

/** Leaves out what differs each time: ids in links, and the minute at which a link ends. */
const same = ({ to, subject, text }: Email): Email => ({
  to,
  subject,
  text: text
    .replaceAll(/token=[\w-]+/g, "token=…")
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "…")
    .replaceAll(/\d{1,2}:\d\d/g, "…"),
});
const inOrder = (emails: readonly Email[]): readonly Email[] =>
  emails.map(same).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

/** Makes a change after its preview: the preview writes nothing, and what is sent is what it showed. */
const shownThenSent = async (
  shop: Shop,
  preview: () => Promise<TestResponse>,
  change: () => Promise<TestResponse>,
): Promise<{ readonly email: Email | null; readonly notices: readonly Email[] }> => {
  const [before, known, numbers] = [await stored(shop), await readEmails(server, shop), await numbersOf(shop)];
  const shown = await preview();
  expect(refusalOf(shown)).toBe("200");
  expect(await stored(shop)).toEqual(before);
  expect(refusalOf(await change())).toBe("200");
  const made = (await numbersOf(shop)).filter((number) => !numbers.includes(number));
  const left = known.map((email) => JSON.stringify(email));
  const sent = (await readEmails(server, shop)).flatMap(({ to_address: to, ...email }): Email[] => {
    const nth = left.indexOf(
      JSON.stringify({ kind: email.kind, to_address: to, text: email.text, subject: email.subject }),
    );
    if (nth >= 0) {
      left.splice(nth, 1);
      return [];
    }
    const clean = (text: string): string => made.reduce((rest, number) => rest.replaceAll(number, "…"), text);
    return [{ to, subject: clean(email.subject), text: clean(email.text) }];
  });
  const { email, notices } = shown.body;
  expect(inOrder(sent)).toEqual(inOrder([...(email ? [email] : []), ...notices]));
  return shown.body;
};

const preview = (id: string, action: string) => () => clerk.get(`/members/${id}/email?action=${action}`);

describe("the preview of an e-mail is what is sent, and writes nothing", () => {
  test("when a card is sent again, with its number", async () => {
    const { membership_id, member_number } = await joinAndIndex(server, at);
    const { email } = await shownThenSent(at.shop, preview(membership_id, "resend"), () =>
      clerk.post(`/members/${membership_id}/resend`),
    );
    expect(email?.text).toContain(member_number);
  });

  test("when a number is replaced; the new one is not shown, because it does not exist yet", async () => {
    const { membership_id, member_number } = await joinAndIndex(server, at);
    const { email } = await shownThenSent(at.shop, preview(membership_id, "replace_number"), () =>
      changeMember(clerk, membership_id, "replace_number"),
    );
    expect(email?.text).toContain("…");
    expect(email?.text).not.toContain(member_number);
    expect((await memberPage(clerk, membership_id)).terms[0].member_number).not.toBe(member_number);
  });

  test("when a renewal is cancelled", async () => {
    const { membership_id, user } = await joinAndIndex(server, at);
    const { email } = await shownThenSent(at.shop, preview(membership_id, "cancel_renewal"), () =>
      changeMember(clerk, membership_id, "cancel_renewal"),
    );
    expect(email?.to).toBe(user?.email);
    expect(refusalOf(await preview(membership_id, "cancel_renewal")())).toBe("409 auto_renew_not_scheduled");
  });

  test("when a card goes to another person: their card, and to the payer that the renewal ends", async () => {
    const { membership_id, user } = await joinAndIndex(server, at);
    const { email, notices } = await shownThenSent(
      at.shop,
      () => clerk.post(`/members/${membership_id}/holder/preview`, grace),
      () => changeMember(clerk, membership_id, "holder", grace),
    );
    expect([email?.to, notices.map(({ to }) => to)]).toEqual([grace.holder_email, [user?.email]]);
  });

  test("when only the name is corrected: none", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    const corrected = { holder_name: "Ada King", holder_email: "ada@example.org", is_other_person: false };
    const shown = await shownThenSent(
      at.shop,
      () => clerk.post(`/members/${membership_id}/holder/preview`, corrected),
      () => changeMember(clerk, membership_id, "holder", corrected),
    );
    expect(shown).toEqual({ email: null, notices: [] });
  });

  test("when somebody without an address is added: the card goes to the holder", async () => {
    const { membership_id } = await joinAndIndex(server, at, { level: "family", people: family });
    const lola = { ticket_type_id: at.levels.family.types[2]?.id, holder_name: "Lola Ortega", holder_email: null };
    const { email } = await shownThenSent(
      at.shop,
      () => clerk.post(`/members/${membership_id}/add/preview`, lola),
      () => changeMember(clerk, membership_id, "add", lola),
    );
    expect(email).toMatchObject({ to: "rosa@ortega.example", text: expect.stringContaining("Lola") });
  });

  test("when a membership is given away: its confirmation, and the card of each person", async () => {
    const given = {
      level: at.levels.family.id,
      first_name: "Katherine",
      last_name: "Johnson",
      email: "kj@example.org",
      others: [
        { ticket_type_id: at.levels.family.types[1]?.id, name: "Mary Jackson", email: "mj@example.org" },
        { ticket_type_id: at.levels.family.types[2]?.id, name: "Dorothy Vaughan" },
      ],
    };
    const { email, notices } = await shownThenSent(
      at.shop,
      () => clerk.post("/members/preview", given),
      () => clerk.post("/members", { ...given, reason: "Volunteer" }),
    );
    expect(email).toMatchObject({ to: "kj@example.org", text: expect.stringContaining("token=…") });
    expect(notices.map(({ to }) => to).toSorted()).toEqual(["kj@example.org", "mj@example.org"]);
  });

  test("when a gift's code is sent again", async () => {
    const { gift } = await buyGift(server, at, clerk);
    const { email } = await shownThenSent(
      at.shop,
      () => clerk.get(`/gift_memberships/${gift.id}/email`),
      () => clerk.post(`/gift_memberships/${gift.id}/resend`),
    );
    expect(email).toMatchObject({ to: giftee.email, text: expect.stringContaining(gift.code) });
  });

  test("when a link to renew is sent", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    await setPartyTermEnd(server, membership_id, 10);
    const { email } = await shownThenSent(
      at.shop,
      () => clerk.get(`/members/${membership_id}/renewal_link/email`),
      async () => {
        const { version } = await memberPage(clerk, membership_id);
        return clerk.post(`/members/${membership_id}/renewal_link`, { version });
      },
    );
    expect(email?.text).toContain("/membership/renew");
  });

  test("when a payer is written to about a renewal that failed", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    await server.db
      .updateTable("auto_renewal")
      .set({ state: "failed", last_error: "declined" })
      .where("membership_id", "=", membership_id)
      .execute();
    const { email } = await shownThenSent(at.shop, preview(membership_id, "email_renewal"), () =>
      clerk.post(`/members/${membership_id}/email_renewal`),
    );
    expect(email?.text).toContain("/membership/renew");
  });

  test("when a link to change the level is sent, and it holds no place", async () => {
    const where = await createLevelShop(server);
    const { membership_id, user } = await joinInMiddle(server, where);
    const { due } = await optionOf(where, membership_id, where.patron);
    const { change_id, version, level } = await levelRequest(where, membership_id, where.patron);
    const path = `/members/${membership_id}/level_link`;
    const { email } = await shownThenSent(
      where.shop,
      () => where.clerk.get(`${path}/email?level=${level}&due=${due}`),
      () => where.clerk.post(path, { change_id, version, level, due }),
    );
    expect(email).toMatchObject({ to: user?.email, text: expect.stringContaining("/checkout/…") });
    const other = await where.clerk.get(`${path}/email?level=${level}&due=1.00`);
    expect(refusalOf(other)).toBe("422 payment_incorrect_amount");
  });
});

const noAddress = async (id: string): Promise<void> => {
  await server.db
    .updateTable("membership")
    .set({ holder_email: null, identity_id: null })
    .where("seller_id", "=", at.shop.seller_id)
    .where("id", "=", id)
    .execute();
};

test("no e-mail is shown for a card that has no address, and none is sent", async () => {
  const { membership_id } = await joinAndIndex(server, at);
  await noAddress(membership_id);
  const shown = await shownThenSent(at.shop, preview(membership_id, "replace_number"), () =>
    changeMember(clerk, membership_id, "replace_number"),
  );
  expect(shown).toEqual({ email: null, notices: [] });
});

test.each([
  ["an unknown card", (id: string) => clerk.get(`/members/${id.replace(/^./, "f")}/email?action=resend`), 404],
  ["somebody beyond the level", (id: string) => clerk.post(`/members/${id}/add/preview`, beyondLevel()), 422],
  ["a name that the level needs", (id: string) => clerk.post(`/members/${id}/holder/preview`, nobody), 422],
])("a preview for %s is refused like the change", async (_, ask, status) => {
  const { membership_id } = await joinAndIndex(server, at);
  expect((await ask(membership_id)).status).toBe(status);
});
const beyondLevel = () => ({
  ticket_type_id: at.levels.family.types[1]?.id,
  holder_name: "Kim Lee",
  holder_email: null,
});
const nobody = { holder_name: null, holder_email: null, is_other_person: true };

describe("staff choose", () => {
  const sentence = "We are <sorry> about the mix-up.";
  const lastEntry = async () => (await auditOf(server.db, at.shop.seller_id)).at(-1);
  const newest = async (kind: string) => (await readEmails(server, at.shop)).findLast((one) => one.kind === kind);
  const countOf = async (kind: string) => (await readEmails(server, at.shop)).filter((one) => one.kind === kind).length;

  test.each([
    ["replace_number", {}, "membership_card", "email"],
    ["cancel_renewal", {}, "auto_renew_cancelled", "email"],
    ["holder", grace, "membership_card", "card_email"],
  ])("with %s to add a sentence, or to send nothing", async (path, body, kind, field) => {
    const [told, untold] = [await joinAndIndex(server, at), await joinAndIndex(server, at)];
    await changeMember(clerk, told.membership_id, path, { ...body, email: { is_sent: true, sentence } });
    expect((await newest(kind))?.text).toContain(sentence);
    expect((await lastEntry())?.after).toMatchObject({ [field]: "with a sentence" });
    const before = await countOf(kind);
    const changed = await changeMember(clerk, untold.membership_id, path, { ...body, email: { is_sent: false } });
    expect(refusalOf(changed)).toBe("200");
    expect(await countOf(kind)).toBe(before);
    expect((await lastEntry())?.after).toMatchObject({ [field]: "not sent" });
  });

  test("not to send the card to another person; the payer of the renewal that ends is told all the same", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    const before = await countOf("auto_renew_cancelled");
    const email = { is_sent: false };
    expect((await changeMember(clerk, membership_id, "holder", { ...grace, email })).body.to).toBe(null);
    expect(await countOf("auto_renew_cancelled")).toBe(before + 1);
    expect((await newest("auto_renew_cancelled"))?.text).not.toContain(sentence);
  });

  test("to add a sentence to the card of somebody who is added, or to send nothing", async () => {
    const { membership_id } = await joinAndIndex(server, at, { level: "family", people: family });
    const lola = { ticket_type_id: at.levels.family.types[2]?.id, holder_name: "Lola Ortega", holder_email: null };
    const { body } = await changeMember(clerk, membership_id, "add", { ...lola, email: { is_sent: false } });
    expect(body.to).toBe(null);
    expect((await lastEntry())?.after).toMatchObject({ card_email: "not sent" });
    const other = await joinAndIndex(server, at, { level: "family", people: family });
    await changeMember(clerk, other.membership_id, "add", { ...lola, email: { is_sent: true, sentence } });
    expect((await newest("membership_card"))?.text).toContain(sentence);
  });

  test("for a membership that is given away: the sentence is in the confirmation alone, and nothing is sent where none is wanted", async () => {
    const give = (email: string, email_choice: object) =>
      clerk.post("/members", {
        level: at.levels.individual.id,
        first_name: "Annie",
        last_name: "Easley",
        email,
        others: [],
        reason: "Volunteer",
        email_choice,
      });
    expect(refusalOf(await give("annie@told.example", { is_sent: true, sentence }))).toBe("200");
    const to = async (address: string) =>
      (await readEmails(server, at.shop)).filter((one) => one.to_address === address);
    const told = (await to("annie@told.example")).map(({ kind, text }) => [kind, text.includes(sentence)]);
    expect(told.toSorted()).toEqual([
      ["membership_card", false],
      ["order_confirmation", true],
    ]);
    expect(refusalOf(await give("annie@untold.example", { is_sent: false }))).toBe("200");
    expect(await to("annie@untold.example")).toEqual([]);
  });

  test("a sentence for what is sent again or leads to paying", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    await clerk.post(`/members/${membership_id}/resend`, { sentence });
    expect((await newest("membership_card"))?.text).toContain(sentence);
    await setPartyTermEnd(server, membership_id, 10);
    const { version } = await memberPage(clerk, membership_id);
    await clerk.post(`/members/${membership_id}/renewal_link`, { version, sentence });
    expect((await newest("renewal_link"))?.text).toContain(sentence);
    const { gift } = await buyGift(server, at, clerk);
    await clerk.post(`/gift_memberships/${gift.id}/resend`, { sentence });
    expect((await newest("membership_gift"))?.text).toContain(sentence);
    await server.db
      .updateTable("auto_renewal")
      .set({ state: "failed", last_error: "declined" })
      .where("membership_id", "=", membership_id)
      .execute();
    await clerk.post(`/members/${membership_id}/email_renewal`, { sentence });
    expect((await newest("auto_renew_stopped"))?.text).toContain(sentence);
  });
});

import { sql } from "kysely";
import { newId } from "../../src/db/newId.ts";
import type { LevelChoice, LevelQuote } from "@foyer/contract/office/members/changeLevel.ts";
import { createRenewalShop, joinAsMember, type JoinedMember, type RenewalShop } from "../accounts/renewals.ts";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import { recordPrices } from "../shop/testBuyer.ts";
import { createTestEvent, type TestTicketGroup } from "../shop/createTestShop.ts";
import { memberPage } from "./memberShop.ts";
import { signedIn, type OfficeBrowser } from "./testStaff.ts";

export type LevelShop = RenewalShop & {
  readonly patron: TestTicketGroup;
  readonly basic: TestTicketGroup;
  readonly lifetime: TestTicketGroup;
  /** A clerk who has an open till of 0.00, and may refund. */
  readonly clerk: OfficeBrowser;
};

/**
 * A seller whose members have Individual for 80.00 a year. It also sells Patron for 200.00, Basic for 40.00, and a level
 * without an end.
 */
export const createLevelShop = async (server: TestApp, configuration: object = {}): Promise<LevelShop> => {
  const at = await createRenewalShop(server, { ledger_id: "cards", ...configuration });
  const { seller_id } = at.shop;
  const role = newId();
  await server.db
    .insertInto("membership_role")
    .values({
      seller_id,
      id: role,
      membership_program_id: at.levels.program_id,
      key: "patron",
      name: "Patron",
      benefits: JSON.stringify({ Adult: 4 }),
      member_event_purchase_limit: -1,
    })
    .execute();
  const level = (name: string, currency_amount: number, duration_new: string | null, membership_role_id: string) => ({
    name,
    handler: "membership" as const,
    duration_new,
    membership_program_id: at.levels.program_id,
    types: [{ name: "Holder", currency_amount, membership_role_id }],
  });
  const event = await createTestEvent(server.db, at.shop, {
    name: "More levels",
    event_type: "other",
    sessions: [],
    groups: [
      level("Patron", 20_000, "P1Y", role),
      level("Basic", 4000, "P1Y", at.levels.role_id),
      level("Lifetime", 90_000, null, role),
    ],
  });
  await recordPrices(server, at.shop);
  const [patron, basic, lifetime] = event.groups as [TestTicketGroup, TestTicketGroup, TestTicketGroup];
  const clerk = await signedIn(server, at.shop, ["manager"]);
  await clerk.post("/till/open", { float: "0.00" });
  return { ...at, patron, basic, lifetime, clerk };
};

/** Sets the term as if it had begun a hundred days ago and had a hundred days left, today included. */
export const setHalfTerm = async (
  server: TestApp,
  { shop }: RenewalShop,
  membership_id: string,
  { past = 100, left = 100 }: { readonly past?: number; readonly left?: number } = {},
): Promise<void> => {
  const today = sql`date_trunc('day', app_now() at time zone ${shop.timezone})`;
  const dayAt = (days: number) =>
    sql<string>`(${today} + make_interval(days => ${days})) at time zone ${shop.timezone}`;
  await server.db
    .updateTable("membership")
    .set({ valid_from: dayAt(-past), valid_to: dayAt(left) })
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", membership_id)
    .execute();
};

/** A member with Individual for 80.00, in the middle of a term of two hundred days. */
export const joinInMiddle = async (server: TestApp, at: LevelShop): Promise<JoinedMember> => {
  const joined = await joinAsMember(server, at);
  await setHalfTerm(server, at, joined.membership_id);
  return joined;
};

export const quoteOf = async ({ clerk }: LevelShop, id: string): Promise<LevelQuote> => {
  const { status, body } = await clerk.get(`/members/${id}/level_quote`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as LevelQuote;
};

export const optionOf = async (at: LevelShop, id: string, { id: level }: TestTicketGroup): Promise<LevelChoice> => {
  const option = (await quoteOf(at, id)).options.find((one) => one.level === level);
  if (!option) throw new Error("The level is not offered.");
  return option;
};

/** A request to change to a level at its current price. By default an amount due is paid in cash. */
export const levelRequest = async (at: LevelShop, id: string, level: TestTicketGroup, more: object = {}) => {
  const { due, back } = await optionOf(at, id, level);
  const { version } = await memberPage(at.clerk, id);
  const means = due === "0" ? [] : [{ kind: "cash", amount: due }];
  return { change_id: newId(), version, level: level.id, means, expected: { due, back }, reason: "Asked", ...more };
};

export const changeTo = async (
  at: LevelShop,
  id: string,
  level: TestTicketGroup,
  more: object = {},
): Promise<TestResponse> => at.clerk.post(`/members/${id}/change_level`, await levelRequest(at, id, level, more));

export const linkToChange = async (at: LevelShop, id: string, level: TestTicketGroup): Promise<TestResponse> => {
  const { version, change_id, expected } = await levelRequest(at, id, level);
  return at.clerk.post(`/members/${id}/level_link`, { change_id, version, level: level.id, due: expected.due });
};

/** The terms of a member number, earliest first. */
export const termsOfNumber = async (server: TestApp, { shop }: RenewalShop, membership_id: string) =>
  server.db
    .selectFrom("membership as m")
    .innerJoin("membership as one", (on) =>
      on.onRef("one.seller_id", "=", "m.seller_id").onRef("one.member_number", "=", "m.member_number"),
    )
    .select([
      "m.id",
      "m.level_name",
      "m.state",
      "m.valid_from",
      "m.valid_to",
      "m.renews_id",
      "m.identity_id",
      "m.scan_code",
      "m.benefits",
      "m.worth",
    ])
    .where("m.seller_id", "=", shop.seller_id)
    .where("one.id", "=", membership_id)
    .orderBy("m.valid_from")
    .execute();

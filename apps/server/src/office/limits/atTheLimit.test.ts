import { expect, test } from "vitest";
import { createRenewalShop } from "../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import { type TestApp, type TestResponse } from "../../../test/app/testApp.ts";
import { bulkRequest, startBulk } from "../../../test/office/bulkJobs.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { createChangeShop, everyChange, refusalOf } from "../../../test/orders/changedOrders.ts";
import { giftCardSeller } from "../../../test/payments/giftCards.ts";
import { createCodes } from "../../../test/shop/codesAndRules.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";
import { newId } from "../../db/newId.ts";
import { rowLimits } from "./requireRoom.ts";
import type { LimitedRows } from "./rowsMade.sql.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

type Case = {
  readonly table: string;
  readonly open: () => Promise<TestShop>;
  /** Columns and values of a row. `over` is an SQL condition under which the row no longer counts. */
  readonly columns: string;
  readonly values: (over: string, staff: string) => string;
  readonly make: (owner: OfficeBrowser, shop: TestShop) => Promise<TestResponse>;
};
const soldShop = async (): Promise<TestShop> => {
  const shop = await createChangeShop(server, everyChange);
  await new TestBuyer(server, shop).buy(1);
  return shop;
};
/** A time that is in the past for rows that no longer count. */
const end = (over: string) => `now() + case when ${over} then interval '-1 hour' else interval '1 hour' end`;

const cases: Readonly<
  Record<
    Exclude<LimitedRows, "invitations" | "order_notes" | "payment_notes" | "house_holds" | "uploaded_pictures">,
    Case
  >
> = {
  devices: {
    table: "scan_device",
    open: () => createTestShop(server.db),
    columns: "name, ends_at",
    values: (over) => `'Gate', ${end(over)}`,
    make: (owner) =>
      owner.post("/devices", {
        name: "One more",
        event_ids: [],
        venue_ids: [],
        ends_at: Temporal.Now.instant().add({ hours: 24 }).round("second").toString(),
      }),
  },
  operator_visits: {
    table: "operator_permit",
    open: () => createTestShop(server.db),
    columns: "allowed_by, reason, created_at, ends_at",
    values: (over, staff) => `${staff}, 'A question', now() - interval '2 hours', ${end(over)}`,
    make: (owner) => owner.post("/operator_permits", { hours: 1, reason: "Look at a refund" }),
  },
  bulk_jobs: {
    table: "bulk_job",
    open: soldShop,
    columns: "action, reason, selection_hash, staff_id, state, ended_at",
    values: (over, staff) =>
      `'cancel', 'Storm', sha256(n::text::bytea), ${staff}, case when ${over} then 'done' else 'paused' end, case when ${over} then now() end`,
    make: (owner, shop) => startBulk(owner, bulkRequest(shop)),
  },
  code_batches: {
    table: "code_batch",
    open: () => createTestShop(server.db),
    columns: "staff_id, code_group_id, prefix, length, quantity, max_uses, reason, made, ended_at",
    values: (over, staff) =>
      `${staff}, (select id from code_group limit 1), 'A', 6, 10, 1, 'Post', case when ${over} then 10 else 0 end, case when ${over} then now() end`,
    make: async (owner) => {
      const { id } = await server.db.selectFrom("code_group").select("id").executeTakeFirstOrThrow();
      return owner.post("/code_batches", {
        code_group_id: id,
        prefix: "VIP-",
        length: 6,
        quantity: 10,
        max_uses: 1,
        reason: "Post to members",
      });
    },
  },
  gift_card_batches: {
    table: "gift_card_batch",
    open: () => createTestShop(server.db, { seller: giftCardSeller }),
    columns: "staff_id, amount, currency, quantity, reason, made, ended_at",
    values: (over, staff) =>
      `${staff}, 100, 'USD', 10, 'Raffle', case when ${over} then 10 else 0 end, case when ${over} then now() end`,
    make: (owner) => owner.post("/gift_cards", { quantity: 5, amount: "10.00", reason: "Raffle" }),
  },
  member_imports: {
    table: "member_import",
    open: async () => (await createRenewalShop(server)).shop,
    columns: "staff_id, rows, sends_cards, ended_at",
    values: (over, staff) => `${staff}, 5, false, case when ${over} then now() end`,
    make: (owner) =>
      owner.post("/member_imports", {
        import_id: newId(),
        csv: "First,Last,Email,Level,Until\nAda,Lindqvist,ada@import.example,Individual,2031-12-31",
        columns: { first_name: 0, last_name: 1, email: 2, level: 3, last_day: 4 },
        duplicates: "import",
        sends_cards: false,
      }),
  },
};

test.each(Object.entries(cases))(
  "%s: the last row is made, the next is refused, and rows that no longer count are ignored",
  async (kind, one) => {
    const { most, field } = rowLimits[kind as LimitedRows];
    const shop = await one.open();
    if (kind === "code_batches") await createCodes(server.db, shop, { SPRING: {} });
    const owner = await signedIn(server, shop, ["owner"]);
    const staff = `'${owner.person.id}'::uuid`;
    await server.runAsOwner(
      `set app.seller = '${shop.seller_id}'; insert into ${one.table} (seller_id, id, ${one.columns})
     select '${shop.seller_id}', gen_random_uuid(), ${one.values(`n > ${most - 1}`, staff)} from generate_series(1, ${most + 5}) n`,
    );
    expect(refusalOf(await one.make(owner, shop))).toBe("200");
    const refused = await one.make(await signedIn(server, shop, ["owner"]), shop);
    expect([refused.status, refused.body._data[0]._code]).toEqual([422, "validation_failed"]);
    expect(refused.body._data[0]._extra.fields).toEqual([field]);
  },
);

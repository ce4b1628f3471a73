import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { auditOf, createStaff, signedIn } from "../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { retentionJob } from "../../jobs/retention/deleteOldRows.ts";
import { auditActions } from "@foyer/contract/office/staff/auditActions.ts";
import { inviteStaff } from "@foyer/contract/office/staff/staffing.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { insertGrants } from "../staff/grants.ts";
import { changing, writeEntry, type AuditScope } from "./audit.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

const scope = (seller_id = shop.seller_id): AuditScope => ({
  db: server.connections.forSeller(seller_id),
  seller: { id: seller_id },
  actor: "job",
  via: "job",
  staff_id: null,
  roles: [],
  requestId: null,
});
const entity = { kind: "staff", id: "x" } as const;

describe("the database's role of the server", () => {
  test.each([
    ["change an entry", "update audit_entry set reason = 'x'"],
    ["delete an entry", "delete from audit_entry"],
    ["change personal fields", "update audit_personal set after = '{}'"],
    ["delete personal fields of staff", "delete from audit_personal"],
    ["empty the log", "truncate audit_entry cascade"],
  ])("cannot %s", async (_, text) => {
    await writeEntry(scope(), { action: "staff.invited", entity, personal: { after: { email: "a@b.example" } } });
    const client = await server.connections.pool.connect();
    try {
      await client.query(`begin; set local app.seller = '*'`);
      await expect(client.query(text)).rejects.toThrow(/permission denied|never changed/);
    } finally {
      await client.query("rollback");
      client.release();
    }
    expect((await auditOf(server.db, shop.seller_id)).length).toBeGreaterThan(0);
  });

  test("can erase the words of a reason, and nothing else", async () => {
    await writeEntry(scope(), { action: "staff.invited", entity, reason: "Asked by somebody" });
    const erased = "update audit_entry set reason = '[erased with the person]'";
    await expect(
      server.runAsOwner(`set app.seller = '*'; ${erased}, action = 'x' where reason is not null`),
    ).rejects.toThrow("never changed");
    await server.runAsOwner(`set app.seller = '*'; ${erased} where reason = 'Asked by somebody'`);
    await expect(server.runAsOwner("set app.seller = '*'; update audit_entry set reason = 'Back'")).rejects.toThrow(
      "never changed",
    );
    await writeEntry(scope(), { action: "session.places_kept", entity, after: { name: "The mayor", places: 2 } });
    const setAfter = (after: object) =>
      server.runAsOwner(
        `set app.seller = '*'; update audit_entry set after = '${JSON.stringify(after)}' where action = 'session.places_kept'`,
      );
    const name = "[erased with the person]";
    for (const after of [{ name: "Grace", places: 2 }, { name, places: 3 }, { name }, { name: null, places: 2 }])
      await expect(setAfter(after)).rejects.toThrow("never changed");
    await setAfter({ name, places: 2 });
  });

  test("the tables' owner cannot either", async () => {
    await expect(server.runAsOwner("set app.seller = '*'; update audit_entry set reason = 'x'")).rejects.toThrow(
      "never changed",
    );
    await expect(server.runAsOwner("set app.seller = '*'; delete from audit_entry")).rejects.toThrow(
      /never changed|foreign key/,
    );
  });
});

test("an entry keeps changed fields only, and those of another seller are not seen", async () => {
  const other = await createTestShop(server.db);
  await writeEntry(scope(other.seller_id), {
    action: "staff.suspended",
    entity,
    before: { suspended: false, same: 1 },
    after: { suspended: true, same: 1 },
  });
  const [entry] = await auditOf(server.connections.forSeller(other.seller_id), other.seller_id);
  expect(entry).toMatchObject({ before: { suspended: false }, after: { suspended: true } });
  expect(await auditOf(server.connections.forSeller(shop.seller_id), other.seller_id)).toEqual([]);
});

test("a change whose transaction wrote no entry is rolled back and is a bug", async () => {
  const person = await createStaff(server.db, shop.seller_id, ["scanner"]);
  const ctx = {
    db: server.connections.forSeller(shop.seller_id),
    call: inviteStaff,
    audited: new Set(),
    seller: { id: shop.seller_id },
  } as unknown as StaffContext;
  const change = changing(ctx, (ctx) => insertGrants(ctx, person.id, ["owner"], null));
  await expect(change).rejects.toThrow("wrote no entry staff.invited");
  const roles = await server.db.selectFrom("staff_grant").select("role").where("staff_id", "=", person.id).execute();
  expect(roles).toEqual([{ role: "scanner" }]);
});

describe("the log", () => {
  test("is filtered by person, action, thing, day and reason, and read in pages without gap or repetition", async () => {
    const quiet = await createTestShop(server.db);
    const owner = await signedIn(server, quiet, ["owner"]);
    for (let n = 0; n < 60; n++)
      await writeEntry(scope(quiet.seller_id), {
        action: "staff.invited",
        entity: { kind: "invitation", id: `i${n}` },
        reason: n === 7 ? "Because of Spring" : "",
      });
    const first = await owner.get("/audit?action=staff.invited");
    expect(first.body.entries).toHaveLength(50);
    // An entry written in the meantime does not shift the pages.
    await writeEntry(scope(quiet.seller_id), { action: "staff.invited", entity: { kind: "invitation", id: "late" } });
    const second = await owner.get(`/audit?action=staff.invited&after=${encodeURIComponent(first.body.next)}`);
    const ids = [...first.body.entries, ...second.body.entries].map(
      ({ entity_id }: { entity_id: string }) => entity_id,
    );
    expect(ids).toEqual(Array.from({ length: 60 }, (_, n) => `i${59 - n}`));
    expect(second.body.next).toBeNull();
    expect((await owner.get("/audit?reason=spring")).body.entries).toMatchObject([{ entity_id: "i7" }]);
    expect((await owner.get("/audit?entity_kind=invitation&entity_id=i3")).body.entries).toHaveLength(1);
    expect((await owner.get(`/audit?staff_id=${owner.person.id}`)).body.entries).toMatchObject([
      { action: "staff.signed_in" },
    ]);
    const today = Temporal.Now.plainDateISO(quiet.timezone).toString();
    expect(
      (await owner.get(`/audit?to=${Temporal.PlainDate.from(today).subtract({ days: 1 }).toString()}`)).body.entries,
    ).toEqual([]);
    expect((await owner.get(`/audit?from=${today}&to=${today}`)).body.entries).toHaveLength(50);
  });

  test.each([
    ["a span that ends before it begins", "from=2026-02-02&to=2026-02-01"],
    ["an unknown filter", "colour=red"],
    ["an unknown action", "action=staff.danced"],
    ["a day that is none", "from=2026-02-30"],
  ])("%s is refused", async (_, query) => {
    const owner = await signedIn(server, shop, ["owner"]);
    expect((await owner.get(`/audit?${query}`)).status).toBe(400);
  });

  test("is downloaded as CSV whose cells are never executed, and the download is an entry", async () => {
    const quiet = await createTestShop(server.db);
    const owner = await signedIn(server, quiet, ["owner"], { name: '=HYPERLINK("x")' });
    const today = Temporal.Now.plainDateISO(quiet.timezone).toString();
    const { body, headers } = await owner.get(`/audit.csv?from=${today}&to=${today}`);
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    const lines = String(body).trim().split("\r\n");
    expect(lines[0]).toMatch(/^at,who,as,via,action/);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`);
    expect((await auditOf(server.db, quiet.seller_id)).at(-1)).toMatchObject({ action: "audit.downloaded" });
  });
});

test("entries go after their time, changes after seven years and sign-ins after one", async () => {
  const old = await createTestShop(server.db);
  const person = await createStaff(server.db, old.seller_id, ["owner"]);
  const row = (action: string, kind: string, years: number) => `
    insert into audit_entry (seller_id, id, at, kind, actor, staff_id, via, action, entity_kind, entity_id, keep_until)
    values ('${old.seller_id}', gen_random_uuid(), now() - interval '${years} years 5 days', '${kind}', 'staff', '${person.id}', 'office',
      '${action}', 'staff', 'x', now() - interval '${years} years 5 days' + interval '${kind === "change" ? 7 : 1} years')`;
  await server.runAsOwner(
    `set app.seller = '*'; ${[row("staff.signed_in", "access", 1), row("staff.signed_out", "access", 0), row("staff.invited", "change", 7), row("staff.removed", "change", 6)].join(";")}`,
  );
  const errors: object[] = [];
  const log = { error: (fields: object) => void errors.push(fields) };
  await retentionJob({ connections: server.connections, retentionDays: {}, log }, 0)();
  expect(errors).toEqual([]);
  const actions = (await auditOf(server.db, old.seller_id)).map(({ action }) => action);
  expect(actions.toSorted()).toEqual(["staff.removed", "staff.signed_out"]);
});

test("all entries but those about signing in are kept for seven years", () => {
  const forOneYear = Object.entries(auditActions).flatMap(([action, { kind }]) => (kind === "access" ? [action] : []));
  expect(forOneYear).toEqual([
    "staff.signed_in",
    "staff.sign_in_failed",
    "staff.signed_out",
    "staff.stepped_up",
    "staff.sign_in_ended",
    "staff.password_link_sent",
    "staff.recovery_code_used",
  ]);
});

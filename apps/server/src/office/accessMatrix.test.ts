import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StaffRole } from "@foyer/contract/office/permissions.ts";
import { officeHeader } from "@foyer/contract/office/staffEndpoint.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import {
  auditOf,
  createStaff,
  forgetProof,
  OfficeBrowser,
  signedIn,
  type NewStaff,
} from "../../test/office/testStaff.ts";
import { pairedDevice } from "../../test/office/testGate.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { staffRoutes } from "../app.ts";

/**
 * Who may call what, written by hand beside packages/contract/src/office/permissions.ts: a slip in one of the two shows.
 * O owner, M manager, B box office, S scanner, F finance, R reporter; '!' needs step-up. A call that is missing fails.
 */
type Row = {
  readonly who: string;
  /** A paired device may call it as well. */
  readonly device?: true;
  readonly body?: (target: Target) => object;
  readonly query?: string;
};
type Target = { readonly scanner: NewStaff; readonly email: string };
const everybody = "OMBSFR";
const atSeller: Readonly<Record<string, Row>> = {
  "GET /staff": { who: "OM" },
  "POST /staff/invite": { who: "OM!", body: ({ email }) => ({ email, roles: ["scanner"] }) },
  "POST /staff/invitation/:invitation_id/resend": { who: "OM!" },
  "POST /staff/invitation/:invitation_id/withdraw": { who: "OM!" },
  "POST /staff/:staff_id/give_role": { who: "OM!", body: () => ({ role: "reporter" }) },
  "POST /staff/:staff_id/take_role": { who: "OM!", body: () => ({ role: "scanner" }) },
  "POST /staff/:staff_id/suspend": { who: "OM!" },
  "POST /staff/:staff_id/resume": { who: "OM!" },
  "POST /staff/:staff_id/remove": { who: "OM!" },
  "POST /staff/:staff_id/reset_second_factor": { who: "O!" },
  "GET /audit": { who: "OMF" },
  "GET /audit.csv": { who: "OMF", query: "from=2026-01-01&to=2026-12-31" },
  // The gate.
  "POST /gate/scans": { who: "OMBS", device: true },
  "GET /gate": { who: "OMBS", device: true },
  "GET /gate/list": { who: "OMBS", device: true },
  "GET /devices": { who: "OM" },
  "POST /devices": {
    who: "OM",
    body: () => ({ name: "Main gate", event_ids: [], venue_ids: [], ends_at: "2027-06-01T00:00:00Z" }),
  },
  "POST /devices/:device_id/renew": { who: "OM" },
  "POST /devices/:device_id/end": { who: "OM" },
  "POST /gate/conflicts/:scan_id/resolve": { who: "OM" },
  // The order desk.
  "GET /orders": { who: "OMBF" },
  "GET /order_filters": { who: "OMBF" },
  "GET /orders/:order_number": { who: "OMBF" },
  "GET /orders/:order_number/version": { who: "OMBF" },
  "GET /events/:event_template_id/sessions": { who: "OMBF" },
  "POST /orders/:order_number/notes": { who: "OMBF" },
  "POST /orders/:order_number/notes/:note_id/pin": { who: "OMBF" },
  "POST /orders/:order_number/resend": { who: "OMB" },
  "POST /orders/:order_number/purchaser": { who: "OMB" },
  "POST /orders/:order_number/attendees": { who: "OMB" },
  "POST /orders/:order_number/new_codes": { who: "OMB" },
  "GET /orders/:order_number/cancel_quote": { who: "OMB" },
  "POST /orders/:order_number/cancel": { who: "OMB" },
  "POST /orders/:order_number/refund": { who: "OMBF" },
  "GET /orders/:order_number/move_quote": { who: "OMB" },
  "POST /orders/:order_number/move": { who: "OMB" },
};
/** About the own account: everybody who is signed in. */
const ownAccount: Readonly<Record<string, Row>> = {
  "POST /sign_out": { who: everybody },
  "POST /invitation/join": { who: everybody },
  "GET /me": { who: everybody },
  "POST /step_up": { who: everybody },
  "POST /me/password": { who: everybody },
  "POST /me/second_factor": { who: everybody },
  "POST /me/second_factor/confirm": { who: everybody },
  "POST /me/recovery_codes": { who: `${everybody}!` },
  "GET /me/sign_ins": { who: everybody },
  "POST /me/sign_ins/:sign_in_id/end": { who: everybody },
  "POST /me/sign_ins/end_others": { who: everybody },
};
const anybody: readonly string[] = [
  "GET /sign_in_options",
  "POST /sign_in",
  "POST /forgot_password",
  "POST /new_password",
  "POST /invitation/open",
  "POST /invitation/accept",
  "POST /gate/pair",
];

const roleOf: Readonly<Record<string, StaffRole>> = {
  O: "owner",
  M: "manager",
  B: "box_office",
  S: "scanner",
  F: "finance",
  R: "reporter",
};

let server: TestApp;
let shop: TestShop;
const people = new Map<string, Awaited<ReturnType<typeof signedIn>>>();
let none: Awaited<ReturnType<typeof signedIn>>;
let stranger: Awaited<ReturnType<typeof signedIn>>;
let suspended: Awaited<ReturnType<typeof signedIn>>;
let device: OfficeBrowser;
let foreignDevice: OfficeBrowser;
let endedDevice: OfficeBrowser;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  const other = await createTestShop(server.db);
  for (const [letter, role] of Object.entries(roleOf)) people.set(letter, await signedIn(server, shop, [role]));
  none = await signedIn(server, shop, []);
  stranger = Object.assign(await signedIn(server, other, ["owner"]), { slug: shop.slug });
  suspended = await signedIn(server, shop, ["owner"]);
  await server.runAsOwner(
    `set app.seller = '*'; update staff_grant set suspended_at = now() where staff_id = '${suspended.person.id}'`,
  );
});
beforeAll(async () => {
  const other = await createTestShop(server.db);
  device = (await pairedDevice(server, shop)).browser;
  const foreign = await pairedDevice(server, other);
  foreignDevice = new OfficeBrowser(server, shop.slug);
  foreignDevice.cookie = foreign.browser.cookie;
  const ended = await pairedDevice(server, shop);
  endedDevice = ended.browser;
  await server.db.updateTable("scan_device").set({ ended_at: ended.paired_at }).where("id", "=", ended.id).execute();
});
afterAll(() => server.close());

const call = (browser: OfficeBrowser, name: string, sent: object = {}, query = "") => {
  const [method = "", path = ""] = name.split(" ");
  const url = `${path.replaceAll(/:\w+/g, "00000000-0000-4000-8000-000000000001")}${query && `?${query}`}`;
  return browser.send(method as "GET" | "POST", url, method === "POST" ? sent : undefined);
};
/** A body that no schema allows: whoever is refused is refused before it is looked at. */
const nonsense = { unheard_of: true };
const codeOf = ({ body }: { readonly body: { readonly _data?: { readonly _code: string }[] } }) =>
  body._data?.[0]?._code;

test("every call stands in the table", () => {
  const listed = [...Object.keys(atSeller), ...Object.keys(ownAccount), ...anybody];
  const mounted = staffRoutes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(mounted.toSorted()).toEqual(listed.toSorted());
});

describe.each(Object.entries(atSeller))("%s", (name, { who, query, device: isForDevices = false }) => {
  test(`as a device: ${isForDevices ? "allowed" : "403"}`, async () => {
    const reply = await call(device, name, nonsense, query);
    if (isForDevices) expect([200, 400, 422]).toContain(reply.status);
    else expect([reply.status, codeOf(reply)]).toEqual([403, "access_denied"]);
    expect((await call(foreignDevice, name, nonsense, query)).status).toBe(401);
    const ofEnded = await call(endedDevice, name, { scans: [] }, query);
    if (name === "POST /gate/scans") expect([ofEnded.status, ofEnded.body.is_ended]).toEqual([200, true]);
    else expect(codeOf(ofEnded)).toBe(isForDevices ? "device_ended" : "access_denied");
  });

  test.each(Object.keys(roleOf))(`as %s of ${who}`, async (letter) => {
    const reply = await call(people.get(letter) ?? none, name, nonsense, query);
    if (!who.includes(letter)) expect([reply.status, codeOf(reply)]).toEqual([403, "access_denied"]);
    else expect([200, 400, 422]).toContain(reply.status);
  });

  test("without a sign-in, without a role, of another seller, suspended", async () => {
    const replies = await Promise.all(
      [new OfficeBrowser(server, shop.slug), none, stranger, suspended].map((browser) =>
        call(browser, name, nonsense, query),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([401, 404, 404, 404]);
  });

  test("at a seller that does not exist, the same as without a role", async () => {
    const lost = new OfficeBrowser(server, "no-such-seller");
    lost.cookie = none.cookie;
    const [unknown, foreign] = [await call(lost, name, nonsense, query), await call(none, name, nonsense, query)];
    expect({ ...unknown.body, request_id: "" }).toEqual({ ...foreign.body, request_id: "" });
    expect(unknown.status).toBe(404);
  });

  test(`${who.endsWith("!") ? "needs step-up" : "needs no step-up"}`, async () => {
    const manager = await signedIn(server, shop, ["owner"]);
    await forgetProof(server.db, manager.person.id);
    const reply = await call(manager, name, nonsense, query);
    expect(codeOf(reply) === "step_up_required").toBe(who.endsWith("!"));
  });
});

describe.each(Object.entries(ownAccount))("%s", (name, { who }) => {
  test("for everybody who is signed in, and nobody else", async () => {
    expect((await call(new OfficeBrowser(server), name, nonsense)).status).toBe(401);
    const person = await signedIn(server, shop, []);
    const reply = await call(person, name, nonsense);
    expect([401, 403]).not.toContain(reply.status);
    const unproved = await signedIn(server, shop, ["reporter"]);
    await forgetProof(server.db, unproved.person.id);
    expect(codeOf(await call(unproved, name, nonsense)) === "step_up_required").toBe(who.endsWith("!"));
  });
});

test("a refused call changes nothing, and stands in the log once a minute", async () => {
  const { scanner } = await newTarget();
  const reporter = await signedIn(server, shop, ["reporter"]);
  for (const _ of [1, 2]) expect((await reporter.post(`/staff/${scanner.id}/remove`)).status).toBe(403);
  const refused = (await auditOf(server.db, shop.seller_id)).filter(({ staff_id }) => staff_id === reporter.person.id);
  expect(refused.map(({ action, entity_id }) => [action, entity_id])).toEqual([
    ["staff.signed_in", reporter.person.id],
    ["staff.refused", "removeStaff"],
  ]);
});

const newTarget = async (): Promise<Target> => ({
  scanner: await createStaff(server.db, shop.seller_id, ["scanner"]),
  email: `t${crypto.randomUUID().slice(0, 8)}@staff.example`,
});

describe("a change writes its entry to the audit log", () => {
  const changes = staffRoutes.filter(({ endpoint }) => endpoint.audits !== null && endpoint.path.startsWith("/staff"));
  test.each(changes.map(({ endpoint }) => [endpoint.name, endpoint] as const))("%s", async (_, endpoint) => {
    const owner = await signedIn(server, shop, ["owner"]);
    const target = await newTarget();
    const { id } = (await owner.post("/staff/invite", { email: target.email, roles: ["scanner"] })).body;
    const path = endpoint.path.replace(":staff_id", target.scanner.id).replace(":invitation_id", id);
    const row = atSeller[`${endpoint.method} ${endpoint.path}`];
    expect((await owner.post(path, row?.body?.({ ...target, email: `x${target.email}` }))).status).toBe(200);
    const written = (await auditOf(server.db, shop.seller_id)).filter(({ staff_id }) => staff_id === owner.person.id);
    expect(written.map(({ action }) => action)).toContain(endpoint.audits);
  });
});

describe("a write from elsewhere", () => {
  test.each([
    ["without the application's header", { [officeHeader.name]: "" }],
    ["with the storefront's header", { [officeHeader.name]: "ecomm" }],
    ["from another origin", { origin: "https://evil.example" }],
    ["from another site", { "sec-fetch-site": "cross-site" }],
    ["from a sibling host", { "sec-fetch-site": "same-site" }],
  ])("%s is refused", async (_, headers) => {
    const owner = people.get("O");
    const { email } = await newTarget();
    const reply = await owner?.post("/staff/invite", { email, roles: ["scanner"] }, { headers: headers as never });
    expect([reply?.status, reply && codeOf(reply)]).toEqual([403, "request_refused"]);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("%s is no method of the audit log", async (method) => {
    const reply = await people
      .get("O")
      ?.send(method as "POST", "/audit", {}, { headers: { [officeHeader.name]: officeHeader.value } });
    expect([reply?.status, reply?.headers.allow]).toEqual([405, "GET"]);
  });
});

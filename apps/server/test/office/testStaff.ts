import { idempotencyHeader } from "@foyer/contract/endpoint.ts";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import { officeHeader } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import type { Database } from "../../src/db/connections.ts";
import { newId } from "../../src/db/newId.ts";
import { officeCookie } from "../../src/http/staff/mountStaff.ts";
import { insertAccount } from "../../src/modules/staff/accounts.ts";
import { insertGrants } from "../../src/modules/staff/grants.ts";
import type { EmailMessage } from "../../src/providers/mail/mailTransport.ts";
import { quickHash } from "../accounts/quickHash.ts";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import { expectingEntries } from "./auditedWrites.ts";

export const staffPassword = "harpsichord under oak 9";
export type NewStaff = { readonly id: string; readonly email: string; readonly name: string };

/** Creates an account with roles at a seller. */
export const createStaff = async (
  db: Database,
  seller_id: string,
  roles: readonly StaffRole[],
  account: {
    readonly email?: string;
    readonly name?: string;
    readonly is_operator?: boolean;
    readonly is_demo?: boolean;
  } = {},
): Promise<NewStaff> => {
  const id = newId();
  const email = account.email ?? `s${id.slice(0, 8)}@staff.example`;
  const name = account.name ?? `Person ${id.slice(0, 4)}`;
  await insertAccount(db, { id, ...account, email, name, password: quickHash(staffPassword) });
  if (roles.length > 0) await insertGrants({ db, seller: { id: seller_id } }, id, roles, null);
  return { id, email, name };
};

/** A browser at the back office. */
export class OfficeBrowser {
  readonly server: Pick<TestApp, "app"> & Partial<Pick<TestApp, "lastBug" | "db">>;
  readonly slug: string | undefined;
  /** Who signed in with `signedIn`. */
  readonly person?: NewStaff;
  cookie: string | undefined;
  /** Whether the last account that was made or signed in by a link has no role. */
  #wasWithoutRole = false;
  /** Each browser has a network of its own, unless the test is about networks. */
  address = `198.51.${Math.floor(Math.random() * 200)}.${1 + Math.floor(Math.random() * 250)}`;
  userAgent = "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0";

  constructor(server: OfficeBrowser["server"], slug?: string) {
    this.server = server;
    this.slug = slug;
  }

  async send(method: "GET" | "POST", path: string, body?: object, more: InjectOptions = {}): Promise<TestResponse> {
    const query =
      this.slug === undefined || path.includes("_seller=")
        ? ""
        : `${path.includes("?") ? "&" : "?"}_seller=${this.slug}`;
    const request: InjectOptions = {
      method,
      url: `/staff_api${path}${query}`,
      remoteAddress: this.address,
      ...(method === "POST" && { payload: body ?? {} }),
      ...more,
      headers: {
        "user-agent": this.userAgent,
        // Sent with every change, as the page does.
        ...(method === "POST" && { [officeHeader.name]: officeHeader.value, [idempotencyHeader]: newId() }),
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...more.headers,
      },
    };
    const response = await expectingEntries(
      { method, path },
      async () => this.server.app.inject(request),
      (reply) => this.#hasNoRole(body, reply),
    );
    const [cookie] = response.cookies.filter(({ name }) => name === officeCookie(false) || name === officeCookie(true));
    if (cookie) this.cookie = cookie.value === "" ? undefined : `${cookie.name}=${cookie.value}`;
    const { payload, statusCode, headers } = response;
    if (statusCode === 500) throw this.server.lastBug?.() ?? new Error(`${path} answered 500.`);
    return { status: statusCode, body: payload.startsWith("{") ? JSON.parse(payload) : payload, headers };
  }
  /** Whether the account of the call, or the one that it made, has no role at any seller. */
  async #hasNoRole(body: object = {}, { cookies }: LightMyRequestResponse): Promise<boolean> {
    const { db } = this.server;
    const { email = this.person?.email } = body as { readonly email?: string };
    if (!db) return false;
    if (email === undefined) {
      const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
      const me = await this.server.app.inject({ url: "/staff_api/me", headers });
      if (me.statusCode === 200) this.#wasWithoutRole = me.json().sellers.length === 0;
      return this.#wasWithoutRole;
    }
    const grants = await db
      .selectFrom("staff_grant")
      .select("seller_id")
      .where("staff_id", "in", (eb) => eb.selectFrom("staff").select("id").where("email", "=", email))
      .execute();
    return grants.length === 0;
  }
  get(path: string, more?: InjectOptions): Promise<TestResponse> {
    return this.send("GET", path, undefined, more);
  }
  post(path: string, body?: object, more?: InjectOptions): Promise<TestResponse> {
    return this.send("POST", path, body, more);
  }
  signIn({ email }: { readonly email: string }, more: object = {}): Promise<TestResponse> {
    return this.post("/sign_in", { email, password: staffPassword, ...more });
  }
}

/** A staff member who is signed in at a seller, and has recently shown the second factor. */
export const signedIn = async (
  server: TestApp,
  shop: { readonly seller_id: string; readonly slug: string },
  roles: readonly StaffRole[],
  account?: Parameters<typeof createStaff>[3],
): Promise<OfficeBrowser & { readonly person: NewStaff }> => {
  const person = await createStaff(server.db, shop.seller_id, roles, account);
  const browser = Object.assign(new OfficeBrowser(server, shop.slug), { person });
  const { status } = await browser.signIn(person);
  if (status !== 200) throw new Error(`The test's staff could not sign in: ${status}`);
  return browser;
};

/** Makes the second factor of a sign-in count as shown long ago. */
export const forgetProof = (db: Database, staff_id: string) =>
  db.updateTable("staff_sign_in").set({ proved_at: null }).where("staff_id", "=", staff_id).execute();

/** Makes an address's invitations count as sent a minute earlier, so that another e-mail can be sent. */
export const ageInvitations = (db: Database, email: string) =>
  db
    .updateTable("staff_invitation")
    .set({ expires_at: sql<string>`expires_at - make_interval(mins => 1)` })
    .where("email", "=", email)
    .execute();

/** E-mails to an address, newest last. */
export const mailsTo = async (db: Database, address: string): Promise<{ kind: string; message: EmailMessage }[]> =>
  (
    await db
      .selectFrom("outbox")
      .select(["kind", "message"])
      .where("to_address", "=", address)
      .orderBy("created_at")
      .execute()
  ).map(({ kind, message }) => ({ kind, message: message as EmailMessage }));

/** The secret of the link in an e-mail. */
export const tokenIn = ({ text }: EmailMessage): string => /#([\w-]{43})/.exec(text)?.[1] ?? "";

/** The entries of a seller's audit log, newest last. */
export const auditOf = (db: Database, seller_id: string) =>
  db
    .selectFrom("audit_entry")
    .select([
      "action",
      "actor",
      "staff_id",
      "entity_kind",
      "entity_id",
      "before",
      "after",
      "via",
      "roles",
      "request_id",
    ])
    .where("seller_id", "=", seller_id)
    .orderBy("at")
    .execute();

import { idempotencyHeader } from "@foyer/contract/endpoint.ts";
import { officeHeader } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { Database } from "../../src/db/connections.ts";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import { OfficeBrowser, signedIn } from "./testStaff.ts";
import { createTestShop } from "../shop/createTestShop.ts";

export type SignedIn = Awaited<ReturnType<typeof signedIn>>;
/** A call by somebody who is signed in. */
export type StaffCall = { readonly who: SignedIn; readonly path: string; readonly body?: object };

/** Sends a call to a server with an idempotency key. */
export const sendWithKey = (
  at: TestApp,
  { who: { cookie, slug }, path, body = {} }: StaffCall,
  key: string,
): Promise<TestResponse> =>
  Object.assign(new OfficeBrowser(at, slug), { cookie }).post(path, body, { headers: { [idempotencyHeader]: key } });

/** The headers of that call, for a request that no browser of the test sends. */
export const keyedHeaders = ({ who: { cookie } }: StaffCall, key: string): Record<string, string> => ({
  cookie: cookie ?? "",
  [officeHeader.name]: officeHeader.value,
  [idempotencyHeader]: key,
});

/** What is stored for a key. */
export const storedReply = (db: Database, table: "staff_idempotency_key" | "idempotency_key", key: string) =>
  db.selectFrom(table).select(["state", "reply"]).where("key", "=", key).executeTakeFirst();

/** Gives an account a passkey that no authenticator has, and returns its id. */
export const insertPasskeyRow = async (db: Database, staff_id: string, name: string): Promise<string> => {
  const id = crypto.randomUUID();
  const bytes = Buffer.from(id);
  await db
    .insertInto("staff_passkey")
    .values({ id, staff_id, name, credential_id: bytes, public_key: bytes })
    .execute();
  return id;
};

export const signedInManager = async (server: TestApp): Promise<SignedIn> =>
  signedIn(server, await createTestShop(server.db), ["manager"]);

/** A call about one of an account's two passkeys. */
export const passkeyCall = async (server: TestApp, path: (id: string) => string, body = {}): Promise<StaffCall> => {
  const who = await signedInManager(server);
  await insertPasskeyRow(server.db, who.person.id, "Phone");
  return { who, path: path(await insertPasskeyRow(server.db, who.person.id, "Laptop")), body };
};

/** A call whose reply has secrets: new recovery codes. */
export const recoveryCodesCall = (server: TestApp): Promise<StaffCall> =>
  passkeyCall(server, () => "/me/recovery_codes");

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { idempotencyHeader } from "@foyer/contract/endpoint.ts";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import { officeHeader } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { BenchServer } from "../benchServer.ts";

export type SellerRef = { readonly seller_id: string; readonly slug: string };
/** A signed-in staff member, or a paired device. */
export type Caller = {
  readonly cookie: string;
  get(path: string): Promise<Record<string, unknown>>;
  post(path: string, body: object): Promise<Record<string, unknown>>;
  /** The reply as received; throws if it is not a success. */
  read(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
};

const callerOf = (server: BenchServer, { slug }: SellerRef, cookie: string): Caller => {
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const address = `${server.url}/staff_api${path}${path.includes("?") ? "&" : "?"}_seller=${slug}`;
    const reply = await fetch(address, { ...init, headers: { ...(init.headers as Record<string, string>), cookie } });
    if (!reply.ok) throw new Error(`${path} got status ${reply.status}: ${(await reply.text()).slice(0, 500)}`);
    return reply;
  };
  const json = async (reply: Promise<Response>) => (await (await reply).json()) as Record<string, unknown>;
  return {
    cookie,
    get: (path) => json(call(path)),
    post: (path, body) =>
      json(
        call(path, {
          method: "POST",
          body: JSON.stringify(body),
          headers: {
            "content-type": "application/json",
            [officeHeader.name]: officeHeader.value,
            [idempotencyHeader]: randomUUID(),
          },
        }),
      ),
    read: (path, headers = {}) => call(path, { headers }),
  };
};

/** A signed-in staff member with a role, without the screens of signing in. */
export const signIn = async (server: BenchServer, seller: SellerRef, role: StaffRole): Promise<Caller> => {
  const token = randomBytes(32).toString("base64url");
  const staff = randomUUID();
  await server.query("insert into staff (id, email, name) values ($1, $2, 'Bench')", [staff, `${staff}@bench.example`]);
  await server.query("insert into staff_grant (seller_id, staff_id, role) values ($1, $2, $3)", [
    seller.seller_id,
    staff,
    role,
  ]);
  // In production, no call is possible without a second factor.
  await server.query("insert into staff_totp (id, staff_id, secret, confirmed_at) values ($1, $2, 'x', now())", [
    randomUUID(),
    staff,
  ]);
  await server.query(
    "insert into staff_sign_in (id, staff_id, token_hash, browser, proved_at) values ($1, $2, $3, 'Bench', now())",
    [randomUUID(), staff, createHash("sha256").update(token).digest()],
  );
  return callerOf(server, seller, `foyer-office=${token}`);
};

/** A paired device that scans for every event. */
export const pairDevice = async (server: BenchServer, seller: SellerRef, name: string): Promise<Caller> => {
  const token = randomBytes(32).toString("base64url");
  await server.query(
    `insert into scan_device (seller_id, id, name, paired_at, token_hash, ends_at)
     values ($1, $2, $3, now() - interval '1 day', $4, now() + interval '1 day')`,
    [seller.seller_id, randomUUID(), name, createHash("sha256").update(token).digest()],
  );
  return callerOf(server, seller, `foyer-device=${token}`);
};

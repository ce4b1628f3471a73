import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import type { StaffEndpoint } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { newId } from "../../src/db/newId.ts";
import { sellerFinder } from "../../src/http/sellerFinder.ts";
import type { StaffContext } from "../../src/http/staff/staffContext.ts";
import type { TestApp } from "../app/testApp.ts";
import { testProviders } from "../app/testProviders.ts";
import type { TestShop } from "../shop/createTestShop.ts";

const refuse = (): never => {
  throw new Error("This test has no cookie.");
};
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The context of a call by a staff member with every permission but one, which no current role has. */
export const staffContextOf = async (
  server: Pick<TestApp, "db" | "connections">,
  { seller_id, slug }: Pick<TestShop, "seller_id" | "slug">,
  { lacks, call }: { readonly lacks: Permission; readonly call: unknown },
): Promise<StaffContext> => {
  const seller = await sellerFinder(server.db, 0)(slug);
  if (!seller) throw new Error(`There is no seller ${slug}.`);
  return {
    db: server.connections.forSeller(seller_id),
    acrossSellers: server.db,
    seller,
    providers: testProviders(server),
    call: call as StaffEndpoint,
    clientAddress: "127.0.0.1",
    isBehindUnnamedProxy: false,
    sealer: { seal: refuse, open: refuse } as unknown as StaffContext["sealer"],
    production: false,
    origin: "http://localhost",
    browser: "",
    country: null,
    now: Temporal.Now.instant(),
    token_hash: null,
    issueToken: refuse,
    clearToken: refuse,
    issueDeviceToken: refuse,
    forgetDevice: refuse,
    requestId: newId(),
    log: quiet,
    audited: new Set(),
    staff: {
      id: newId(),
      name: "Grace",
      email: "grace@example.org",
      is_operator: false,
      permit_id: null,
      sign_in_id: newId(),
      idle_minutes: 720,
      till_id: null,
      device_seller_id: null,
      has_second_factor: true,
      proved_until: null,
      is_proved: true,
      roles: [],
      can: (permission) => permission !== lacks,
    },
  };
};

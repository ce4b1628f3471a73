import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Database } from "../../db/connections.ts";
import { transact } from "../../db/transact.ts";
import { deleteCarts } from "../../jobs/retention/oldRows.sql.ts";
import { releaseHold } from "../../modules/cart/release/releaseHold.ts";
import { endRenewal, lockRenewal } from "../../modules/renewals/renewals.sql.ts";
import { commandScope } from "../commandScope.ts";
import { writeEntry } from "../../modules/audit/audit.ts";
import { eraseRows, findBlockers, lockPerson, readCartsToClose, scheduledRenewals } from "./erasePerson.sql.ts";
import { countKept, paymentsAtProviders, recordRequest, type AtProvider, type KeptRows } from "./personRequest.sql.ts";
import { findPerson, scopesOfAddresses, type PersonScope } from "./personScope.sql.ts";

type Shop = { readonly db: Database; readonly seller: Seller };
export type EraseOptions = { readonly force: boolean; readonly dryRun: boolean };

export type Erasure =
  | { readonly result: "unknown" }
  | { readonly result: "refused"; readonly blockers: readonly string[] }
  | {
      readonly result: "erased" | "dryRun";
      readonly request_id: string;
      /** Rows that were deleted, or lost what identifies the person. */
      readonly counts: Record<string, number>;
      /** Rows that stay without a name. */
      readonly kept: KeptRows;
      readonly atProviders: readonly AtProvider[];
    };

/** Ends a dry run by rolling everything back. */
class DryRun extends Error {
  readonly erasure: Erasure;
  constructor(erasure: Erasure) {
    super("dry run");
    this.erasure = erasure;
  }
}

const isUnknown = ({ people, tickets, memberships, isNamed }: PersonScope): boolean =>
  people.length + tickets.length + memberships.length === 0 && !isNamed;

const closeCarts = async ({ db, seller }: Shop, scope: PersonScope): Promise<number> => {
  const { pending, deletable } = await readCartsToClose(db, scope);
  await releaseHold(db, seller.id, pending);
  if (deletable.length > 0) await deleteCarts(db, seller.id, deletable);
  return deletable.length;
};

const cancelRenewals = async ({ db, seller }: Shop, scope: PersonScope): Promise<number> => {
  const ids = await scheduledRenewals(db, scope);
  for (const id of ids)
    if (await lockRenewal(db, seller.id, id)) await endRenewal({ db, seller }, id, { state: "cancelled" });
  return ids.length;
};

const blockersOf = async (db: Database, scopes: readonly PersonScope[]): Promise<readonly string[]> => {
  const blockers = new Set<string>();
  for (const scope of scopes) for (const reason of await findBlockers(db, scope)) blockers.add(reason);
  return [...blockers];
};

const eraseAddresses = async (db: Database, scopes: readonly PersonScope[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const scope of scopes)
    for (const [name, count] of Object.entries(await eraseRows(db, scope))) counts[name] = (counts[name] ?? 0) + count;
  return counts;
};

/**
 * Erases a person: carts and logins are deleted; orders and payments keep their amounts without a name. Refuses while
 * something is open, unless forced.
 */
export const erasePerson = (shop: Shop, address: string, { force, dryRun }: EraseOptions): Promise<Erasure> =>
  transact(shop, async ({ db, seller }): Promise<Erasure> => {
    await lockPerson(db, await findPerson(db, seller.id, address));
    // Reads the scope again after locking, since work may have finished in the meantime.
    const scope = await findPerson(db, seller.id, address);
    if (isUnknown(scope)) return { result: "unknown" };
    const scopes = await scopesOfAddresses(db, scope);
    const blockers = await blockersOf(db, scopes);
    if (blockers.length > 0 && !force) return { result: "refused", blockers };
    const atProviders = await paymentsAtProviders(db, scope);
    const renewals = await cancelRenewals({ db, seller }, scope);
    const carts = await closeCarts({ db, seller }, scope);
    const kept = await countKept(db, scope);
    const counts = { carts_deleted: carts, renewals_cancelled: renewals, ...(await eraseAddresses(db, scopes)) };
    const forced = blockers.length > 0;
    const request_id = await recordRequest(db, scope, { action: "erase", counts, forced });
    const entity = { kind: "person", id: request_id } as const;
    await writeEntry(commandScope(db, seller.id), { action: "person.erased", entity, after: { forced } });
    const done = { request_id, counts, kept, atProviders };
    if (dryRun) throw new DryRun({ result: "dryRun", ...done });
    return { result: "erased", ...done };
  }).catch((error: unknown) => {
    if (error instanceof DryRun) return error.erasure;
    throw error;
  });

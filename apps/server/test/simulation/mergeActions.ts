import { keepOwn } from "../office/mergedPersons.ts";
import { signedIn } from "../office/testStaff.ts";
import { type Action, concurrently } from "./action.ts";
import { reportsOf } from "./assertReports.ts";
import { checkOut, renewMembership, runRenewals } from "./memberActions.ts";
import type { SimulatedShop } from "./simulatedShop.ts";

/**
 * Whether persons are merged in a shop with members. A remainder of 16, so that earlier seeds keep their random
 * sequence.
 */
export const mergesPersons = (seed: number): boolean => seed % 16 === 8;

/** Everyone with an order or an account, in order of creation, which is reproducible by seed. */
const everybody = async ({ db, shop, members }: SimulatedShop): Promise<readonly string[]> => {
  const buyers = await db
    .selectFrom("ticket_order")
    .select("identity_id")
    .where("seller_id", "=", shop.seller_id)
    .orderBy("order_number")
    .execute();
  const users = members?.users.map(({ identity_id }) => identity_id) ?? [];
  return [...new Set([...users, ...buyers.map(({ identity_id }) => identity_id)])];
};

/** A manager merges a person who has a membership with another person. The server decides whether that is allowed. */
export const mergeTwo = async (simulation: SimulatedShop): Promise<boolean> => {
  const { app, db, shop, random } = simulation;
  const members = await db
    .selectFrom("membership as m")
    .innerJoin("ticket_order as o", (join) =>
      join.onRef("o.seller_id", "=", "m.seller_id").onRef("o.id", "=", "m.ticket_order_id"),
    )
    .select("m.id")
    .where("m.seller_id", "=", shop.seller_id)
    .orderBy("o.order_number")
    .orderBy("m.id")
    .execute();
  const one = random.pick(members);
  const other = random.pick(await everybody(simulation));
  if (!one || other === undefined) return false;
  const manager = await signedIn(app.server, shop, ["manager"]);
  const compared = await manager.get(`/members/${one.id}/merge?other=${other}`);
  simulation.record("a manager compares two persons", compared);
  const keep = compared.status === 200 ? random.pick(compared.body.keepable as ("one" | "other")[]) : undefined;
  if (keep === undefined) return false;
  const { version } = compared.body;
  const sent = { other, keep, version, fields: keepOwn, reason: "The same person" };
  const merged = simulation.record("and merges them", await manager.post(`/members/${one.id}/merge`, sent));
  return merged.status === 200;
};

const merge: Action = async (simulation) => void (await mergeTwo(simulation));

/** Actions of managers who merge persons, and their weights. */
export const mergeActions: readonly (readonly [weight: number, deed: Action])[] = [
  [5, merge],
  [3, concurrently(merge, renewMembership)],
  [3, concurrently(merge, runRenewals)],
  [3, concurrently(merge, checkOut)],
  [2, concurrently(merge, merge)],
];

/** Asserts at the end that merges move no money: every report and the journal stay the same. */
export const assertMergesMoveNoMoney = async (simulation: SimulatedShop): Promise<void> => {
  const before = await reportsOf(simulation);
  let merged = 0;
  for (let tries = 0; tries < 6; tries++) if (await mergeTwo(simulation)) merged += 1;
  if ((await reportsOf(simulation)) !== before) throw new Error(`reports changed when ${merged} persons were merged`);
};

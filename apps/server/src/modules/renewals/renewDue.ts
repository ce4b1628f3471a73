import { expiresBefore, type RenewalStep } from "@foyer/rules/autoRenewal.ts";
import { crash, pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import { Refused } from "../../http/refused.ts";
import type { Shop } from "./asHolder.ts";
import { chargeTerm, type Tried } from "./chargeTerm.ts";
import { keepMethod } from "./keepMethod.ts";
import { priceOf, stepOf } from "./renewalFacts.ts";
import { queueRenewalLetter } from "./renewalLetters.ts";
import {
  claimNext,
  endRenewal,
  lockRenewal,
  putOff,
  putOffFor,
  readRenewal,
  writeAnnounced,
  writeTried,
  type RenewalRow,
} from "./renewals.sql.ts";

/** Of one seller at one turn; the others have theirs a moment later. */
const most = 50;

/** Nothing was decided, and nobody was charged: looked at again so many minutes later. */
const soon = 10;

/** Does for every renewal whose turn it is what is to be done now. Answers how many there were. */
export const renewDue = async (shop: Shop): Promise<number> => {
  let done = 0;
  for (; done < most; done++) {
    const membership_id = await claimNext(shop);
    if (membership_id === undefined) return done;
    crash("renewal_claimed");
    try {
      await renewOne(shop, membership_id);
    } catch (error) {
      // A provider that does not answer is its own trouble, and told elsewhere.
      const isOurs = !(error instanceof Refused && error.code === "unavailable");
      shop.log[isOurs ? "error" : "warn"](
        { event: "renewal_failed", membership_id, err: error instanceof Error ? error.message : String(error) },
        "a renewal could not be looked at",
      );
      await putOffFor(shop, membership_id, soon);
    }
  }
  return done;
};

/** One renewal, as far as it goes now: told, charged, tried, given up. */
const renewOne = async (shop: Shop, membership_id: string): Promise<void> => {
  const row = await withMethod(shop, membership_id);
  if (row?.state !== "scheduled") return;
  const step = stepOf(shop, row);
  await pause("renewal_judged_step");
  if (step.is !== "charge") return follow(shop, membership_id);
  const charged = await chargeTerm(shop, row, step.most);
  // The order has said so.
  if (charged.is === "renewed") return;
  if (charged.is === "later") return putOff(shop, membership_id, Temporal.Instant.from(row.now).add({ minutes: soon }));
  await noteTried(shop, row, charged);
  await follow(shop, membership_id);
};

/** How it is paid is asked for once there is somebody to ask. */
const withMethod = async (shop: Shop, membership_id: string): Promise<RenewalRow | undefined> => {
  const { db, seller } = shop;
  const row = await readRenewal(db, seller.id, membership_id);
  if (row?.state !== "scheduled" || row.saved_payment_method_id !== null) return row;
  return (await keepMethod(shop, row)) ? readRenewal(db, seller.id, membership_id) : row;
};

/** Once for each try, whoever says it how often. */
const noteTried = (outer: Shop, { membership_id, attempts }: RenewalRow, tried: Tried): Promise<void> =>
  transact(outer, async (shop) => {
    const row = await lockRenewal(shop.db, shop.seller.id, membership_id);
    if (!row || row.attempts !== attempts) return;
    await writeTried(shop, membership_id, tried);
    if (tried.next === "ask") await queueRenewalLetter(shop, row, { is: "asked" });
    // The first is told, and what comes of the others: who is told five times the same reads none of it.
    else if (tried.next === "again" && attempts === 0)
      await queueRenewalLetter(shop, row, { is: "failed", by: tried.by });
  });

/** What is to be done for it now that charges nothing, decided and written under its lock. */
const follow = (outer: Shop, membership_id: string): Promise<void> =>
  transact(outer, async (shop) => {
    const row = await lockRenewal(shop.db, shop.seller.id, membership_id);
    if (!row) return;
    await write(shop, row, stepOf(shop, row));
  });

const write = async (shop: Shop, row: RenewalRow, step: RenewalStep): Promise<void> => {
  const { membership_id } = row;
  switch (step.is) {
    case "wait":
      return putOff(shop, membership_id, step.until);
    case "charge":
      return putOff(shop, membership_id, Temporal.Instant.from(row.now));
    case "announce": {
      const amount = priceOf(row);
      const { charge_at } = step;
      const currency = shop.seller.default_currency_code;
      await writeAnnounced(shop, membership_id, { amount, currency, charge_at });
      const card_expires = expiresBefore({ method: row.method ?? undefined, timezone: row.timezone }, charge_at);
      return queueRenewalLetter(shop, row, { is: "announced", charge_at, card_expires }, `${amount} ${currency}`);
    }
    case "over":
      await (step.why === "renewed"
        ? endRenewal(shop, membership_id, { state: "renewed", renewed_by_id: row.followed_by })
        : endRenewal(shop, membership_id, { state: "cancelled", error: step.why }));
      return;
    case "stop":
      await endRenewal(shop, membership_id, { state: "failed", error: step.why });
      return queueRenewalLetter(shop, row, { is: "stopped", why: step.why });
  }
};

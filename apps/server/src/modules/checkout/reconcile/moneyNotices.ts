import { permissionsOf } from "@foyer/contract/office/staff/permissions.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import type { Database } from "../../../db/connections.ts";
import { queueMoneyNotice } from "../../staff/staffEmails.ts";
import type { SellerDb } from "../context.ts";
import { claimNotice, deleteNotice, dueNotices, insertNotice, readNotice } from "./moneyNotices.sql.ts";
import { reviewsOf } from "./reviewPayment.ts";

/** The number of entries that are remembered. Entries beyond it are reported again. */
const maxKnown = 1000;

/** The keys of the list's entries. A key stays the same until something new happens to its entry. */
const keysOf = async (ctx: SellerDb): Promise<readonly string[]> =>
  (await reviewsOf(ctx)).slice(0, maxKnown).map(({ payment_id, reason, since }) => `${payment_id} ${reason} ${since}`);

export const isNotified = ({ db, seller }: SellerDb, staff_id: string): Promise<boolean> =>
  readNotice(db, seller.id, staff_id);

/** Subscribes a staff member to e-mails about new payments for review. Payments already on the list are not reported. */
export const subscribeToNotice = async (ctx: SellerDb, staff_id: string): Promise<void> => {
  await insertNotice(ctx.db, ctx.seller.id, { staff_id, known: await keysOf(ctx) });
};

export const unsubscribeFromNotice = ({ db, seller }: SellerDb, staff_id: string): Promise<void> =>
  deleteNotice(db, seller.id, staff_id);

type NoticeContext = { readonly db: Database; readonly seller: Seller; readonly origin: string };

/**
 * E-mails subscribed staff about new payments for review: once a day at most, and only while their roles let them see the
 * list. Returns the number of e-mails.
 */
export const sendMoneyNotices = async (ctx: NoticeContext): Promise<number> => {
  const due = await dueNotices(ctx.db, ctx.seller.id);
  if (due.length === 0) return 0;
  const keys = await keysOf(ctx);
  await pause("money_notice_due");
  let sent = 0;
  for (const { staff_id, email, known, roles } of due) {
    const news = keys.filter((key) => !known.includes(key)).length;
    if (news === 0 || !permissionsOf(roles).has("money.read")) continue;
    const isMine = await transact(ctx, async (tx) => {
      if (!(await claimNotice(tx.db, tx.seller.id, { staff_id, known: keys }))) return false;
      await queueMoneyNotice(tx, { to_address: email, news, all: keys.length });
      return true;
    });
    if (isMine) sent += 1;
  }
  return sent;
};

import { importedAtOnce, type continueMemberImport } from "@foyer/contract/office/members/memberImports.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { noExtras } from "@foyer/rules/hold/decideHold.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import { refusalText } from "../../../errors/refusalText.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { requireOnSale } from "../../../modules/cart/hold/requireOnSale.ts";
import { submitCartChange } from "../../../modules/cart/hold/reserveTickets.ts";
import { completeInTransaction } from "../../../modules/checkout/order/completeCartAlone.ts";
import { saveNamedGuest } from "../../../modules/identity/users/guestIdentity.ts";
import { readOrderCards } from "../../../modules/membership/cards/readCards.ts";
import { sendCard } from "../../../modules/membership/cards/sendCard.ts";
import { setImportedTerm, takenMemberNumbers } from "../../../modules/membership/imports/importedTerm.ts";
import { holdConfirmation, namePurchaserOfComp } from "../../comps/comps.sql.ts";
import { closingWhereRefused, lowerPrices } from "../../comps/makeComp.ts";
import { visitorForComp } from "../../comps/visitorForComp.ts";
import { requestOfLevel } from "../giveMembership.ts";
import { memberEntity } from "../memberTransaction.ts";
import {
  endRow,
  endWithoutRows,
  findImport,
  importSettings,
  lockWaitingRow,
  muteGuest,
  waitingRows,
  type WaitingRow,
} from "./memberImports.sql.ts";

/** Refusals that are not caused by the row: it is tried again. */
const temporaryCodes: ReadonlySet<string> = new Set(["unavailable", "too_many_requests"]);

/** What is wrong with a row now, in words. */
class WrongRow extends Error {}

/** The row was imported by another call meanwhile, or the import was cancelled. */
class NotWaiting extends Error {}

/** Imports the next rows, each in its own transaction. The reason of a refused row is stored with its line. */
export const continueImport = async (
  ctx: StaffContext,
  { import_id: id }: StaffReceived<typeof continueMemberImport>,
): Promise<StaffReply<typeof continueMemberImport>> => {
  const settings = await importSettings(ctx.db, ctx.seller.id, id);
  if (!settings) throw new Refused({ code: "not_found", context: "membership" });
  requireOnSale(ctx);
  for (const row of await waitingRows(ctx.db, ctx.seller.id, { id, limit: importedAtOnce }))
    await importOrFail(ctx, { id, row, sends_cards: settings.sends_cards });
  const left = await endWithoutRows(ctx.db, ctx.seller.id, id);
  const now = await findImport(ctx.db, ctx.seller.id, id);
  if (!now) throw new Error(`The import ${id} is missing`);
  // Each row has its own audit log entry; if no row is left, there is nothing to record.
  ctx.audited.add("member.imported");
  return { done: now.done, failed: now.failed, left };
};

type Importing = { readonly id: string; readonly row: WaitingRow; readonly sends_cards: boolean };

const importOrFail = async (ctx: StaffContext, importing: Importing): Promise<void> => {
  try {
    await importRow(ctx, importing);
  } catch (error) {
    if (error instanceof NotWaiting) return;
    if (error instanceof WrongRow) return failRow(ctx, importing, error.message);
    if (!(error instanceof Refused) || temporaryCodes.has(error.code)) throw error;
    await failRow(ctx, importing, `was refused: ${refusalText(error).replace(/\.$/, "")}`);
  }
};

const failRow = (ctx: StaffContext, { id, row: { line } }: Importing, problem: string): Promise<void> =>
  transact(ctx, async ({ db, seller }) => {
    if (await lockWaitingRow(db, seller.id, { id, line }))
      await endRow(db, seller.id, { id, line, membership_id: null, problem });
  });

/**
 * Holds the level like any sale, without a price, and creates the order, the membership and its term in one transaction.
 */
const importRow = async (ctx: StaffContext, importing: Importing): Promise<void> => {
  const { ticket_group_id: level, first_name, last_name, email } = importing.row;
  const visitor = visitorForComp(ctx);
  const { cart } = await submitCartChange(visitor, {
    access: "owner",
    add: [await requestOfLevel(ctx, { level, first_name, last_name, email, others: [] })],
    remove: [],
    channel_id: "import",
    campaign: {},
    extras: { ...noExtras, unattended: true },
  });
  const cart_id = cart._data[0]?.id;
  if (cart_id === undefined) throw new Error("The hold of an import has no cart");
  await pause("import_row_held");
  await closingWhereRefused(visitor, cart_id, () => bookRow(ctx, cart_id, importing));
};

const bookRow = (ctx: StaffContext, cart_id: string, { id, row, sends_cards }: Importing): Promise<void> =>
  changing(ctx, async (tx) => {
    const { db, seller } = tx;
    const { line, member_number, first_name, last_name, email, valid_from, valid_to } = row;
    if (!(await lockWaitingRow(db, seller.id, { id, line }))) throw new NotWaiting("The row does not wait");
    await pause("import_row_locked");
    if ((await takenMemberNumbers(db, seller.id, member_number === null ? [] : [member_number])).size > 0)
      throw new WrongRow("has a number that is taken");
    await lowerPrices(tx, cart_id);
    const purchaser = await saveNamedGuest(tx, { first_name, last_name, email });
    // The card is e-mailed later, once it has its own number and term.
    await muteGuest(db, seller.id, purchaser);
    await namePurchaserOfComp(tx, cart_id, purchaser);
    const { completed } = await completeInTransaction({ ...tx, emailOptions: { is_sent: false } }, cart_id);
    if (completed?.outcome !== "completed") throw new Refused({ code: "cart_expired", context: "cart" });
    await holdConfirmation(tx, completed.order_id);
    await setImportedTerm(db, seller.id, { ticket_order_id: completed.order_id, valid_from, valid_to, member_number });
    const [card] = await readOrderCards(tx, [completed.order_id]);
    if (!card) throw new Error(`The order ${completed.order_id} of a membership has no card`);
    if (sends_cards) await sendCard(tx, card.id);
    await endRow(db, seller.id, { id, line, membership_id: card.id, problem: null });
    await audit(tx, {
      action: "member.imported",
      entity: memberEntity(card.id),
      after: { level: card.level_name, line },
    });
    crash("import_row_booked");
  });

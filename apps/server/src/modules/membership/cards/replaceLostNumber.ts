import type { SellerContext } from "../../../http/requestContext.ts";
import { queueOrdersOfTickets } from "../../../providers/search/queueForSearch.sql.ts";
import { markPassesChanged } from "../../../providers/wallet/passChanges.sql.ts";
import { closeNumberSessions } from "../../identity/sessions/sessions.ts";
import { newMemberNumber, newScanCode } from "../issue/memberNumbers.ts";
import { keepReplacedNumber, lockTermsOfNumber, setNumber } from "./lostNumber.sql.ts";

type LostCard = { readonly member_number: string; readonly identity_id: string | null };

/**
 * Gives a card another number and code, in the caller's transaction, which has locked it. It changes every term, because
 * an ended term with the former number would still log in. Returns the new number.
 */
export const replaceLostNumber = async (
  ctx: SellerContext,
  { member_number, identity_id }: LostCard,
): Promise<string> => {
  const { db, seller } = ctx;
  const terms = await lockTermsOfNumber(db, seller.id, member_number);
  const new_number = newMemberNumber();
  const ticket_ids = terms.map(({ ticket_id }) => ticket_id);
  await keepReplacedNumber(db, seller.id, member_number);
  await setNumber(db, seller.id, {
    member_number,
    new_number,
    scan_code: newScanCode(),
    tickets: ticket_ids.map((id) => ({ id, scan_code: newScanCode() })),
  });
  if (identity_id !== null) await closeNumberSessions(ctx, identity_id);
  await markPassesChanged(db, seller.id, ticket_ids);
  await queueOrdersOfTickets(db, seller.id, ticket_ids);
  return new_number;
};

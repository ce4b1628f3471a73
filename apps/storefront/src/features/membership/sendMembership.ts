import type { CartReply, TicketsWanted } from "@foyer/contract/cart.ts";
import { createGiftee } from "@foyer/contract/login.ts";
import type { MembershipAction } from "@foyer/contract/level.ts";
import type { SurveyAnswers } from "@foyer/contract/survey.ts";
import { joinName } from "@foyer/rules/attendees.ts";
import type { Giftee } from "@foyer/rules/memberGift.ts";
import { partyRequest, type Level, type PartyTyped } from "@foyer/rules/membershipForm.ts";
import { plainText } from "@foyer/rules/plainText.ts";
import { call } from "../../api/call.ts";
import { savedOf } from "../../shared/saved.ts";
import { changeCart } from "../cart/cart.changes.ts";
import type { Onwards } from "../listing/onward.ts";

export type MembershipWanted = {
  readonly action: MembershipAction;
  readonly level: Level;
  readonly typed: PartyTyped;
  readonly renews_id: string | undefined;
  readonly giftee: Giftee | undefined;
  readonly auto_renew: boolean;
  readonly additionalInfo: Readonly<Record<string, SurveyAnswers>> | undefined;
  /** A gift's code that it is had for. */
  readonly code?: string;
};

/** Puts a membership into the cart: one's own, its next term, or a present with whom it is for. `given`: a code that was asked for. */
export const sendMembership = async (
  { client, seller }: Onwards,
  wanted: MembershipWanted,
  given: string | undefined,
): Promise<CartReply> => {
  const { action, level, typed, renews_id, giftee, auto_renew, additionalInfo } = wanted;
  const codes = [wanted.code, given].filter((code) => code !== undefined);
  const named = giftee && (await call(createGiftee, gifteeSent(giftee)));
  const membership: TicketsWanted["membership"] = {
    action,
    ...(renews_id === undefined ? {} : { renews_id }),
    ...(named ? { giftee_identity_id: named.identity_id } : {}),
  };
  const ticket_types_required = partyRequest(level, typed);
  const reply = await changeCart(client, seller.slug, {
    add: [{ event_template_id: level.group.event_template_id, membership, ticket_types_required }],
    ...(additionalInfo ? { additionalInfo: { ...additionalInfo } } : {}),
    ...(codes.length === 0 ? {} : { preReservePromoCodes: { codes } }),
    reserve: true,
  });
  // It travels with the payment.
  savedOf(seller.slug).change({ auto_renew });
  return reply;
};

const gifteeSent = ({ first, last, email }: Giftee) => ({
  first_name: joinName(first, ""),
  last_name: joinName(last, ""),
  email: plainText(email),
});

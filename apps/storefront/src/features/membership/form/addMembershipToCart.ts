import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import { createGiftee } from "@foyer/contract/shop/login.ts";
import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import type { SurveyAnswers } from "@foyer/contract/shop/forms/survey.ts";
import { joinName } from "@foyer/rules/forms/attendees.ts";
import type { Giftee } from "@foyer/rules/membership/gift.ts";
import { partyRequest, type LevelOption, type PartyInput } from "@foyer/rules/membership/party/partyForm.ts";
import { plainText } from "@foyer/rules/values/text/plainText.ts";
import { call } from "../../../api/call.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { modifyCurrentCart } from "../../cart/cart.mutations.ts";
import type { NextStepContext } from "../../listing/upsell/goToNextStep.ts";

export type MembershipRequest = {
  readonly action: MembershipAction;
  readonly level: LevelOption;
  readonly typed: PartyInput;
  readonly renews_id: string | undefined;
  readonly giftee: Giftee | undefined;
  readonly auto_renew: boolean;
  readonly additionalInfo: Readonly<Record<string, SurveyAnswers>> | undefined;
  /** The gift code that pays for it. */
  readonly code?: string;
};

/** Adds a membership to the cart: a new one, a renewal, or a gift. `enteredCode`: the code that the level requires. */
export const addMembershipToCart = async (
  { client, seller }: NextStepContext,
  wanted: MembershipRequest,
  enteredCode: string | undefined,
): Promise<CartReply> => {
  const { action, level, typed, renews_id, giftee, auto_renew, additionalInfo } = wanted;
  const codes = [wanted.code, enteredCode].filter((code) => code !== undefined);
  const gifteeIdentity = giftee && (await call(createGiftee, gifteeRequest(giftee)));
  const membership: TicketRequest["membership"] = {
    action,
    ...(renews_id === undefined ? {} : { renews_id }),
    ...(gifteeIdentity ? { giftee_identity_id: gifteeIdentity.identity_id } : {}),
  };
  const ticket_types_required = partyRequest(level, typed);
  const reply = await modifyCurrentCart(client, seller.slug, {
    add: [{ event_template_id: level.group.event_template_id, membership, ticket_types_required }],
    ...(additionalInfo ? { additionalInfo: { ...additionalInfo } } : {}),
    ...(codes.length === 0 ? {} : { preReservePromoCodes: { codes } }),
    reserve: true,
  });
  // Stored until the payment, which sends it.
  savedStoreFor(seller.slug).change({ auto_renew });
  return reply;
};

const gifteeRequest = ({ first, last, email }: Giftee) => ({
  first_name: joinName(first, ""),
  last_name: joinName(last, ""),
  email: plainText(email),
});

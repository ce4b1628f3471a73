import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import type { RefusalContext } from "@foyer/contract/errors.ts";
import type { RefundPreference } from "@foyer/rules/aftersale/quoteChange.ts";
import type { HoldExtras } from "@foyer/rules/hold/decideHold.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { Refused } from "../../../errors/refused.ts";
import type { CartAccess } from "../access/cartAccess.ts";

/** A visitor's request to change what a cart holds. Without `cart_id`, it begins a new cart. */
export type CartChangeRequest = {
  readonly ctx: RequestContext;
  readonly access: CartAccess;
  readonly cart_id?: string;
  readonly add: readonly TicketRequest[];
  readonly remove: readonly string[];
  readonly channel_id: string;
  readonly campaign: Record<string, string>;
  /** Survey answers, vouchers and codes that come with the tickets. */
  readonly extras: HoldExtras;
  /** Where a change's refund goes; undefined keeps what was requested before. */
  readonly refund_to?: RefundPreference | undefined;
  /** The venue changes a partly paid cart: tickets that stay keep their prices, and the hold is not renewed. */
  readonly changesPlan?: boolean | undefined;
  /** The context of a refusal; `reserve` by default. */
  readonly context?: RefusalContext;
};

/** How many tickets a request adds. */
export const countAdded = ({ add }: Pick<CartChangeRequest, "add">): number =>
  add.flatMap((line) => line.ticket_types_required).reduce((sum, { quantity }) => sum + quantity, 0);

/** `cart_id` is undefined if a new cart would hold nothing and was not created. */
export type CartChangeDecision = { readonly refused: Refused } | { readonly cart_id: string | undefined };

/** The reply when there is no cart to keep. */
export const noCart: CartReply = { cart: { _data: [] }, ticket: { _data: [] } };

/**
 * Builds the reply from the cart as it was locked and written. The caller runs it after the commit, so that building
 * replies does not delay the next batch.
 */
export type CartReplyFactory = () => CartReply;

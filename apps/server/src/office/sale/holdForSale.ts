import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import { noExtras } from "@foyer/rules/hold/decideHold.ts";
import { pause } from "../../db/faultPoints.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { submitCartChange } from "../../modules/cart/hold/reserveTickets.ts";

type HoldOptions = {
  /** Applies the rules of the counter instead of those of the storefront. */
  readonly atCounter?: boolean;
};

/** The hold for what staff sell. */
export const holdOfSale = (request: TicketRequest, { atCounter = false }: HoldOptions) =>
  ({
    access: "owner",
    add: [request],
    remove: [],
    channel_id: "box_office",
    campaign: {},
    extras: { ...noExtras, unattended: true, ...(atCounter && { atCounter }) },
  }) as const;

/** Holds what staff sell to a visitor, in a new cart. Returns the cart's id. */
export const holdForSale = async (
  visitor: RequestContext,
  request: TicketRequest,
  options: HoldOptions = {},
): Promise<string> => {
  const { cart } = await submitCartChange(visitor, holdOfSale(request, options));
  const cart_id = cart._data[0]?.id;
  if (cart_id === undefined) throw new Error("The hold of a sale has no cart");
  await pause("counter_sale_held");
  return cart_id;
};

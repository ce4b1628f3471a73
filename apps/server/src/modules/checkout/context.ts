import type { RequestContext } from "../../http/requestContext.ts";

export type SellerDb = Pick<RequestContext, "db" | "seller">;
export type CheckoutContext = Pick<RequestContext, "db" | "seller" | "providers" | "emailOptions">;
/** What an order is sent again with: its e-mail marks what is over by now. */
export type ResendContext = CheckoutContext & Pick<RequestContext, "now">;
/** What payments need outside of a request. */
export type CheckoutJobContext = CheckoutContext & Pick<RequestContext, "log">;

import type { RequestContext } from "../../http/requestContext.ts";

export type SellerDb = Pick<RequestContext, "db" | "seller">;
export type CheckoutContext = Pick<RequestContext, "db" | "seller" | "providers" | "emailOptions">;
/** The context for sending an order again; the e-mail marks what has ended. */
export type ResendContext = CheckoutContext & Pick<RequestContext, "now">;
/** What payments need outside a request. */
export type CheckoutJobContext = CheckoutContext & Pick<RequestContext, "log">;

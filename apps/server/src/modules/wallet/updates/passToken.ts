import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { isSameToken } from "../../cart/read/readTicketOrder.ts";

type Signer = Pick<RequestContext, "providers" | "seller">;

/** The token with which Apple Wallet requests one pass. It is part of the pass's file. */
export const passToken = ({ providers, seller }: Signer, serial: string): string =>
  providers.sign(`wallet_pass:${seller.id}:${serial}`);

/** Refuses a caller who does not have the pass, before anything is read from the database. */
export const requirePassToken = (ctx: Signer, serial: string, token: string | undefined): void => {
  if (!isSameToken(token, passToken(ctx, serial))) throw new Refused({ code: "not_authorized", context: "wallet" });
};

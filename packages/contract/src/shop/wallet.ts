import * as z from "zod/mini";
import { Id } from "../basics.ts";
import { endpoint } from "../endpoint.ts";
import { OrderToken } from "./orders/orderToken.ts";

const params = z.strictObject({ ticket_id: Id });
const query = z.strictObject({ token: z.optional(OrderToken) });

/** The wallets that a ticket can be added to. A button is shown for each that is `ok`. */
export const WalletPrecheck = z.object({
  apple: z.object({ ok: z.boolean() }),
  google: z.object({ ok: z.boolean() }),
});
export type WalletPrecheck = z.infer<typeof WalletPrecheck>;

export const walletPrecheck = endpoint({
  name: "walletPrecheck",
  method: "GET",
  path: "/ticket/:ticket_id/walletprecheck",
  summary:
    "The wallets that a ticket can be added to, for its owner, with the order's link or with the ticket's own token.",
  params,
  query,
  reply: WalletPrecheck,
});
export const getApplePass = endpoint({
  name: "getApplePass",
  method: "GET",
  path: "/ticket/:ticket_id/pkpass",
  summary: "The ticket as a signed pass for Apple Wallet.",
  raw: true,
  mediaType: "application/vnd.apple.pkpass",
  params,
  query,
  reply: z.unknown(),
});
export const getGooglePass = endpoint({
  name: "getGooglePass",
  method: "GET",
  path: "/ticket/:ticket_id/gwpass",
  summary: "Redirects to Google Wallet with the ticket as a signed pass.",
  raw: true,
  params,
  query,
  reply: z.unknown(),
});

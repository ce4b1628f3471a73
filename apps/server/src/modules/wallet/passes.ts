import type { WalletPrecheck } from "@foyer/contract/wallet.ts";
import type { Ask } from "../../http/ask.ts";
import type { Bytes, Elsewhere } from "../../http/mount.ts";
import { Refused } from "../../http/refused.ts";
import { openTicket } from "./openTicket.ts";
import { passOf } from "./passOf.ts";

type Sent = { readonly ticket_id: string; readonly token?: string | undefined };

const noPass = (): Refused => new Refused({ code: "not_found", context: "wallet" });

/** Which passes of a ticket there are. What the seller's keys lack is theirs to know: a log says it, no visitor. */
export const precheck = async (ask: Ask, sent: Sent): Promise<WalletPrecheck> => {
  const { isGood } = await openTicket(ask, sent);
  const { apple, google } = await ask.outside.walletsOf(ask.seller.id);
  const isReady = (wallet: string, lacks: { reason: string } | undefined): boolean => {
    if (lacks) ask.log.warn({ event: "wallet_not_ready", wallet, reason: lacks.reason }, "a wallet makes no passes");
    return lacks === undefined;
  };
  return {
    apple: { ok: isGood && apple !== undefined && isReady("apple", apple.lacks(ask.now)) },
    google: { ok: isGood && google !== undefined && isReady("google", google.lacks()) },
  };
};

/** Whoever has the pass gets in: no cache keeps it, and its name on the disk is made of figures alone. */
export const applePass = async (ask: Ask, sent: Sent): Promise<Bytes> => {
  const open = await openTicket(ask, sent);
  const { apple } = await ask.outside.walletsOf(ask.seller.id);
  if (!open.isGood || !apple || apple.lacks(ask.now)) throw noPass();
  return {
    bytes: await apple.passOf(await passOf(ask, open)),
    type: "application/vnd.apple.pkpass",
    headers: {
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="ticket-${open.order.order_number}.pkpass"`,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
  };
};

export const googlePass = async (ask: Ask, sent: Sent): Promise<Elsewhere> => {
  const open = await openTicket(ask, sent);
  const { google } = await ask.outside.walletsOf(ask.seller.id);
  if (!open.isGood || !google || google.lacks()) throw noPass();
  return { location: await google.linkOf(await passOf(ask, open), ask.now) };
};

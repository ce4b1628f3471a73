import type { WalletPrecheck } from "@foyer/contract/shop/wallet.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import type { BinaryReply, RedirectReply } from "../../http/mount.ts";
import { Refused } from "../../errors/refused.ts";
import type { WalletPass } from "../../providers/wallet/wallet.ts";
import { addPictures, buildPass } from "./buildPass.ts";
import { codeAndKind, type PassTicket } from "./readPassTicket.ts";
import { requireTicket } from "./requireTicket.ts";
import { savePass } from "./wallet.sql.ts";

type Sent = { readonly ticket_id: string; readonly token?: string | undefined };

/** The refusal for a ticket without a pass, as the visitor who opens its link sees it. */
const passNotFound = (isUsable: boolean): Refused =>
  new Refused({
    code: "not_found",
    context: "wallet",
    description: isUsable
      ? "This pass is not available at the moment. Your ticket is valid without it."
      : "This ticket is no longer valid, so it cannot be added to a wallet.",
  });

/** The wallet passes that a ticket has. Problems with the seller's keys are logged, and not shown to the visitor. */
export const checkPasses = async (ctx: RequestContext, sent: Sent): Promise<WalletPrecheck> => {
  const { isUsable } = await requireTicket(ctx, sent);
  const { apple, google } = await ctx.providers.findWallets(ctx.seller.id);
  const isReady = (wallet: string, lacks: { reason: string } | undefined): boolean => {
    if (lacks)
      ctx.log.warn({ event: "wallet_not_ready", wallet, reason: lacks.reason }, "wallet passes are unavailable");
    return lacks === undefined;
  };
  return {
    apple: { ok: isUsable && apple !== undefined && isReady("apple", apple.keysProblem(ctx.now)) },
    google: { ok: isUsable && google !== undefined && isReady("google", google.keysProblem()) },
  };
};

/** Records that the pass was issued, so that it can be updated with the ticket. */
const issuePass = async (
  ctx: RequestContext,
  wallet: "apple" | "google",
  passTicket: PassTicket,
): Promise<Omit<WalletPass, "pictures">> => {
  const { ticket } = passTicket;
  const id = await savePass(ctx, { wallet, ticket_id: ticket.id, scan_code: ticket.scan_code });
  if (id === undefined) throw passNotFound(false);
  return buildPass(ctx, { ...passTicket, id, ...codeAndKind(passTicket) });
};

/** A pass admits whoever shows it, so it is never cached. The file name contains digits only. */
export const createApplePass = async (ctx: RequestContext, sent: Sent): Promise<BinaryReply> => {
  const passTicket = await requireTicket(ctx, sent);
  const { apple } = await ctx.providers.findWallets(ctx.seller.id);
  if (!passTicket.isUsable || !apple || apple.keysProblem(ctx.now)) throw passNotFound(passTicket.isUsable);
  const pass = await issuePass(ctx, "apple", passTicket);
  return {
    bytes: await apple.createPass(await addPictures(ctx, pass)),
    type: "application/vnd.apple.pkpass",
    headers: {
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="ticket-${passTicket.order_number}.pkpass"`,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
  };
};

export const createGooglePass = async (ctx: RequestContext, sent: Sent): Promise<RedirectReply> => {
  const passTicket = await requireTicket(ctx, sent);
  const { google } = await ctx.providers.findWallets(ctx.seller.id);
  if (!passTicket.isUsable || !google || google.keysProblem()) throw passNotFound(passTicket.isUsable);
  return { location: await google.createSaveLink(await issuePass(ctx, "google", passTicket), ctx.now) };
};

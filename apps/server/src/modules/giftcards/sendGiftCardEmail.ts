import { toDecimal } from "@foyer/rules/values/money.ts";
import { newId } from "../../db/newId.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { queueEmail } from "../../providers/mail/queueEmail.ts";
import { giftCardEmail } from "./giftCardEmail.ts";
import { giftCardEmailFacts } from "./giftCards.sql.ts";

/** The kind of the e-mail with a gift card. */
export const giftCardKind = "gift_card";

/**
 * Sends the e-mail of a card with its number and balance, to its recipient or to another address. Returns the address;
 * undefined if none is known, or if staff chose to send nothing.
 */
export const sendGiftCardEmail = async (
  ctx: Pick<RequestContext, "db" | "seller" | "providers" | "emailOptions">,
  { account_id, to }: { readonly account_id: string; readonly to?: string | undefined },
): Promise<string | undefined> => {
  const { seller, providers } = ctx;
  const card = await giftCardEmailFacts(ctx, account_id);
  const to_address = to ?? card?.email ?? undefined;
  if (!card || to_address === undefined) return undefined;
  const { number, balance, currency, valid_to, name, from, message } = card;
  const email = giftCardEmail(seller, providers.origin, {
    number,
    amount: toDecimal(balance, currency),
    currency,
    to: name ?? "",
    from: from ?? "",
    message: message ?? "",
    valid_to,
  });
  await queueEmail(ctx, { kind: giftCardKind, ref_id: account_id, occasion: newId(), to_address, email });
  return ctx.emailOptions?.is_sent === false ? undefined : to_address;
};

/** The address of a card's e-mail; undefined if none is known. */
export const recipientAddress = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  account_id: string,
): Promise<string | undefined> => (await giftCardEmailFacts(ctx, account_id))?.email ?? undefined;

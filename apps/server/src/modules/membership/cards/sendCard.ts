import { newId } from "../../../db/newId.ts";
import type { RequestContext, SellerContext } from "../../../http/requestContext.ts";
import type { Providers } from "../../../providers/providers.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { requireNotJustSent } from "../../../providers/mail/requireNotJustSent.ts";
import { cardEmail } from "./cardEmail.ts";
import { addressOfCard, cardsById } from "./cards.sql.ts";

type CardContext = SellerContext &
  Pick<RequestContext, "emailOptions"> & { readonly providers: Pick<Providers, "origin"> };

/** Sends a card again at the wish of staff, at most once a minute to the same address. The caller has locked the card. */
export const sendCardAgain = async (ctx: CardContext, membership_id: string): Promise<string | undefined> => {
  const to_address = await addressOfCard(ctx.db, ctx.seller.id, membership_id);
  if (to_address === undefined) return undefined;
  await requireNotJustSent(ctx, { kind: "membership_card", ref_id: membership_id, to_address }, "membership");
  return sendCard(ctx, membership_id);
};

/**
 * Queues a card's e-mail again, to the person on it or, if they have no address, to the membership's holder. Undefined if
 * nobody has an address, the card was cancelled, or staff chose to send nothing.
 */
export const sendCard = async (ctx: CardContext, membership_id: string): Promise<string | undefined> => {
  const { db, seller, providers } = ctx;
  const [own] = await cardsById(db, seller.id, [membership_id]);
  const to_address = await addressOfCard(db, seller.id, membership_id);
  if (!own || to_address === undefined) return undefined;
  const { level_name, timezone } = own;
  // Does not mention a plastic card, which is on its way or was sent earlier.
  const content = { level_name, timezone, physical_card: false, renewed: false, own, others: [] };
  await queueEmail(ctx, {
    kind: "membership_card",
    ref_id: membership_id,
    occasion: newId(),
    to_address,
    email: cardEmail(seller, providers.origin, content),
  });
  return ctx.emailOptions?.is_sent === false ? undefined : to_address;
};

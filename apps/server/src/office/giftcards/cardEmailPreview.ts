import type { EmailPreview } from "@foyer/contract/office/orders/deskActions.ts";
import { rolledBack } from "../../db/rolledBack.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { giftCardKind } from "../../modules/giftcards/sendGiftCardEmail.ts";
import { previewEmailOfKind } from "../../providers/mail/previewEmail.ts";

/** The context of a change of a gift card, with what staff chose for its e-mail. */
export type CardContext = StaffContext & Pick<RequestContext, "emailOptions">;

/** The number in the e-mail, and what a preview shows instead of it: whoever reads a number can pay with it. */
type HiddenNumber = { readonly number: string; readonly shown: string };

/** The number of a card that only the change itself creates. */
export const newNumber = (number: string): HiddenNumber => ({ number, shown: "…" });

/** The number of an existing card, shown as everywhere in the back office. */
export const knownNumber = ({ number, normalized }: { readonly number: string; readonly normalized: string }) => ({
  number,
  shown: `····${normalized.slice(-4)}`,
});

/** The e-mail that `work` sends. It runs in a transaction that is rolled back. */
export const previewCardEmailOf = async (
  ctx: StaffContext,
  work: (tx: CardContext) => Promise<HiddenNumber>,
): Promise<{ readonly email: EmailPreview | null }> => {
  let hidden: HiddenNumber | undefined;
  const { email } = await previewEmailOfKind(
    giftCardKind,
    (emailOptions) =>
      rolledBack<CardContext>({ ...ctx, emailOptions }, async (tx) => {
        hidden = await work(tx);
      }),
    new Set([giftCardKind]),
  );
  if (!email || !hidden) return { email: null };
  return { email: { ...email, text: email.text.replaceAll(hidden.number, hidden.shown) } };
};

import type { BoughtGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { queueEmail } from "../../providers/mail/queueEmail.ts";
import { issueAccounts } from "../../providers/payments/giftcard/ledger.sql.ts";
import { giftCardEmail } from "./giftCardEmail.ts";
import { newGiftCardNumber } from "./newGiftCardNumber.ts";
import { giftCardsOfOrder } from "./giftCardsOfOrder.ts";
import { soldGiftCards, type SoldGiftCard } from "./giftCards.sql.ts";

/** The expiry of a card, or null at a seller whose cards never expire. */
const endOf = ({ configuration }: Pick<RequestContext["seller"], "configuration">, valid_to: string | null) =>
  configuration.gift_cards?.never_end === true ? null : valid_to;

type IssueContext = Pick<RequestContext, "db" | "seller" | "providers">;

/** The ledger of a seller's gift cards; by default the seller's slug. */
export const ledgerIdOf = ({ slug, configuration }: Pick<RequestContext["seller"], "slug" | "configuration">): string =>
  configuration.ledger_id ?? slug;

/**
 * Issues the gift cards of a new order with their face value, whatever was paid, and e-mails the recipients. Runs in the
 * transaction of the order, so that no card exists without its sale. Repeating it issues no second card.
 */
export const issueGiftCards = async (ctx: IssueContext, order_id: string): Promise<void> => {
  const { db, seller } = ctx;
  const sold = await soldGiftCards(ctx, order_id);
  await issueAccounts(
    db,
    seller.id,
    sold.map(({ id, face_value, valid_to }) => ({
      ledger_id: ledgerIdOf(seller),
      number: newGiftCardNumber(),
      currency: seller.default_currency_code,
      amount: face_value,
      source_ticket_id: id,
      valid_to: endOf(seller, valid_to),
    })),
  );
  const cards = await giftCardsOfOrder(ctx, order_id);
  for (const ticket of sold) {
    const card = cards.find(({ ticket_id }) => ticket_id === ticket.id);
    if (card) await queueGiftCardEmail(ctx, ticket, card);
  }
};

const queueGiftCardEmail = async (
  { db, seller, providers }: IssueContext,
  ticket: SoldGiftCard,
  card: BoughtGiftCard,
): Promise<void> => {
  if (!ticket.admit_email) return;
  const { message } = ticket.answers ?? {};
  const email = giftCardEmail(seller, providers.origin, {
    number: card.number,
    amount: toDecimal(ticket.face_value, seller.default_currency_code),
    currency: seller.default_currency_code,
    to: ticket.admit_name ?? "",
    from: [ticket.giver_first_name, ticket.giver_last_name].filter(Boolean).join(" "),
    message: typeof message === "string" ? message : "",
    valid_to: endOf(seller, ticket.valid_to),
  });
  await queueEmail({ db, seller }, { kind: "gift_card", ref_id: ticket.id, to_address: ticket.admit_email, email });
};

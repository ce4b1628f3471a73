import type { BoughtGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { Price, useText } from "../../../shared/seller/seller.tsx";
import css from "./BoughtGiftCards.module.css";
import { ordersStrings } from "../orders.strings.ts";

/** The gift cards of an order, with their numbers. */
export function BoughtGiftCards({
  cards,
  headingId,
}: {
  readonly cards: readonly BoughtGiftCard[];
  readonly headingId: string;
}) {
  const t = useText(ordersStrings);
  return (
    <section className={css.cards} aria-labelledby={headingId}>
      <h3 id={headingId}>{t("complete.gift_cards")}</h3>
      <ul role="list">
        {cards.map(({ ticket_id, number, amount, balance, state }) => (
          <li key={ticket_id} className={css.card} data-state={state}>
            <span className={css.number}>{number}</span>
            <Price amount={amount} />
            {state !== "active" ? (
              <span className={css.note}>{t(`complete.gift_card.${state}`)}</span>
            ) : (
              balance !== amount && (
                <span className={css.note}>
                  {t("complete.gift_card.balance")} <Price amount={balance} />
                </span>
              )
            )}
          </li>
        ))}
      </ul>
      <p className={css.note}>{t("complete.gift_cards.hint")}</p>
    </section>
  );
}

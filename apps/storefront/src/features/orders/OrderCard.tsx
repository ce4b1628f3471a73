import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { BoughtGiftCard } from "@foyer/contract/shop/giftcards.ts";
import type { OrderReply } from "@foyer/contract/shop/orders.ts";
import type { DoorTicket } from "@foyer/contract/shop/doorTicket.ts";
import type { TicketOrder } from "@foyer/contract/shop/ticketOrder.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Receipt, ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { Price, useMoney, useSeller, useText } from "../../shared/seller/seller.tsx";
import { cartStrings } from "../cart/cart.strings.ts";
import { CartLineItem } from "../cart/widget/CartLineItem.tsx";
import { useCartDate } from "../cart/widget/useCartDate.ts";
import { CopyOrderLink } from "./CopyOrderLink.tsx";
import { PhysicalCardNote } from "./PhysicalCardNote.tsx";
import { BoughtGiftCards } from "./BoughtGiftCards.tsx";
import css from "./OrderCard.module.css";
import { orderFileUrl, orderQrCodeUrl } from "./orders.queries.ts";
import { ordersStrings } from "./orders.strings.ts";
import { TicketCodes } from "./TicketCodes.tsx";

export type OrderCardProps = {
  readonly order: TicketOrder;
  readonly lines: readonly CartLine[];
  readonly sums: OrderReply["sums"][string];
  /** The name of the recipient of a gift membership. */
  readonly giftee: string | undefined;
  readonly files: OrderReply["files"][string] | undefined;
  readonly giftCards: readonly BoughtGiftCard[];
  readonly doorTickets: readonly DoorTicket[];
  readonly payingGiftCards: OrderReply["paying_gift_cards"][string];
  /** The page's address has the order's token already. */
  readonly hasToken: boolean;
};

/** An order with its QR code, items and downloads. */
export function OrderCard(props: OrderCardProps) {
  const { order, lines, sums, giftee, files, giftCards, doorTickets, payingGiftCards, hasToken } = props;
  const { slug } = useSeller();
  const money = useMoney();
  const t = useText(ordersStrings);
  const total = order.ticket_order_fees[0]?.total_after_fees_price;
  const cartText = useText(cartStrings);
  const heading = `order-${order.id}`;
  const hasOnlyCards = doorTickets.length > 0 && doorTickets.every(({ kind }) => kind === "card");
  const downloads = [
    ...(files?.tickets
      ? [{ file: "tickets.pdf", label: hasOnlyCards ? "complete.download_cards" : "complete.download" } as const]
      : []),
    ...(files?.calendar ? [{ file: "calendar.ics", label: "complete.calendar" } as const] : []),
  ];
  return (
    <section className={css.order} aria-labelledby={heading}>
      <div className={css.code}>
        <img
          src={orderQrCodeUrl(slug, order)}
          width={480}
          height={480}
          alt={t("complete.qr_alt", { order_number: order.order_number })}
          fetchPriority="high"
        />
      </div>
      <div className={css.details}>
        <h2 id={heading}>{t("complete.order_number", { order_number: order.order_number })}</h2>
        <ul role="list">
          {lines.map((line) => (
            <CartLineItem
              key={`${line.event_template_id} ${line.event_session_id ?? ""}`}
              line={line}
              giftee={giftee}
              extra={
                line.flag && (
                  <Tag tone={line.flag === "cancelled" ? "warning" : "neutral"}>{t(`complete.flag.${line.flag}`)}</Tag>
                )
              }
            />
          ))}
        </ul>
        {total !== undefined && (
          <Receipt>
            {sums.map(({ kind, name, amount }, index) => (
              <ReceiptLine
                // Sums of a kind are told apart only by their order.
                key={`${kind} ${index}`}
                kind={kind === "discount" ? "saving" : "line"}
                label={name ?? cartText(`cart.${kind}`)}
                amount={<Price amount={amount} />}
              />
            ))}
            <ReceiptLine kind="total" label={t("complete.total")} amount={<Price amount={total} />} />
            {payingGiftCards.map(({ number, amount, balance }) => (
              <ReceiptLine
                key={number}
                label={t("complete.gift_card_paid", { number })}
                note={t("complete.gift_card_left", { amount: money(balance) })}
                amount={<Price amount={amount} />}
              />
            ))}
          </Receipt>
        )}
        {lines.map(
          (line) =>
            line.membership && <PhysicalCardNote key={line.event_template_id} line={line} action={line.membership} />,
        )}
        {giftCards.length > 0 && <BoughtGiftCards cards={giftCards} headingId={`gift-cards-${order.id}`} />}
        <div className={css.keep}>
          <ul role="list" className={css.links}>
            {!hasToken && (
              <li>
                <CopyOrderLink order={order} />
              </li>
            )}
            {downloads.map(({ file, label }) => (
              <li key={file}>
                <a href={orderFileUrl(slug, order, file)} download {...buttonAttributes({ kind: "quiet" })}>
                  {t(label)}
                </a>
              </li>
            ))}
          </ul>
          {!hasToken && <p>{t("complete.copy_link.hint")}</p>}
        </div>
      </div>
      {doorTickets.length > 1 && <CodesOfOrder order_id={order.id} doorTickets={doorTickets} />}
    </section>
  );
}

/** The codes of the single tickets. An order of one ticket has its own code only. */
function CodesOfOrder(props: { readonly order_id: string; readonly doorTickets: readonly DoorTicket[] }) {
  const t = useText(ordersStrings);
  const dateOf = useCartDate();
  const heading = `codes-${props.order_id}`;
  return (
    <section className={css.codes} aria-labelledby={heading}>
      <div>
        <h3 id={heading}>{t("complete.codes")}</h3>
        {props.doorTickets.some(({ kind }) => kind === "ticket") && <p>{t("complete.codes.text")}</p>}
      </div>
      <TicketCodes tickets={props.doorTickets.map((ticket) => ({ ...ticket, when: dateOf(ticket) }))} />
    </section>
  );
}

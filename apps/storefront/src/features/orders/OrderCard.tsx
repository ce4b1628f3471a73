import { Link } from "wouter";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { BoughtGiftCard } from "@foyer/contract/shop/giftcards.ts";
import type { OrderReply } from "@foyer/contract/shop/orders.ts";
import type { TicketOrder } from "@foyer/contract/shop/ticketOrder.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Receipt, ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { paths } from "../../shared/url/paths.ts";
import { Price, useSeller, useText } from "../../shared/seller/seller.tsx";
import { cartStrings } from "../cart/cart.strings.ts";
import { CartLineItem } from "../cart/widget/CartLineItem.tsx";
import { TakenBack } from "./TakenBack.tsx";
import { PhysicalCardNote } from "./PhysicalCardNote.tsx";
import { BoughtGiftCards } from "./BoughtGiftCards.tsx";
import css from "./OrderCard.module.css";
import { orderFileUrl, orderQrCodeUrl } from "./orders.queries.ts";
import { ordersStrings } from "./orders.strings.ts";

export type OrderCardProps = {
  readonly order: TicketOrder;
  readonly lines: readonly CartLine[];
  readonly sums: OrderReply["sums"][string];
  /** The name of the recipient of a gift membership. */
  readonly giftee: string | undefined;
  readonly files: OrderReply["files"][string] | undefined;
  readonly giftCards: readonly BoughtGiftCard[];
  /** What the buyer's bank has taken back of its payment. */
  readonly takenBack: string | undefined;
  /** The page's address has the order's token already. */
  readonly hasToken: boolean;
};

/** An order with its QR code, items and downloads. */
export function OrderCard({ order, lines, sums, giftee, files, giftCards, takenBack, hasToken }: OrderCardProps) {
  const { slug } = useSeller();
  const t = useText(ordersStrings);
  const total = order.ticket_order_fees[0]?.total_after_fees_price;
  const cartText = useText(cartStrings);
  const heading = `order-${order.id}`;
  const downloads = [
    ...(files?.tickets ? [{ file: "tickets.pdf", label: "complete.download" } as const] : []),
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
        {takenBack !== undefined && <TakenBack amount={takenBack} />}
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
                <Link href={paths.complete([order.id], order.token)} {...buttonAttributes({ kind: "quiet" })}>
                  {t(files?.tickets === false ? "complete.view_order" : "complete.view_tickets")}
                </Link>
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
          {!hasToken && <p>{t("complete.view_tickets.hint")}</p>}
        </div>
      </div>
    </section>
  );
}

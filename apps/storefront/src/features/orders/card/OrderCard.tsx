import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { BoughtGiftCard } from "@foyer/contract/shop/giftcards.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import type { DoorTicket } from "@foyer/contract/shop/orders/doorTicket.ts";
import type { TicketOrder } from "@foyer/contract/shop/orders/ticketOrder.ts";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { changeOffer } from "../../../shared/seller/changeOffer.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { CartLineItem } from "../../cart/widget/CartLineItem.tsx";
import { useCartDate } from "../../cart/widget/useCartDate.ts";
import { OrderLinks } from "./OrderLinks.tsx";
import { OrderReceipt } from "./OrderReceipt.tsx";
import { PhysicalCardNote } from "./PhysicalCardNote.tsx";
import { BoughtGiftCards } from "./BoughtGiftCards.tsx";
import css from "./OrderCard.module.css";
import { orderQrCodeUrl } from "../orders.queries.ts";
import { ordersStrings } from "../orders.strings.ts";
import { openDoorTickets } from "./openDoorTickets.ts";
import { TicketCodes } from "./TicketCodes.tsx";

export type OrderCardProps = {
  readonly order: TicketOrder;
  readonly lines: readonly CartLine[];
  readonly sums: OrderReply["sums"][string];
  /** How the order's money adds up after changes; undefined without changes. */
  readonly settled?: NonNullable<OrderReply["settled"]>[string] | undefined;
  /** The taxes included in its price. */
  readonly taxes?: NonNullable<OrderReply["taxes"]>[string] | undefined;
  /** The name of the recipient of a gift membership. */
  readonly giftee: string | undefined;
  readonly files: OrderReply["files"][string] | undefined;
  readonly giftCards: readonly BoughtGiftCard[];
  readonly doorTickets: readonly DoorTicket[];
  readonly payingGiftCards: OrderReply["paying_gift_cards"][string];
  /** The page's URL already contains the order's token. */
  readonly hasToken: boolean;
};

/** An order with its QR code, items and downloads. */
export function OrderCard(props: OrderCardProps) {
  const { order, lines, sums, settled, taxes, giftee, files, giftCards, payingGiftCards, hasToken } = props;
  const seller = useSeller();
  const t = useText(ordersStrings);
  const heading = `order-${order.id}`;
  const doorTickets = openDoorTickets(lines, props.doorTickets);
  const { showsCode, isChangeable, hasPage } = standOf(lines, doorTickets);
  const isFree = Number(order.ticket_order_fees[0]?.total_after_fees_price) === 0;
  const offer = isChangeable ? changeOffer(seller, { isFree }) : undefined;
  return (
    <section className={css.order} aria-labelledby={heading}>
      {showsCode && (
        <div className={css.code}>
          <img
            src={orderQrCodeUrl(seller.slug, order)}
            width={480}
            height={480}
            alt={t("complete.qr_alt", { order_number: order.order_number })}
            fetchPriority="high"
          />
        </div>
      )}
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
        <OrderReceipt order={order} sums={sums} settled={settled} taxes={taxes} payingGiftCards={payingGiftCards} />
        {lines.map(
          (line) =>
            line.membership && <PhysicalCardNote key={line.event_template_id} line={line} action={line.membership} />,
        )}
        {giftCards.length > 0 && <BoughtGiftCards cards={giftCards} headingId={`gift-cards-${order.id}`} />}
        <OrderLinks
          order={order}
          files={files}
          doorTickets={doorTickets}
          manageLabel={offer ? manageLabels[offer] : hasPage ? "complete.view" : undefined}
          hasToken={hasToken}
        />
      </div>
      {doorTickets.length > 1 && <CodesOfOrder order_id={order.id} doorTickets={doorTickets} />}
    </section>
  );
}

const manageLabels = { cancel: "complete.change", change: "complete.change_only" } as const;

/** No ticket of an order is valid any more: all were given up, or cancelled by the venue. */
export const isCancelledOrder = (lines: readonly CartLine[]): boolean =>
  lines.every(({ flag }) => flag === "cancelled");

/** The current state of an order. If it has visits but its buyer has no ticket left for them, it has no code of its own. */
const standOf = (lines: readonly CartLine[], openTickets: readonly DoorTicket[]) => {
  const visits = lines.filter(({ event_session_id }) => event_session_id !== null);
  const isCancelled = isCancelledOrder(lines);
  // Past and used visits can only be viewed.
  const isChangeable =
    visits.some(({ flag }) => flag === undefined) ||
    openTickets.some(({ kind, is_used }) => kind === "ticket" && !is_used);
  return {
    showsCode: openTickets.length > 0 || !(isCancelled || visits.length > 0),
    isChangeable,
    hasPage: isChangeable || isCancelled || visits.length > 0,
  };
};

/** The codes of the individual tickets. An order of one ticket has only its own code. */
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

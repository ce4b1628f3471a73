import { useMemo } from "react";
import { Link } from "wouter";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { TicketOrder } from "@foyer/contract/shop/orders/ticketOrder.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { VenueDate } from "../../shared/format/VenueDate.tsx";
import { Price, useBoot, useSeller, useText } from "../../shared/seller/seller.tsx";
import { cartStrings } from "../cart/cart.strings.ts";
import { useLoginStrength } from "../login/session/loginStrength.ts";
import { BoughtGiftCards } from "../orders/card/BoughtGiftCards.tsx";
import { NextSteps } from "../orders/NextSteps.tsx";
import { OrderLinks } from "../orders/card/OrderLinks.tsx";
import { OrderReceipt } from "../orders/card/OrderReceipt.tsx";
import { TakenBack } from "../orders/TakenBack.tsx";
import { aftersaleStrings } from "./aftersale.strings.ts";
import { CancelSection } from "./cancel/CancelSection.tsx";
import { CancelledVisits } from "./cancel/CancelledVisits.tsx";
import { hasToChoose, orderVisits } from "./cancel/orderVisits.ts";
import { useCancellation } from "./cancel/useCancellation.ts";
import { ChangeMessage } from "./change/ChangeMessage.tsx";
import { OpenChange } from "./change/OpenChange.tsx";
import { useOpenChangeId } from "./change/useLeaveChange.ts";
import { InvoiceSection } from "./invoice/InvoiceSection.tsx";
import { LogoutNotice } from "./LogoutNotice.tsx";
import css from "./Manage.module.css";
import { managePaths } from "./managePaths.ts";
import { NamesSection } from "./names/NamesSection.tsx";
import type { OrderData } from "./OpenedOrder.tsx";
import { OrderCodes } from "./OrderCodes.tsx";
import { OrderHistory } from "./OrderHistory.tsx";
import { OrderLines } from "./OrderLines.tsx";
import { changeOfVisit, isKeptSoldOut, isMovable, type VisitChange } from "./reschedule/movableVisit.ts";
import { SendSection } from "./send/SendSection.tsx";

export type ManagedOrderProps = OrderData & {
  /** The page replaces one that had the focus, so its heading takes it. */
  readonly takesFocus: boolean;
  readonly onLogOut: () => void;
};

/** An order's contents, codes, possible changes, receipt and history. */
export function ManagedOrder({ access, reply, actions, takesFocus, onLogOut }: ManagedOrderProps) {
  const t = useText(aftersaleStrings);
  const { timezone } = useSeller();
  const strength = useLoginStrength();
  const [order] = reply.ticket_order._data;
  const openChangeId = useOpenChangeId(actions);
  const movable = useMovableLines({ access, reply, actions });
  const [only] = movable.length === 1 ? movable : [];
  const again = only ? managePaths.reschedule(access, only.event_session_id ?? "") : undefined;
  if (!order) return null;
  const { id } = order;
  // Members can only change their own orders; a visitor with the link does not learn whose order it is.
  const isOthers = strength !== "none" && order.identity_id === null;
  return (
    <Page>
      <div className={css.order}>
        <header className={css.head}>
          <h1 tabIndex={-1} ref={takesFocus ? focus : undefined}>
            {t("manage.title")}
          </h1>
          <p className={css.quiet}>
            <BoughtOn number={order.order_number} moment={order.purchased_on} timezone={timezone} />
          </p>
        </header>
        <ChangeMessage
          lines={reply.lines[id] ?? []}
          history={actions.history.length}
          again={isOthers ? undefined : again}
        />
        {openChangeId !== null && <OpenChange key={openChangeId} access={access} cart_id={openChangeId} />}
        <TakenBack amount={reply.taken_back[id]} />
        <div className={css.columns}>
          <div className={css.main}>
            {isOthers ? (
              <>
                <OrderLines reply={reply} order_id={id} />
                <OrderCodes reply={reply} actions={actions} order_id={id} />
                <LogoutNotice onLogOut={onLogOut} />
              </>
            ) : (
              <ChangeableOrder access={access} reply={reply} actions={actions} />
            )}
          </div>
          <OrderSide access={access} reply={reply} actions={actions} order={order} />
        </div>
      </div>
    </Page>
  );
}

/** The lines that the buyer can move now. */
const useMovableLines = ({ access, reply, actions }: OrderData): readonly CartLine[] => {
  const hasMoves = useBoot().flags.newer_manage === true;
  if (!hasMoves) return [];
  return (reply.lines[access.ticket_order_id] ?? []).filter((line) => isMovable(line, actions.ticket._data));
};

/** The order's contents with everything that its buyer can do with them. Visits that the venue has cancelled come first. */
function ChangeableOrder({ access, reply, actions }: OrderData) {
  const t = useText(aftersaleStrings);
  const id = access.ticket_order_id;
  const judged = actions.ticket._data;
  const visits = useMemo(() => orderVisits(reply, id, actions.ticket._data), [reply, id, actions]);
  const hasMoves = useBoot().flags.newer_manage === true;
  const movable = useMovableLines({ access, reply, actions });
  const returning = useCancellation(access, visits, actions.refund_to);
  const canMove = (line: CartLine): boolean => movable.includes(line);
  const moveTo = (line: CartLine): string => managePaths.reschedule(access, line.event_session_id ?? "");
  const isAllByVenue = visits.every(hasToChoose) && (visits.length > 0 || returning.step.kind === "done");
  return (
    <>
      <CancelledVisits
        visits={visits}
        actions={actions}
        cancellation={returning}
        moveOf={(line) => (canMove(line) ? moveTo(line) : undefined)}
      />
      <OrderLines
        reply={reply}
        order_id={id}
        actionOf={(line) => {
          const change = hasMoves && line.flag !== "cancelled" && changeOfVisit(line, judged);
          if (change) return <MoveLink line={line} change={change} href={moveTo(line)} />;
          return hasMoves && isKeptSoldOut(line, judged) && <p className={css.quiet}>{t("manage.sold_out")}</p>;
        }}
      />
      <OrderCodes reply={reply} actions={actions} order_id={id} />
      {!isAllByVenue && (
        <CancelSection access={access} visits={visits} actions={actions} canMove={movable.length > 0} />
      )}
      <NamesSection access={access} reply={reply} actions={actions} />
      <SendSection access={access} reply={reply} visits={visits} actions={actions} />
      <InvoiceSection access={access} />
    </>
  );
}

type MoveLinkProps = { readonly line: CartLine; readonly change: VisitChange; readonly href: string };

function MoveLink({ line, change, href }: MoveLinkProps) {
  const t = useText(aftersaleStrings);
  const key = change === "tickets" ? "manage.exchange" : "manage.move";
  return (
    <p className={css.move}>
      <Link href={href} aria-label={t(`${key}.named`, { name: line.name })} {...buttonAttributes({ size: "small" })}>
        {t(key)}
      </Link>
    </p>
  );
}

const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

type OrderSideProps = Pick<ManagedOrderProps, "access" | "reply" | "actions"> & { readonly order: TicketOrder };

/** The receipt with the order's files, its history, and the seller's message. */
function OrderSide({ access, reply, actions, order }: OrderSideProps) {
  const t = useText(aftersaleStrings);
  const { id } = order;
  const lines = reply.lines[id] ?? [];
  return (
    <div className={css.side}>
      <section className={css.part} aria-labelledby="order-receipt">
        <h2 id="order-receipt">{t("manage.receipt")}</h2>
        <OrderReceipt
          order={order}
          sums={reply.sums[id] ?? []}
          settled={reply.settled?.[id]}
          taxes={reply.taxes?.[id]}
          payingGiftCards={reply.paying_gift_cards[id] ?? []}
          beforeSums={<RemainingLines lines={lines} />}
        />
        <BoughtCards reply={reply} />
        <OrderLinks
          order={order}
          files={reply.files[id]}
          doorTickets={reply.door_ticket._data}
          hasToken={access.token !== undefined}
          isManaged
        />
      </section>
      <section className={css.part} aria-labelledby="order-history">
        <h2 id="order-history">{t("manage.history")}</h2>
        <OrderHistory history={actions.history} />
      </section>
      {lines.some(({ flag }) => flag === undefined) && <NextSteps />}
    </div>
  );
}

type BoughtOnProps = { readonly number: string; readonly moment: string; readonly timezone: string };

/** 'Order 100231, bought on Sat, Nov 21', with a machine-readable date. */
function BoughtOn({ number, moment, timezone }: BoughtOnProps) {
  const t = useText(aftersaleStrings);
  const [before = "", after = ""] = t("manage.bought", { order_number: number }).split("{date}");
  return (
    <>
      {before}
      <VenueDate moment={moment} timezone={timezone} />
      {after}
    </>
  );
}

function RemainingLines({ lines }: { readonly lines: readonly CartLine[] }) {
  const t = useText(cartStrings);
  return lines.flatMap((line) =>
    line.types.map(({ ticket_type_id, count, name, price }) => (
      <ReceiptLine
        key={`${line.event_session_id ?? line.event_template_id} ${ticket_type_id}`}
        label={t("cart.line_type", { count, name })}
        note={line.name}
        amount={<Price amount={price} />}
      />
    )),
  );
}

function BoughtCards({ reply }: { readonly reply: OrderReply }) {
  const cards = reply.gift_card._data;
  return cards.length === 0 ? null : <BoughtGiftCards cards={cards} headingId="order-gift-cards" />;
}

import { useQuery } from "@tanstack/react-query";
import { Fragment, useEffect, useState, type ReactNode } from "react";
import { useSearch } from "wouter";
import type { DoorTicket } from "@foyer/contract/shop/orders/doorTicket.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { completedOrderUrl } from "@foyer/rules/values/safeUrls.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { Refused } from "../../api/call.ts";
import { takeNewOrders } from "../../shared/storage/newOrders.ts";
import { savedStoreFor } from "../../shared/storage/saved.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { failureText } from "../../shared/errors/failureText.ts";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { useHydrated } from "../../shared/hydration/useHydrated.ts";
import { noSavedCart } from "../cart/cart.queries.ts";
import { lastConfirmationEmail } from "../checkout/confirmationEmail.ts";
import css from "./CompletePanel.module.css";
import { CompletedImage } from "./CompletedImage.tsx";
import { SuccessAnimation } from "./SuccessAnimation.tsx";
import { openDoorTickets } from "./card/openDoorTickets.ts";
import { OrderCard } from "./card/OrderCard.tsx";
import { orderStatus, type OrderStatus } from "./orderStatus.ts";
import { ordersQuery } from "./orders.queries.ts";
import { ordersStrings } from "./orders.strings.ts";
import { TakenBack } from "./TakenBack.tsx";
import { trackPurchases } from "./trackPurchases.ts";
import { NextSteps } from "./NextSteps.tsx";

/** The page after a purchase: the orders, their QR codes, and what to do next. */
export function CompletePanel({ notFound }: { readonly notFound: ReactNode }) {
  const search = new URLSearchParams(useSearch());
  const ids = search.get("orderIds") ?? "";
  const token = search.get("token") ?? undefined;
  const isHydrated = useHydrated();
  const { data, error, refetch } = useQuery({ ...ordersQuery(ids, token), enabled: isHydrated && ids !== "" });
  const t = useText(ordersStrings);
  const shared = useText(sharedStrings);

  if (isHydrated && ids === "") return notFound;
  if (error instanceof Refused && (error.status === 400 || error.status === 404)) return notFound;
  if (data)
    return data.ticket_order._data.length === 0 ? notFound : <Completed reply={data} hasToken={token !== undefined} />;
  if (error)
    return (
      <Page>
        <div className={css.message}>
          <ErrorLine>{failureText(shared, t("complete.failed"))}</ErrorLine>
          <Button kind="primary" onClick={() => void refetch()}>
            {t("complete.again")}
          </Button>
        </div>
      </Page>
    );
  return (
    <Page>
      <div className={css.message}>
        <VisuallyHidden>{t("complete.loading")}</VisuallyHidden>
        <Skeleton shape="title" />
        <Skeleton count={3} />
      </div>
    </Page>
  );
}

function Completed({ reply, hasToken }: { readonly reply: OrderReply; readonly hasToken: boolean }) {
  const { slug, web, name } = useSeller();
  const t = useText(ordersStrings);
  const orders = reply.ticket_order._data;
  const [now] = useState(() => Temporal.Now.instant());
  const status = orderStatus(reply, now);
  const title = t(titles[status]);
  // Only the browser knows what has become of the orders.
  useEffect(() => {
    document.title = `${title} – ${name}`;
  }, [title, name]);
  // Forgets the cart that became the order.
  useEffect(() => {
    const saved = savedStoreFor(slug);
    if (orders.some(({ cart_id }) => cart_id === saved.get().cart_id)) saved.change(noSavedCart);
  }, [orders, slug]);

  const externalUrl =
    web.external_completed_order_url === undefined
      ? undefined
      : completedOrderUrl(web.external_completed_order_url, {
          orderIds: orders.map(({ id }) => id),
          cartId: orders[0]?.cart_id ?? "",
        });
  useEffect(() => {
    void trackPurchases(slug, reply).then(() => {
      // Only after the purchase: the links of e-mails and of the account open the tickets here.
      const isNew = takeNewOrders(
        slug,
        reply.ticket_order._data.map(({ id }) => id),
      );
      if (isNew && externalUrl !== undefined) window.location.replace(externalUrl);
    });
  }, [slug, reply, externalUrl]);

  return (
    <>
      {status === "complete" && <CompletedImage />}
      <Page>
        <div className={css.complete}>
          <header className={css.head}>
            <div className={css.done}>
              <h1>{title}</h1>
              {status === "complete" && <SuccessAnimation />}
            </div>
            {status === "cancelled" && <p className={css.thanks}>{t("complete.cancelled")}</p>}
            {status === "past" && <p className={css.thanks}>{t("complete.past")}</p>}
            {(status === "complete" || status === "earlier") && <Thanks reply={reply} />}
          </header>
          <div className={css.orders}>
            {orders.map((order) => (
              <Fragment key={order.id}>
                <TakenBack amount={reply.taken_back[order.id]} />
                <OrderCard
                  order={order}
                  lines={reply.lines[order.id] ?? []}
                  sums={reply.sums[order.id] ?? []}
                  settled={reply.settled?.[order.id]}
                  taxes={reply.taxes?.[order.id]}
                  giftee={reply.giftees[order.id]}
                  files={reply.files[order.id]}
                  giftCards={reply.gift_card._data.filter(({ ticket_order_id }) => ticket_order_id === order.id)}
                  doorTickets={doorTicketsOf(reply, order.id)}
                  payingGiftCards={reply.paying_gift_cards[order.id] ?? []}
                  hasToken={hasToken}
                />
              </Fragment>
            ))}
          </div>
          {(status === "complete" || status === "earlier") && <NextSteps />}
        </div>
      </Page>
    </>
  );
}

const doorTicketsOf = ({ door_ticket }: OrderReply, order_id: string): DoorTicket[] =>
  door_ticket._data.filter(({ ticket_order_id }) => ticket_order_id === order_id);

const titles = {
  complete: "complete.title",
  earlier: "complete.earlier_title",
  past: "complete.past_title",
  cancelled: "complete.cancelled_title",
  unpaid: "complete.unpaid_title",
} as const satisfies Record<OrderStatus, string>;

/** What to do with the orders, and the address to which they were sent. */
function Thanks({ reply }: { readonly reply: OrderReply }) {
  const t = useText(ordersStrings);
  const [email] = useState(lastConfirmationEmail);
  const orders = reply.ticket_order._data;
  // Donations and gift cards have no tickets to show at the entrance, and neither do past visits.
  const hasAdmission = orders.some(
    ({ id }) => reply.files[id]?.tickets && openDoorTickets(reply.lines[id] ?? [], doorTicketsOf(reply, id)).length > 0,
  );
  const hasTickets = reply.door_ticket._data.some(({ kind }) => kind === "ticket");
  const isHeld = orders.some(({ confirmation_held }) => confirmation_held);
  const giftees = orders.flatMap(({ id }) => reply.giftees[id] ?? []);
  const show = orders.length > 1 ? "complete.thanks_many" : "complete.thanks";
  return (
    <>
      <p className={css.thanks}>{t(hasAdmission ? show : "complete.thanks_no_tickets")}</p>
      <p className={css.quiet}>
        {isHeld
          ? t("complete.not_mailed")
          : email === undefined
            ? t(hasTickets ? "complete.mailed" : "complete.mailed_no_tickets")
            : t(hasTickets ? "complete.mailed_to" : "complete.mailed_to_no_tickets", { email })}
      </p>
      {giftees.map((giftee) => (
        <p key={giftee} className={css.quiet}>
          {t("complete.gift_mailed", { name: giftee })}
        </p>
      ))}
    </>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import {
  hasValidCodes,
  orderSummaries,
  sessionsOfOrder,
  type AccountHistory,
  type SessionSummary,
} from "@foyer/rules/account/orderHistory.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { changeOffer } from "../../../shared/seller/changeOffer.ts";
import { Price, useSeller, useText } from "../../../shared/seller/seller.tsx";
import css from "../Account.module.css";
import { accountStrings } from "../account.strings.ts";
import { orderTitle, useLoadedTitle } from "../accountTitle.ts";
import { useAccountDates } from "../accountDates.ts";
import { emailOrders } from "../account.queries.ts";
import { DescriptionList } from "../DescriptionList.tsx";
import { TakenBack } from "../../orders/TakenBack.tsx";
import { AccountNotFound } from "./AccountNotFound.tsx";
import { useOrderContents } from "./OrdersPage.tsx";
import { ResendButton } from "../resend/ResendButton.tsx";
import { AccountRowsLoader } from "./AccountRowsLoader.tsx";
import { SessionLine } from "./SessionLine.tsx";

/** One order with its date, contents, total and events. */
export function OrderPage({ id }: { readonly id: string }) {
  return <AccountRowsLoader>{(rows) => <OrderDetails id={id} rows={rows} />}</AccountRowsLoader>;
}

function OrderDetails({ id, rows }: { readonly id: string; readonly rows: AccountHistory }) {
  const t = useText(accountStrings);
  const dates = useAccountDates();
  const contents = useOrderContents();
  const seller = useSeller();
  const { configuration, timezone } = seller;
  const order = orderSummaries(rows).find(({ ticketOrderId }) => ticketOrderId === id);
  useLoadedTitle(orderTitle(useQueryClient(), { seller, id }));
  if (!order) return <AccountNotFound text={t("order.not_found")} to={paths.myOrders()} label={t("order.back")} />;

  const sessions = sessionsOfOrder(rows, id);
  const offer = changeOffer(seller, { isFree: Number(order.totalPrice) === 0 });
  const manageLabel = manageLabelFor(sessions, offer);
  return (
    <>
      <div className={css.head}>
        <p>
          <Link href={paths.myOrders()} className={css.back}>
            {t("order.back")}
          </Link>
        </p>
        <h1>{t("order.title", { order_number: order.orderNumber })}</h1>
      </div>
      <TakenBack amount={order.takenBack} />
      <DescriptionList
        entries={[
          { label: t("orders.date"), value: dates.dayOfMoment(order.purchaseDate, timezone) },
          { label: t("orders.contents"), value: contents(order) },
          { label: t("order.total"), value: <Price amount={order.totalPrice} /> },
        ]}
      />
      <section className={css.part} aria-labelledby="order-events">
        <h2 id="order-events">{t("order.events")}</h2>
        <ul role="list" className={css.lines}>
          {sessions.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              to={
                configuration.my_account_pages?.upcoming_events && session.hasDate
                  ? paths.mySession(session.id)
                  : undefined
              }
            />
          ))}
        </ul>
      </section>
      <div className={css.actions}>
        {sessions.some(({ isUpcoming }) => isUpcoming) && (
          <ResendButton label={t("order.resend")} sentMessage={t("order.resent")} send={() => emailOrders([id])} />
        )}
        <p>
          <Link href={paths.complete([id])} {...buttonAttributes({ kind: "text" })}>
            {t(hasValidCodes(sessions) ? "order.codes" : "order.receipt")}
          </Link>
        </p>
        {manageLabel && (
          <p>
            <Link href={paths.manage(id)} {...buttonAttributes({ kind: "text" })}>
              {t(manageLabel)}
            </Link>
          </p>
        )}
      </div>
    </>
  );
}

/**
 * The label of the link to the order's own page: a visit that the venue has cancelled takes precedence. Undefined if all
 * visits are used or past, because those can only be viewed.
 */
const manageLabelFor = (sessions: readonly SessionSummary[], offer: ReturnType<typeof changeOffer>) => {
  if (sessions.some(({ flag }) => flag === "cancelled")) return "order.options";
  if (!sessions.some(({ isUpcoming, flag }) => isUpcoming && flag === null)) return undefined;
  return offer ? manageLabels[offer] : "order.more";
};
const manageLabels = { cancel: "order.change", change: "order.change_only" } as const;

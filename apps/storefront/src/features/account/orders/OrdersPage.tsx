import { Link } from "wouter";
import { orderSummaries, type OrderSummary } from "@foyer/rules/account/orderHistory.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import css from "../Account.module.css";
import { accountStrings } from "../account.strings.ts";
import { useAccountDates } from "../accountDates.ts";
import { AccountRowsLoader } from "./AccountRowsLoader.tsx";
import table from "./Table.module.css";

/** The orders of the account, newest first. */
export function OrdersPage() {
  const t = useText(accountStrings);
  return (
    <>
      <h1>{t("account.my_orders")}</h1>
      <AccountRowsLoader>
        {(rows) => {
          const orders = orderSummaries(rows);
          return orders.length === 0 ? <NoOrders /> : <OrdersTable orders={orders} />;
        }}
      </AccountRowsLoader>
    </>
  );
}

function NoOrders() {
  const t = useText(accountStrings);
  return (
    <div className={css.empty}>
      <p>{t("orders.none")}</p>
      <Link href={paths.events()} {...buttonAttributes({ kind: "primary" })}>
        {t("orders.find")}
      </Link>
    </div>
  );
}

/** 'N events – M tickets' */
export const useOrderContents = () => {
  const t = useText(accountStrings);
  return ({ numSessions, numTickets }: Pick<OrderSummary, "numSessions" | "numTickets">): string =>
    t("orders.contents_text", {
      events: t("orders.events_count", { count: numSessions }),
      tickets: t("account.tickets_count", { count: numTickets }),
    });
};

function OrdersTable({ orders }: { readonly orders: readonly OrderSummary[] }) {
  const t = useText(accountStrings);
  const dates = useAccountDates();
  const { timezone } = useSeller();
  const contents = useOrderContents();
  return (
    // On a phone the rows look like cards, but stay a table for screen readers.
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t("orders.number")}</th>
          <th scope="col">{t("orders.date")}</th>
          <th scope="col">{t("orders.contents")}</th>
          <th scope="col">
            <VisuallyHidden>{t("orders.view")}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.ticketOrderId}>
            <th scope="row" data-label={t("orders.number")}>
              {order.orderNumber}
            </th>
            <td data-label={t("orders.date")}>{dates.dayOfMoment(order.purchaseDate, timezone)}</td>
            <td data-label={t("orders.contents")}>
              {contents(order)} {order.takenBack !== null && <Tag tone="warning">{t("orders.not_paid")}</Tag>}
            </td>
            <td className={table.viewCell}>
              <Link
                href={paths.myOrder(order.ticketOrderId)}
                aria-label={t("orders.view.named", { order_number: order.orderNumber })}
                className={table.link}
              >
                {t("orders.view")}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { Link } from "wouter";
import {
  contentKinds,
  orderSummaries,
  type ContentKind,
  type OrderSummary,
} from "@foyer/rules/account/orderHistory.ts";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { ordersStrings } from "../../orders/orders.strings.ts";
import { accountStrings } from "../account.strings.ts";
import { useAccountDates } from "../accountDates.ts";
import { NothingYet } from "../NothingYet.tsx";
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
  return <NothingYet action={{ href: paths.events(), label: t("orders.find") }}>{t("orders.none")}</NothingYet>;
}

const countTexts = {
  ticket: "account.tickets_count",
  membership: "account.memberships_count",
  gift_card: "account.gift_cards_count",
  donation: "account.donations_count",
} as const satisfies Record<ContentKind, keyof typeof accountStrings>;

/** '2 tickets' or '1 membership' */
export const useCountText = () => {
  const t = useText(accountStrings);
  return (kind: ContentKind, count: number): string => t(countTexts[kind], { count });
};

/** 'N events – M tickets', then memberships, gift cards and donations. */
export const useOrderContents = () => {
  const t = useText(accountStrings);
  const countText = useCountText();
  return ({ numSessions, counts }: Pick<OrderSummary, "numSessions" | "counts">): string =>
    contentKinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) =>
        kind === "ticket"
          ? t("orders.contents_text", {
              events: t("orders.events_count", { count: numSessions }),
              tickets: countText(kind, counts[kind]),
            })
          : countText(kind, counts[kind]),
      )
      .reduce((contents, more) => (contents === "" ? more : t("orders.contents_more", { contents, more })), "");
};

function OrdersTable({ orders }: { readonly orders: readonly OrderSummary[] }) {
  const t = useText(accountStrings);
  const dates = useAccountDates();
  const { timezone } = useSeller();
  const contents = useOrderContents();
  const flags = useText(ordersStrings);
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
              <span>
                {contents(order)} {order.takenBack !== null && <Tag tone="warning">{t("orders.not_paid")}</Tag>}
                {order.flag && (
                  <Tag tone={order.flag === "cancelled" ? "warning" : "neutral"}>
                    {flags(`complete.flag.${order.flag}`)}
                  </Tag>
                )}
              </span>
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

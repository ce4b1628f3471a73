import { useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import type { AccountTicket } from "@foyer/contract/shop/account.ts";
import {
  orderSummaries,
  sessionSummaries,
  ticketsForSession,
  type AccountHistory,
} from "@foyer/rules/account/orderHistory.ts";
import { shortTicketNumber } from "@foyer/rules/values/text/shortTicketNumber.ts";
import { DrawnCover } from "@foyer/ui/content/DrawnCover.tsx";
import { Picture } from "@foyer/ui/content/Picture.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { fixedSizeImage, posterSize } from "../../../shared/format/imageUrl.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import type { ShownTicket } from "../../orders/card/shownTicket.ts";
import { TicketCodes } from "../../orders/card/TicketCodes.tsx";
import { emailOrders } from "../account.queries.ts";
import accountCss from "../Account.module.css";
import css from "./SessionPage.module.css";
import { accountStrings } from "../account.strings.ts";
import { sessionTitle, useLoadedTitle } from "../accountTitle.ts";
import { AccountNotFound } from "./AccountNotFound.tsx";
import { ResendButton } from "../resend/ResendButton.tsx";
import { AccountRowsLoader } from "./AccountRowsLoader.tsx";
import { useCountText } from "./OrdersPage.tsx";
import { SessionTag, useSessionDate } from "./SessionLine.tsx";
import table from "./Table.module.css";
import { WalletPasses } from "./WalletPasses.tsx";

/** One session, with the account's tickets for it. */
export function SessionPage({ id }: { readonly id: string }) {
  return <AccountRowsLoader>{(rows) => <SessionDetails id={id} rows={rows} />}</AccountRowsLoader>;
}

function SessionDetails({ id, rows }: { readonly id: string; readonly rows: AccountHistory }) {
  const seller = useSeller();
  const { slug, configuration } = seller;
  const t = useText(accountStrings);
  const dateOf = useSessionDate();
  const countText = useCountText();
  const session = sessionSummaries(rows).find((one) => one.id === id);
  useLoadedTitle(sessionTitle(useQueryClient(), { seller, id }));
  if (!session)
    return <AccountNotFound text={t("session.not_found")} to={paths.myUpcoming()} label={t("session.back")} />;

  const { orderIds } = session;
  const numbers = new Map(orderSummaries(rows).map((order) => [order.ticketOrderId, order.orderNumber]));
  const date = dateOf(session);
  const tickets = ticketsForSession(rows, id);
  // A session that is over or cancelled admits nobody any more.
  const isOpen = session.flag === null || session.flag === "redeemed";
  const codes = isOpen ? tickets.flatMap((ticket) => shownTicket(ticket, session.name, date)) : [];
  return (
    <>
      <div className={accountCss.head}>
        <p>
          <Link href={paths.myUpcoming()} className={accountCss.back}>
            {t("session.back")}
          </Link>
        </p>
        <div className={css.session}>
          <div className={css.picture}>
            {session.image ? (
              <Picture
                {...fixedSizeImage(slug, session.image, posterSize)}
                {...posterSize}
                alt={session.imageAlt}
                focus={session.imageFocus}
                rounded
              />
            ) : (
              <DrawnCover name={session.name} />
            )}
          </div>
          <div className={css.details}>
            <h1>
              {session.name}
              <SessionTag flag={session.flag} />
            </h1>
            {date && <p className={css.when}>{date}</p>}
            <p className={accountCss.quiet}>{countText(session.kind, session.ticketQuantity)}</p>
          </div>
        </div>
      </div>
      {codes.length > 0 && (
        <section aria-label={t("session.codes")}>
          <TicketCodes
            tickets={codes}
            isOneVisit
            extra={({ id: ticket_id }) => <WalletPasses ticket_id={ticket_id} />}
          />
        </section>
      )}
      <section className={accountCss.part} aria-labelledby="session-tickets">
        <h2 id="session-tickets">{t("session.tickets")}</h2>
        <TicketsTable tickets={tickets} />
      </section>
      <div className={accountCss.actions}>
        {session.isUpcoming && (
          <ResendButton
            label={t("session.resend")}
            sentMessage={t("session.resent")}
            send={() => emailOrders(orderIds)}
          />
        )}
        {configuration.my_account_pages?.recent_orders &&
          orderIds.map((order_id) => (
            <p key={order_id}>
              <Link href={paths.myOrder(order_id)} {...buttonAttributes({ kind: "text" })}>
                {orderIds.length === 1
                  ? t("session.view_order")
                  : t("session.view_order.named", { order_number: numbers.get(order_id) ?? "" })}
              </Link>
            </p>
          ))}
      </div>
    </>
  );
}

const shownTicket = (ticket: AccountTicket, event_name: string, when: string | undefined): ShownTicket[] => {
  const { token, scan_code } = ticket;
  if (token === null || scan_code === null) return [];
  return [
    {
      id: ticket.id,
      token,
      scan_code,
      kind: "ticket",
      event_name,
      when,
      type_name: ticket.ticket_type_name,
      admit_name: ticket.admit_name,
      seat_name: ticket.seat_name,
      is_used: ticket.state === "redeemed",
    },
  ];
};

function TicketsTable({ tickets }: { readonly tickets: readonly AccountTicket[] }) {
  const t = useText(accountStrings);
  return (
    <table className={table.table}>
      <thead>
        <tr>
          {(["session.type", "session.group", "session.ticket"] as const).map((column) => (
            <th key={column} scope="col">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tickets.map((ticket) => (
          <tr key={ticket.id}>
            <th scope="row" data-label={t("session.type")}>
              <span>
                {ticket.ticket_type_name}{" "}
                {ticket.state === "redeemed" && <Tag tone="neutral">{t("session.redeemed")}</Tag>}
                {ticket.seat_name && (
                  <span className={table.detail}>{t("session.seat", { seat: ticket.seat_name })}</span>
                )}
                {ticket.admit_name && (
                  <span className={table.detail}>{t("session.guest", { name: ticket.admit_name })}</span>
                )}
              </span>
            </th>
            <td data-label={t("session.group")}>{ticket.ticket_group_name}</td>
            <td data-label={t("session.ticket")}>
              <code className={table.code}>{ticket.scan_code === null ? "" : shortTicketNumber(ticket.scan_code)}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

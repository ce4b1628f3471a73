import { useEffect } from "react";
import type { QueryClient } from "@tanstack/react-query";
import { orderSummaries, sessionSummaries, type AccountHistory } from "@foyer/rules/account/orderHistory.ts";
import { createTranslator, useSeller } from "../../shared/seller/seller.tsx";
import { accountRowsQuery } from "./account.queries.ts";
import { accountStrings } from "./account.strings.ts";

type Page = { readonly seller: Pick<ReturnType<typeof useSeller>, "strings" | "locale">; readonly id: string };

/** The rows of the account; empty on the server, and in the browser until they are loaded. */
const loadedRows = (client: QueryClient): AccountHistory =>
  client.getQueryData(accountRowsQuery.queryKey) ?? { sessions: [], tickets: [] };
const translator = ({ strings, locale }: Page["seller"]) => createTranslator(strings, locale, accountStrings);

/** The title of an order's page. It has no number until the order is loaded. */
export const orderTitle = (client: QueryClient, { seller, id }: Page): string => {
  const t = translator(seller);
  const order = orderSummaries(loadedRows(client)).find(({ ticketOrderId }) => ticketOrderId === id);
  return order ? t("order.title", { order_number: order.orderNumber }) : t("order.page");
};

/** The title of a session's page. It is the event's name once the session is loaded. */
export const sessionTitle = (client: QueryClient, { seller, id }: Page): string =>
  sessionSummaries(loadedRows(client)).find((one) => one.id === id)?.name ?? translator(seller)("session.page");

/** Sets the document's title from data that only the browser has. */
export const useLoadedTitle = (title: string): void => {
  const { name } = useSeller();
  useEffect(() => {
    document.title = `${title} – ${name}`;
  }, [title, name]);
};

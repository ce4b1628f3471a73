import { useEffect } from "react";
import type { QueryClient } from "@tanstack/react-query";
import { orderSummaries, sessionSummaries, type AccountHistory } from "@foyer/rules/account/orderHistory.ts";
import { createTranslator, useSeller } from "../../shared/seller/seller.tsx";
import { accountRowsQuery } from "./account.queries.ts";
import { accountStrings } from "./account.strings.ts";

type Page = { readonly seller: Pick<ReturnType<typeof useSeller>, "strings" | "locale">; readonly id: string };

/** Only the browser has the rows, and those only once they are loaded. */
const loadedRows = (client: QueryClient): AccountHistory =>
  client.getQueryData(accountRowsQuery.queryKey) ?? { sessions: [], tickets: [] };
const translator = ({ strings, locale }: Page["seller"]) => createTranslator(strings, locale, accountStrings);

/** The title of an order's page: without the number while that is unknown. */
export const orderTitle = (client: QueryClient, { seller, id }: Page): string => {
  const t = translator(seller);
  const order = orderSummaries(loadedRows(client)).find(({ ticketOrderId }) => ticketOrderId === id);
  return order ? t("order.title", { order_number: order.orderNumber }) : t("order.page");
};

/** The title of a session's page: the event's name once that is known. */
export const sessionTitle = (client: QueryClient, { seller, id }: Page): string =>
  sessionSummaries(loadedRows(client)).find((one) => one.id === id)?.name ?? translator(seller)("session.page");

/** Names the page after what the browser alone has found. */
export const useLoadedTitle = (title: string): void => {
  const { name } = useSeller();
  useEffect(() => {
    document.title = `${title} – ${name}`;
  }, [title, name]);
};

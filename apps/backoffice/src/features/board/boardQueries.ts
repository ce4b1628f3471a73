import { listPinnedReports } from "@foyer/contract/office/money/keptReports.ts";
import { queryOptions } from "@tanstack/react-query";
import { readBoard, type BoardException, type BoardSession } from "@foyer/contract/office/board.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { count, plural } from "../../shared/format/format.ts";
import { callOffice } from "../../shared/call.ts";
import { acceptedOf } from "../../shared/list/listSearch.ts";

export type Board = StaffReply<typeof readBoard>;

/** The refresh interval, which together with the response time keeps figures well below 15 seconds old. */
const refreshMs = 10_000;

export type BoardSearch = { readonly day?: string | undefined; readonly venue_id?: string | undefined };

export const boardQuery = (slug: string, search: BoardSearch) =>
  queryOptions({
    queryKey: ["board", slug, search],
    queryFn: () => callOffice(readBoard, acceptedOf(readBoard, search), slug),
    refetchInterval: refreshMs,
    staleTime: 0,
    retry: false,
    // Without a network, the query fails at once, so that the figures are marked as outdated.
    networkMode: "always",
  });

export const markNames: Readonly<Record<NonNullable<BoardSession["mark"]>, string>> = {
  cancelled: "Cancelled",
  closed: "Sales closed",
  full: "Sold out",
  nearly_full: "Over 90 %",
};

/** The text of an exception, with its number. */
export const exceptionText = ({ kind, count: number }: Pick<BoardException, "kind" | "count">): string => {
  switch (kind) {
    case "money":
      return `${count(number, "payment needs", "payments need")} attention`;
    case "emails":
      return `${count(number, "email")} could not be sent`;
    case "webhooks":
      return `${count(number, "message")} of the payment provider ${plural(number, "was", "were")} not processed`;
    case "devices":
      return `${count(number, "device has", "devices have")} scans that were not sent for ten minutes`;
    case "gate":
      return `${count(number, "scan")} at the gate ${plural(number, "does", "do")} not match the orders`;
    case "test_keys":
      return "Payments are in test mode: no money moves";
    case "keys_ending":
      return `${count(number, "service has", "services have")} a certificate that expires within 30 days or has expired`;
    case "keys_failing":
      return `The keys of ${count(number, "service")} do not work`;
    case "catalogue":
      return "The catalogue can no longer be applied, so new days are not on sale";
  }
};

/** How full a session is, from 0 to 1; undefined without a limit. */
export const fillOf = ({ places, sold }: Pick<BoardSession, "places" | "sold">): number | undefined =>
  places === null ? undefined : places === 0 ? 1 : Math.min(1, sold / places);

/** 'Tuesday, 24 November'. */
export const dayName = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(
    new Date(`${day}T12:00:00Z`),
  );

/** The reports' figures are read one by one, as on the screens of the reports. */
export const pinnedReportsQuery = (slug: string) =>
  queryOptions({ queryKey: ["pinned-reports", slug], queryFn: () => callOffice(listPinnedReports, {}, slug) });

import { allDayEvent } from "@foyer/rules/catalog/allDay.ts";
import type { EventReply, EventTemplate, TicketType } from "@foyer/contract/shop/catalog.ts";
import { isAllDayVisit } from "@foyer/rules/reserve/sessionPicker.ts";
import { hasOutsideFees } from "@foyer/rules/pricing/hasOutsideFees.ts";
import { fromPrice } from "@foyer/rules/reserve/prices/fromPrice.ts";
import { pricedChoice } from "@foyer/rules/reserve/prices/pricedChoice.ts";
import type { MissingStep } from "@foyer/rules/reserve/reserveState.ts";
import { nothingSelected, selectionLines } from "@foyer/rules/reserve/ticketChoices.ts";
import type { AssignedSeats } from "@foyer/rules/seating/assignSeats.ts";
import { compareSeatNames } from "@foyer/rules/seating/compareSeatNames.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { FormAction } from "../../../shared/form/formAction.ts";
import { usePublishSelection, type ChosenLine, type FormSelection } from "../../../shared/form/formSelection.ts";
import type { FormFooterProps } from "../../../shared/form/FormFooter.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { useTilePrice } from "../../../shared/format/useTilePrice.ts";
import { useMoney, useSeller } from "../../../shared/seller/seller.tsx";
import { useFeeLines } from "../panel/useFeeLines.ts";
import { useReserveText } from "../text/useReserveText.ts";
import type { ReserveFormState } from "./reserveFormState.ts";
import { reserveFormId } from "./useReserveSubmission.ts";

export type ReserveSummaryOptions = {
  readonly event: EventReply;
  readonly template: EventTemplate;
  readonly reserve: Omit<ReserveFormState, "act">;
  readonly missing: MissingStep | { readonly step: "seats" } | undefined;
  readonly isBusy: boolean;
  /** The price depends on a time that is not chosen yet. */
  readonly isPricePending: boolean;
  /** The chosen seats by ticket type. */
  readonly seatsByType: AssignedSeats;
};

/** The selection and the next action: published to the panel on desktops, and returned for the bottom bar on phones. */
export const useReserveSummary = (
  options: ReserveSummaryOptions,
): Pick<FormFooterProps, "action" | "price" | "notes"> => {
  const t = useReserveText();
  const types = options.event.ticket_type?._data ?? [];
  const from = useFromPrice(types, options.reserve);
  const selection = useReserveSelection(options);
  usePublishSelection(selection);
  const { count, fees } = options.reserve.basket ?? nothingSelected;
  const { note } = useFeeLines(fees);
  const { action, total } = selection;
  return {
    action,
    price: total ?? (count === 0 ? from : undefined),
    notes: [
      ...(count > 0 ? [t("reserve.tickets.count", { count })] : []),
      ...(total === undefined ? [] : note),
      ...(count === 0 && from !== undefined && types.some(hasOutsideFees) ? [t("reserve.plus_fees")] : []),
    ],
  };
};

/** The selection, for the panel on desktops. */
export const useReserveSelection = ({
  template,
  reserve,
  missing,
  isBusy,
  isPricePending,
  seatsByType,
}: Omit<ReserveSummaryOptions, "event">): FormSelection => {
  const t = useReserveText();
  const money = useMoney();
  const { default_currency_code: currency } = useSeller();
  const { count, total, fees } = reserve.basket ?? nothingSelected;
  const feeLines = useFeeLines(fees).lines;
  const action = useNextAction(missing);
  const amountOf = (minor: number): string => money(toDecimal(minor, currency));
  const isPriced = count > 0 && !isPricePending;
  return {
    form: reserveFormId,
    heading: t(reserve.isVisit ? "reserve.panel.visit" : "reserve.panel.order"),
    when: useWhen(template, reserve),
    lines: [
      ...selectionLines(reserve.choices ?? [], reserve.prices, currency).map((line) => ({
        id: line.ticket_type_id,
        label: t("reserve.tickets.now", { count: line.quantity, name: line.name }),
        amount: isPricePending ? "" : amountOf(line.price),
        ...seatsOf(seatsByType[line.ticket_type_id]),
      })),
      ...(isPriced ? feeLines : []),
    ],
    total: isPriced ? amountOf(total) : undefined,
    action,
    isBusy,
  };
};

/** Seat names in the same order as in the cart. */
const seatsOf = (seats: AssignedSeats[string] = []): Pick<ChosenLine, "seats"> =>
  seats.length === 0 ? {} : { seats: seats.map(({ name }) => name).toSorted(compareSeatNames) };

/** 'from $28', for a form in which no tickets are chosen yet: the same price that the chosen day or time shows. */
const useFromPrice = (
  types: readonly TicketType[],
  { days = [], day, session }: Pick<ReserveFormState, "days" | "day" | "session">,
): string | undefined => {
  const t = useReserveText();
  const tilePrice = useTilePrice();
  const lowest = fromPrice(pricedChoice({ days, day, session }), types);
  return lowest && tilePrice(lowest.amount, lowest.isLowest ? t("reserve.from") : "");
};

/** The button's label, and the step to which it leads while one is missing. */
const useNextAction = (missing: ReserveSummaryOptions["missing"]): FormAction => {
  const t = useReserveText();
  switch (missing?.step) {
    case "date":
    case "find":
      return { label: t("reserve.date.choose"), step: missing.step };
    case "session":
      return { label: t("reserve.time.choose"), step: missing.step };
    case "tickets":
      return { label: t("reserve.tickets.choose"), step: missing.step };
    case "seats":
      return { label: t("reserve.seats.find"), step: missing.step };
    case "price":
    case undefined:
      return { label: t("reserve.submit") };
  }
};

/** 'Tue, Nov 24 · 10:00 AM', or the event's own text. If it wraps, the dot ends the first line. */
const useWhen = (template: EventTemplate, reserve: Omit<ReserveFormState, "act">): string | undefined => {
  const t = useReserveText();
  const formats = useDateFormats();
  const { mode, day, session, sessions } = reserve;
  if (mode === "flexible") return reserve.isVisit ? t("reserve.date.any") : undefined;
  if (day === undefined) return undefined;
  if (session && template.meta.ticket_date_time) return template.meta.ticket_date_time;
  const date = formats.longDate(day);
  const isAllDay = session && isAllDayVisit(session, allDayEvent(template), sessions?.length ?? 0);
  return session && !isAllDay ? `${date}\u00a0· ${formats.time(session.local_start)}` : date;
};

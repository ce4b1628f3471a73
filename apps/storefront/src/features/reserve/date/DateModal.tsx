import { useMemo, useState } from "react";
import type { PickerDay } from "@foyer/rules/reserve/pickerDays.ts";
import { addDays, todayAt } from "@foyer/rules/dates/localTime.ts";
import { weekStartOf } from "@foyer/rules/dates/weekStart.ts";
import { IconButton } from "@foyer/ui/action/IconButton.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { monthAfter } from "@foyer/ui/date/calendar.ts";
import { MonthGrid, type MonthGridDay } from "@foyer/ui/date/MonthGrid.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { useBoot } from "../../../shared/seller/seller.tsx";
import css from "./DateModal.module.css";
import { dateModalName } from "./dateModalName.ts";
import { useDeferredText } from "../text/useDeferredText.ts";
import { useMonthScroll } from "./useMonthScroll.ts";

/** Any Sunday, for the names of the weekdays. */
const anySunday = "2000-01-02";
const weekdayNumbers = [0, 1, 2, 3, 4, 5, 6] as const;

const dayMark = (day: PickerDay): MonthGridDay["mark"] =>
  day.status === "sold_out" ? "sold-out" : day.isFewLeft ? "few" : day.annotations.length > 0 ? "special" : undefined;

export type DateModalProps = {
  readonly days: readonly PickerDay[];
  /** The time zone of the days, which may differ from the seller's. */
  readonly timezone: string;
  readonly day: string | undefined;
  readonly onChoose: (day: string) => void;
};

/** Every month from the first to the last, including those without a day on sale. */
const monthsBetween = (first: string, last: string): readonly string[] => {
  const months: string[] = [];
  for (let month = first; month <= last && months.length < 24; month = monthAfter(month, 1)) months.push(month);
  return months;
};

/** Lets the grids fit every price in a day: they show all prices in one size. */
const fitPrices =
  (days: readonly PickerDay[]) =>
  (calendar: HTMLElement | null): void =>
    calendar?.style.setProperty(
      "--longest-sublabel",
      String(Math.max(1, ...days.map(({ shortPrice = "" }) => shortPrice.length))),
    );

/** All days of the coming year, month by month. */
export function DateModal({ days, timezone, day, onChoose }: DateModalProps) {
  const t = useDeferredText();
  const when = useDateFormats();
  const modal = useModal(dateModalName);
  const { seller, now } = useBoot();
  const today = todayAt(Temporal.Instant.from(now), timezone);
  const daysByMonth = useMemo(() => Map.groupBy(days, (one) => one.date.slice(0, 7)), [days]);
  const months = useMemo(
    () =>
      days.length === 0 ? [] : monthsBetween((days[0]?.date ?? "").slice(0, 7), (days.at(-1)?.date ?? "").slice(0, 7)),
    [days],
  );
  const [first, last] = [months[0], months.at(-1)];
  const start = day ?? days.find((one) => one.enabled)?.date ?? days[0]?.date ?? "";
  const [focused, setFocused] = useState(start);
  const { scroller, isFirst, isLast, showMonths, onScroll } = useMonthScroll({ months, isOpen: modal.isOpen });
  const weekdays = useMemo(
    () =>
      weekdayNumbers.map((number) => ({
        short: when.weekday(addDays(anySunday, number)),
        long: when.longWeekday(addDays(anySunday, number)),
      })),
    [when],
  );

  const choose = (chosen: string) => {
    modal.close();
    onChoose(chosen);
  };
  return (
    <Modal name={dateModalName} title={t("reserve.date.modal")} closeLabel={t("event.close")} size="wide">
      <div className={css.calendar} ref={fitPrices(days)}>
        <div className={css.head}>
          <p className={css.range}>
            {first && last && `${when.monthTitle(`${first}-01`)} – ${when.monthTitle(`${last}-01`)}`}
          </p>
          <IconButton
            icon="chevron-left"
            label={t("reserve.date.previous")}
            aria-disabled={isFirst || undefined}
            onClick={() => showMonths(-1)}
          />
          <IconButton
            icon="chevron-right"
            label={t("reserve.date.next")}
            aria-disabled={isLast || undefined}
            onClick={() => showMonths(1)}
          />
        </div>
        <div className={css.months} ref={scroller} onScroll={onScroll}>
          {months.map((month) => (
            <div key={month} className={css.month}>
              <MonthGrid
                month={month}
                title={when.monthTitle(`${month}-01`)}
                weekdays={weekdays}
                weekStart={weekStartOf(seller.locale)}
                unlistedLabel={(one) => `${when.longDate(one)}, ${t("reserve.date.not_available")}`}
                today={today}
                focused={focused}
                onFocusedChange={setFocused}
                onSelect={choose}
                from={days[0]?.date.slice(0, 7) === today.slice(0, 7) ? today : `${first}-01`}
                until={days.at(-1)?.date ?? focused}
                days={(daysByMonth.get(month) ?? []).map((one) => {
                  const mark = dayMark(one);
                  return {
                    day: one.date,
                    label: one.ariaLabel,
                    enabled: one.enabled,
                    selected: one.date === day,
                    ...(mark ? { mark } : {}),
                    sublabel: one.shortPrice,
                    ...(one.tooltip === undefined ? {} : { tooltip: one.tooltip }),
                  };
                })}
              />
            </div>
          ))}
        </div>
        <CalendarLegend days={days} />
      </div>
    </Modal>
  );
}

function CalendarLegend({ days }: Pick<DateModalProps, "days">) {
  const t = useDeferredText();
  const marks = new Set(days.map(dayMark));
  return (
    <ul role="list" className={css.legend} aria-label={t("reserve.legend")}>
      <li>
        <span data-sample="open" aria-hidden>
          12
        </span>{" "}
        {t("reserve.legend.available")}
      </li>
      {marks.has("few") && <li data-mark="few">{t("reserve.date.few")}</li>}
      {marks.has("special") && <li data-mark="special">{t("reserve.legend.special")}</li>}
      {marks.has("sold-out") && (
        <li>
          <s aria-hidden>12</s> {t("reserve.date.sold_out")}
        </li>
      )}
      <li data-mark="none">
        <span data-sample aria-hidden>
          12
        </span>{" "}
        {t("reserve.date.not_available")}
      </li>
    </ul>
  );
}

import { useEffect, useRef, useState } from "react";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";

type MonthScrollOptions = {
  /** '2026-11' */
  readonly months: readonly string[];
  readonly isOpen: boolean;
};

/** Months that are shown side by side. */
const columnsOf = (list: HTMLElement): number => {
  const tops = [...list.children].map((month) => month.getBoundingClientRect().top);
  return Math.max(1, tops.filter((top) => top === tops[0]).length);
};

/** Scrolls a list of months by buttons, one row of months at a time, and knows whether there are more. */
export const useMonthScroll = ({ months, isOpen }: MonthScrollOptions) => {
  const when = useDateFormats();
  const announce = useAnnounce();
  const scroller = useRef<HTMLDivElement>(null);
  /** The month from which the buttons scroll. */
  const shownMonth = useRef(0);
  const [ends, setEnds] = useState({ isFirst: true, isLast: false });

  const onScroll = () => {
    const list = scroller.current;
    if (!list) return;
    const top = list.getBoundingClientRect().top;
    const index = [...list.children].findIndex((month) => month.getBoundingClientRect().bottom > top + 24);
    if (index >= 0) shownMonth.current = index;
    const isFirst = list.scrollTop < 8;
    const isLast = list.scrollTop + list.clientHeight > list.scrollHeight - 2;
    setEnds((was) => (was.isFirst === isFirst && was.isLast === isLast ? was : { isFirst, isLast }));
  };

  // The focus starts on the day, so that the arrow keys work at once.
  useEffect(() => {
    if (!isOpen) return;
    const frame = requestAnimationFrame(() => {
      const stop = scroller.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]');
      stop?.closest("table")?.scrollIntoView({ block: "start" });
      stop?.focus({ preventScroll: true });
      onScroll();
    });
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);

  const showMonths = (rows: 1 | -1) => {
    const list = scroller.current;
    if (!list) return;
    const to = Math.min(Math.max(shownMonth.current + rows * columnsOf(list), 0), months.length - 1);
    shownMonth.current = to;
    if (months[to]) announce(when.monthTitle(`${months[to]}-01`));
    list.children[to]?.scrollIntoView({ block: "start", behavior: "smooth" });
  };

  return { scroller, ...ends, showMonths, onScroll };
};

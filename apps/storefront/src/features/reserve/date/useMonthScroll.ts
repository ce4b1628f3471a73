import { useEffect, useRef, useState } from "react";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";

type MonthScrollOptions = {
  /** '2026-11' */
  readonly months: readonly string[];
  /** The day that is in view when the dialog opens. */
  readonly start: string;
  readonly isOpen: boolean;
};

/** Scrolls a list of months by buttons, and knows which of them is in view. */
export const useMonthScroll = ({ months, start, isOpen }: MonthScrollOptions) => {
  const when = useDateFormats();
  const announce = useAnnounce();
  const scroller = useRef<HTMLDivElement>(null);
  const [shownMonth, setShown] = useState(() => Math.max(0, months.indexOf(start.slice(0, 7))));

  // The focus starts on the day, so that the arrow keys work at once.
  useEffect(() => {
    if (!isOpen) return;
    const frame = requestAnimationFrame(() => {
      const stop = scroller.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]');
      stop?.closest("table")?.scrollIntoView({ block: "start" });
      stop?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);

  const showMonth = (by: number) => {
    const to = Math.min(Math.max(shownMonth + by, 0), months.length - 1);
    setShown(to);
    if (months[to]) announce(when.monthTitle(`${months[to]}-01`));
    scroller.current?.children[to]?.scrollIntoView({ block: "start", behavior: "smooth" });
  };
  /** Keeps the month at the top, from which the buttons count. */
  const onScroll = () => {
    const scrollArea = scroller.current;
    if (!scrollArea) return;
    const top = scrollArea.getBoundingClientRect().top;
    const index = [...scrollArea.children].findIndex((month) => month.getBoundingClientRect().bottom > top + 24);
    if (index >= 0 && index !== shownMonth) setShown(index);
  };

  return { scroller, shownMonth, showMonth, onScroll };
};

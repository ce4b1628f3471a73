import { useEffect, useState, type RefObject } from "react";

/** The index of the item in view in a horizontally scrolling list, and how to step to another. */
export const useSwipe = (list: RefObject<HTMLElement | null>, count: number) => {
  const [index, setIndex] = useState(0);
  const [isScrollable, setScrollable] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = (): void => {
      const overflow = element.scrollWidth - element.clientWidth;
      setScrollable(overflow > 1);
      // Right-to-left lists count downward from 0.
      const step = overflow / Math.max(1, count - 1);
      setIndex(overflow > 1 ? Math.round(Math.abs(element.scrollLeft) / step) : 0);
    };
    measure();
    element.addEventListener("scroll", measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, [list, count]);
  const go = (to: number): void => {
    const element = list.current;
    if (!element || to < 0 || to >= count) return;
    const isReduced = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.children[to]?.scrollIntoView({
      behavior: isReduced ? "auto" : "smooth",
      block: "nearest",
      inline: "start",
    });
  };
  return { index, isScrollable, go };
};

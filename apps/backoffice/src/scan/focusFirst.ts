import { useEffect, useEffectEvent, useRef, type FocusEvent } from "react";

/** Focuses an element when it appears, so that one can type or go on at once. */
export const focusFirst = (element: HTMLElement | null): void => element?.focus();

/**
 * Gives the focus back to the button that was used last, or to the page, once nothing covers the page: what had the focus is
 * gone then.
 */
export const useFocusBack = (isCovered: boolean) => {
  const page = useRef<HTMLElement>(null);
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isCovered || document.activeElement !== document.body) return;
    (last.current?.isConnected ? last.current : page.current)?.focus({ preventScroll: true });
  }, [isCovered]);
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => void (last.current = target);
  return { page, onFocus };
};

/** While something covers the page, Escape closes it. */
export const useEscape = (isOpen: boolean, close: () => void): void => {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === "Escape") close();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, [isOpen]);
};

import { useEffect } from "react";

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** An ancestor of the focused element, and the focused element's index among the ancestor's focusable elements. */
type Place = { readonly around: Element; readonly index: number };

/** The places of an element within its screen, innermost first. */
const placesOf = (element: Element, screen: Element): readonly Place[] => {
  const places: Place[] = [];
  for (let around = element.parentElement; around && around !== screen; around = around.parentElement)
    places.push({ around, index: [...around.querySelectorAll(focusable)].indexOf(element) });
  return places;
};

const isOutOfSight = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom < 0 || top > window.innerHeight;
};

/** Milliseconds after a key press during which a change of the screen may move the focused element. */
const movedMs = 1_000;

/**
 * Keeps the focus on the screen for keyboard users. When the focused element is removed, for example with the row of a
 * list, the element in its place gets the focus; a browser would start at the top of the page again. When added fields move
 * the focused element out of sight, it is scrolled back into view.
 */
export const useKeptFocus = (): void => {
  useEffect(() => {
    let focused: Element | undefined;
    let places: readonly Place[] = [];
    let pressedAt = -movedMs;
    const onFocus = ({ target }: FocusEvent): void => {
      // A dialog returns the focus to the element that opened it.
      if (!(target instanceof Element) || target.closest("dialog")) return;
      const screen = target.closest("#main");
      focused = screen ? target : undefined;
      places = screen ? placesOf(target, screen) : [];
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Enter" || event.key === " ") pressedAt = event.timeStamp;
    };
    const onChange = (): void => {
      if (!focused || document.querySelector("dialog[open]")) return;
      if (focused.isConnected) {
        const isMoved = performance.now() - pressedAt < movedMs && document.activeElement === focused;
        if (isMoved && isOutOfSight(focused)) focused.scrollIntoView({ block: "nearest" });
        return;
      }
      const place = places.find(({ around }) => around.isConnected);
      focused = undefined;
      // The code that removed it may focus another element itself.
      setTimeout(() => {
        if (!place || document.activeElement !== document.body) return;
        const left = [...place.around.querySelectorAll<HTMLElement>(focusable)];
        left[Math.min(place.index, left.length - 1)]?.focus();
      });
    };
    const changes = new MutationObserver(onChange);
    changes.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", onFocus);
    document.addEventListener("keydown", onKey, true);
    return () => {
      changes.disconnect();
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("keydown", onKey, true);
    };
  }, []);
};

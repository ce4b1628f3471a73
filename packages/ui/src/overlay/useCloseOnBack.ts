import { useEffect, useEffectEvent } from "react";

/** The browser's Back to another URL of the same document; pages cannot stop any other. */
const isStoppableBack = ({ navigationType, cancelable, destination }: NavigateEvent): boolean =>
  navigationType === "traverse" && cancelable && destination.index < (window.navigation.currentEntry?.index ?? 0);

/**
 * While it is on top, Back closes a modal instead of leaving the page below it. Only where the browser has the Navigation
 * API, which lets a page do so once per click or key.
 */
export const useCloseOnBack = (isOnTop: boolean, close: () => void): void => {
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    if (!isStoppableBack(event)) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    if (!isOnTop || !("navigation" in window)) return undefined;
    const { navigation } = window;
    const listener = (event: NavigateEvent): void => onNavigate(event);
    navigation.addEventListener("navigate", listener);
    return () => navigation.removeEventListener("navigate", listener);
  }, [isOnTop]);
};

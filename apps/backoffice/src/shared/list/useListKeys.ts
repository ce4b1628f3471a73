import { useEffect, type RefObject } from "react";
import { usesSingleKeys } from "../singleKeys.ts";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** `j` and `k` move between the links of a list that are marked with `data-row`; Enter opens the focused one. */
export const useListKeys = (list: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !usesSingleKeys()) return;
      if ((event.key !== "j" && event.key !== "k") || document.querySelector("dialog[open]")) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
      const now = links.findIndex((link) => link === document.activeElement);
      const next = event.key === "j" ? now + 1 : Math.max(0, now - 1);
      links[Math.min(next, links.length - 1)]?.focus();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [list]);
};

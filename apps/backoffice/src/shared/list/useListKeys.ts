import { useEffect, type RefObject } from "react";
import { usesSingleKeys } from "../singleKeys.ts";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** The row that was opened last, and the address of its list. */
let opened: { readonly list: string; readonly row: string } | undefined;

/** The row whose link has the focus, or the one that was opened before returning to the list. */
const currentRow = (links: readonly HTMLElement[]): number => {
  const focused = links.findIndex((link) => link === document.activeElement);
  if (focused !== -1 || opened?.list !== location.href) return focused;
  return links.findIndex((link) => link.getAttribute("href") === opened?.row);
};

/**
 * `j` and `k` move between the links of a list that are marked with `data-row`; Enter opens the focused one. Back in the
 * list they go on from the row that was opened.
 */
export const useListKeys = (list: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !usesSingleKeys()) return;
      if ((event.key !== "j" && event.key !== "k") || document.querySelector("dialog[open]")) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
      const now = currentRow(links);
      const next = event.key === "j" ? now + 1 : Math.max(0, now - 1);
      links[Math.min(next, links.length - 1)]?.focus();
    };
    const remember = ({ target }: MouseEvent): void => {
      const link = target instanceof Element && target.closest("[data-row]");
      if (link && list.current?.contains(link) === true)
        opened = { list: location.href, row: link.getAttribute("href") ?? "" };
    };
    addEventListener("keydown", listen);
    addEventListener("click", remember, true);
    return () => {
      removeEventListener("keydown", listen);
      removeEventListener("click", remember, true);
    };
  }, [list]);
};

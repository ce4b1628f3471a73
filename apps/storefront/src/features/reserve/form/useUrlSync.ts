import { useEffect, useRef } from "react";
import { parseReserveQuery, searchWithChoice } from "@foyer/rules/reserve/reserveQuery.ts";
import type { QuantityFirstAction } from "@foyer/rules/reserve/quantityFirst.ts";
import { hasOtherSession, type ReserveAction } from "@foyer/rules/reserve/reserveState.ts";

/** How an action changes the URL, so that the link and the browser's Back keep the choice; undefined if it does not. */
const urlChangeOf = (action: QuantityFirstAction): { day?: string; session?: string; replace?: true } | undefined => {
  switch (action.type) {
    case "date chosen":
      return { day: action.day };
    case "session chosen":
      return { session: action.session };
    case "flexible chosen":
      return {};
    case "dates opened":
    case "tickets opened":
      return { replace: true };
    case "sessions opened":
      return { day: action.day, replace: true };
    case "sold out":
      return { ...(hasOtherSession(action) && { day: action.day }), replace: true };
    case "tickets found":
    case "calendar refused":
    case "quantities chosen":
    case "price typed":
    case "navigated":
      return undefined;
  }
};

/** Normalised, because the router's search string is decoded and the URL is not. */
const normalizeSearch = (search: string): string => new URLSearchParams(search).toString();

export type ReserveUrl<A> = {
  readonly act: (action: A) => void;
  /** Removes `reserve` from the URL, so that Back and Reload do not reserve again. */
  readonly clearReserveFlag: () => void;
};

/**
 * Keeps the URL and the choice in sync. It bypasses the router's navigation, which would load the screen again, but the
 * router still notices the change.
 */
export const useUrlSync = <A extends QuantityFirstAction>(
  search: string,
  today: string,
  dispatch: (action: A | Extract<ReserveAction, { type: "navigated" }>) => void,
): ReserveUrl<A> => {
  const currentSearch = normalizeSearch(search);
  const lastWritten = useRef(currentSearch);
  const lastSeen = useRef(currentSearch);
  const latestDispatch = useRef(dispatch);
  useEffect(() => void (latestDispatch.current = dispatch));

  useEffect(() => {
    // A URL that this hook wrote itself before the router noticed is not a navigation.
    if (currentSearch === lastSeen.current) return;
    lastSeen.current = currentSearch;
    if (currentSearch === lastWritten.current) return;
    lastWritten.current = currentSearch;
    latestDispatch.current({ type: "navigated", query: parseReserveQuery(currentSearch, today) });
  }, [currentSearch, today]);

  const write = (next: string, replace: boolean) => {
    if (next === normalizeSearch(window.location.search)) return;
    lastWritten.current = next;
    const url = `${window.location.pathname}${next === "" ? "" : `?${next}`}`;
    if (replace) history.replaceState(history.state, "", url);
    else history.pushState(null, "", url);
  };
  return {
    act: (action) => {
      dispatch(action);
      const change = urlChangeOf(action);
      if (change) write(searchWithChoice(window.location.search, change), change.replace ?? false);
    },
    clearReserveFlag: () => {
      const query = new URLSearchParams(window.location.search);
      query.delete("reserve");
      write(query.toString(), true);
    },
  };
};

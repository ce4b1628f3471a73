import { useEffect, useRef } from "react";
import { readReserveQuery, searchWith } from "@foyer/rules/reserveQuery.ts";
import type { QuantityFirstAction } from "@foyer/rules/quantityFirst.ts";
import type { ReserveAction } from "@foyer/rules/reserveFlow.ts";

/** What an action leaves in the address, so that the link and the browser's Back keep the choice; undefined: as it is. */
const addressOf = (action: QuantityFirstAction): { day?: string; session?: string; replace?: true } | undefined => {
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
    case "tickets found":
    case "calendar refused":
    case "sold out":
    case "quantities chosen":
    case "price typed":
    case "went":
      return undefined;
  }
};

/** One spelling: the router's search has its marks decoded, the address has not. */
const asWritten = (search: string): string => new URLSearchParams(search).toString();

export type Address<A> = {
  readonly act: (action: A) => void;
  /** Takes the wish to reserve off the address: Back and Reload do not reserve again. */
  readonly forgetWish: () => void;
};

/**
 * Keeps the address and the choice together. The address is written past the router's own navigation, which would load
 * the screen anew; the router hears of it all the same.
 */
export const useAddress = <A extends QuantityFirstAction>(
  search: string,
  today: string,
  dispatch: (action: A | Extract<ReserveAction, { type: "went" }>) => void,
): Address<A> => {
  const here = asWritten(search);
  const written = useRef(here);
  const seen = useRef(here);
  const go = useRef(dispatch);
  useEffect(() => void (go.current = dispatch));

  useEffect(() => {
    // What was written before the router had told of it, as a link's wish that is taken off at once, is no journey.
    if (here === seen.current) return;
    seen.current = here;
    if (here === written.current) return;
    written.current = here;
    go.current({ type: "went", query: readReserveQuery(here, today) });
  }, [here, today]);

  const write = (next: string, replace: boolean) => {
    if (next === asWritten(window.location.search)) return;
    written.current = next;
    const url = `${window.location.pathname}${next === "" ? "" : `?${next}`}`;
    if (replace) history.replaceState(history.state, "", url);
    else history.pushState(null, "", url);
  };
  return {
    act: (action) => {
      dispatch(action);
      const address = addressOf(action);
      if (address) write(searchWith(window.location.search, address), address.replace ?? false);
    },
    forgetWish: () => {
      const query = new URLSearchParams(window.location.search);
      query.delete("reserve");
      write(query.toString(), true);
    },
  };
};

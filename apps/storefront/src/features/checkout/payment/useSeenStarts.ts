import { useEffect, useRef } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { Refused } from "../../../api/call.ts";

const maxSessions = 50;

export type SeenStarts = {
  /** The starts as a payment sends them; undefined if there are none. */
  readonly sent: () => string | undefined;
  /** Takes over the new time that the refusal of a payment has shown to the payer. */
  readonly learn: (error: unknown) => void;
};

/** The starts of the cart's sessions as this page first showed them. A cart that is fetched again may have other ones. */
export const useSeenStarts = ({ lines }: Pick<Cart, "lines">): SeenStarts => {
  const seen = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { event_session_id, start_datetime } of lines)
      if (event_session_id !== null && start_datetime !== null && !seen.current.has(event_session_id))
        seen.current.set(event_session_id, start_datetime);
  }, [lines]);
  return {
    sent: () => {
      const starts = [...seen.current].slice(0, maxSessions);
      return starts.length === 0 ? undefined : starts.map(([id, start]) => `${id}@${start}`).join(",");
    },
    learn: (error) => {
      if (!(error instanceof Refused) || error.code !== "event_session_moved") return;
      const { event_session_id, start_datetime } = error.extra;
      if (typeof event_session_id === "string" && typeof start_datetime === "string")
        seen.current.set(event_session_id, start_datetime);
    },
  };
};

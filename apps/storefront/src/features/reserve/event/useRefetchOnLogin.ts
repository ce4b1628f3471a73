import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLoginStrength } from "../../login/session/loginStrength.ts";
import { eventKey } from "../queries/eventKeys.ts";

/**
 * The server renders the page for anonymous visitors; on login or logout the event is fetched again. True while a
 * member's own answer is loading.
 */
export const useRefetchOnLogin = (event_template_id: string): boolean => {
  const client = useQueryClient();
  const strength = useLoginStrength();
  const fetchedAs = useRef("none");
  useEffect(() => {
    const identity = strength === "none" ? strength : `${strength} ${event_template_id}`;
    if (fetchedAs.current === identity) return;
    fetchedAs.current = identity;
    void client.invalidateQueries({ queryKey: eventKey(event_template_id) });
  }, [client, event_template_id, strength]);
  const pending = useIsFetching({ queryKey: [...eventKey(event_template_id), "template"] });
  return strength !== "none" && pending > 0;
};

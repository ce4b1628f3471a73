import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useStrength } from "../login/loggedIn.ts";
import { eventKey } from "./eventKeys.ts";

/**
 * The page came as everybody sees it. Who is logged in, or logs in or out, sees it anew with what is theirs. True while
 * a member's own answer is on its way.
 */
export const useAskAsMember = (event_template_id: string): boolean => {
  const client = useQueryClient();
  const strength = useStrength();
  const asked = useRef("none");
  useEffect(() => {
    const as = strength === "none" ? strength : `${strength} ${event_template_id}`;
    if (asked.current === as) return;
    asked.current = as;
    void client.invalidateQueries({ queryKey: eventKey(event_template_id) });
  }, [client, event_template_id, strength]);
  const answers = useIsFetching({ queryKey: [...eventKey(event_template_id), "template"] });
  return strength !== "none" && answers > 0;
};

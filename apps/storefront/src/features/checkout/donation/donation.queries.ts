import { queryOptions } from "@tanstack/react-query";
import { getEvent } from "@foyer/contract/shop/catalog.ts";
import { call } from "../../../api/call.ts";

/** The donation event that the seller offers at the checkout. */
export const donationQuery = (event_template_id: string) =>
  queryOptions({
    queryKey: ["event", event_template_id, "donation"],
    queryFn: ({ signal }) => call(getEvent, { event_template_id, _embed: "ticket_group,ticket_type" }, { signal }),
  });

import { useEffect, useState } from "react";
import { defaultCardGateway } from "@foyer/rules/checkout/gateways.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { findReference, type ReturnedPayment } from "./gateways.ts";
import { isUuid } from "./isUuid.ts";
import type { PageGatewayId } from "./pageGateway.ts";

const secretParameter = "payment_intent_client_secret";
/** Parameters of our own return URL, and those that a provider appends to it. */
const returnParameters = [secretParameter, "payment_intent", "redirect_status", "source_redirect_slug", "purchaser"];

/** Our URL has a `payment_intent_client_secret`; a provider may append its own, which then takes precedence. */
const parseReturnedPayment = (search: string, gateway: PageGatewayId): ReturnedPayment | undefined => {
  const query = new URLSearchParams(search);
  const purchaser = query.get("purchaser") ?? "";
  const found = findReference(query.getAll(secretParameter), gateway);
  return found && { ...found, purchaser: isUuid(purchaser) ? purchaser : undefined };
};

/** The payment with which a bank's page returns its payer. Its parameters are removed from the URL at once. */
export const useReturnedPayment = (): ReturnedPayment | undefined => {
  const { gateway = defaultCardGateway } = useSeller().configuration;
  const [returned] = useState(() =>
    typeof window === "undefined" ? undefined : parseReturnedPayment(window.location.search, gateway),
  );
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!returnParameters.some((name) => url.searchParams.has(name))) return;
    for (const name of returnParameters) url.searchParams.delete(name);
    window.history.replaceState(window.history.state, "", url.pathname + url.search);
  }, []);
  return returned;
};

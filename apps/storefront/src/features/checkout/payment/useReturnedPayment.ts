import { useEffect, useState } from "react";
import { intentOf, type ReturnedPayment } from "./stripe/stripe.ts";

const secretParameter = "payment_intent_client_secret";
/** Ours, and what a provider writes behind it. */
const returnParameters = [secretParameter, "payment_intent", "redirect_status", "source_redirect_slug", "purchaser"];
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A provider may write its own secret behind our mark of the same name: its own is the one to go by. */
const parseReturnedPayment = (search: string): ReturnedPayment | undefined => {
  const query = new URLSearchParams(search);
  const purchaserParameter = query.get("purchaser") ?? "";
  const purchaser = uuidPattern.test(purchaserParameter) ? purchaserParameter : undefined;
  const secrets = query.getAll(secretParameter);
  for (const value of secrets) {
    const intent = intentOf(value);
    if (intent !== undefined) return { gateway: "stripe", secret: value, intent, purchaser };
  }
  const payment_id = secrets.find((value) => uuidPattern.test(value));
  return payment_id === undefined ? undefined : { gateway: "test", payment_id, purchaser };
};

/** The payment that a bank's page sends its payer back with. It is taken out of the address at once. */
export const useReturnedPayment = (): ReturnedPayment | undefined => {
  const [returned] = useState(() =>
    typeof window === "undefined" ? undefined : parseReturnedPayment(window.location.search),
  );
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!returnParameters.some((name) => url.searchParams.has(name))) return;
    for (const name of returnParameters) url.searchParams.delete(name);
    window.history.replaceState(window.history.state, "", url.pathname + url.search);
  }, []);
  return returned;
};

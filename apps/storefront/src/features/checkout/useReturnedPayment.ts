import { useEffect, useState } from "react";
import { intentOf, type Returned } from "./stripe.ts";

const secret = "payment_intent_client_secret";
/** Ours, and what a provider writes behind it. */
const marks = [secret, "payment_intent", "redirect_status", "source_redirect_slug", "purchaser"];
const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A provider may write its own secret behind our mark of the same name: its own is the one to go by. */
const returnIn = (search: string): Returned | undefined => {
  const query = new URLSearchParams(search);
  const named = query.get("purchaser") ?? "";
  const purchaser = id.test(named) ? named : undefined;
  const given = query.getAll(secret);
  for (const one of given) {
    const intent = intentOf(one);
    if (intent !== undefined) return { gateway: "stripe", secret: one, intent, purchaser };
  }
  const payment_id = given.find((one) => id.test(one));
  return payment_id === undefined ? undefined : { gateway: "test", payment_id, purchaser };
};

/** The payment that a bank's page sends its payer back with. It is taken out of the address at once. */
export const useReturnedPayment = (): Returned | undefined => {
  const [returned] = useState(() => (typeof window === "undefined" ? undefined : returnIn(window.location.search)));
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!marks.some((name) => url.searchParams.has(name))) return;
    for (const name of marks) url.searchParams.delete(name);
    window.history.replaceState(window.history.state, "", url.pathname + url.search);
  }, []);
  return returned;
};

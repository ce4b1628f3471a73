import { useEffect, useState } from "react";

const secret = "payment_intent_client_secret";
const marks = [secret, "payment_intent", "redirect_status"];
const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const markInAddress = (): string | undefined => {
  if (typeof window === "undefined") return undefined;
  const mark = new URLSearchParams(window.location.search).get(secret);
  return mark !== null && id.test(mark) ? mark : undefined;
};

/** The payment that a bank's page sends its payer back with. It is taken out of the address at once. */
export const useReturnedPayment = (): string | undefined => {
  const [payment_id] = useState(markInAddress);
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!marks.some((name) => url.searchParams.has(name))) return;
    for (const name of marks) url.searchParams.delete(name);
    window.history.replaceState(window.history.state, "", url.pathname + url.search);
  }, []);
  return payment_id;
};

import { useEffect, useState } from "react";

const marks = ["payment_intent_client_secret", "payment_intent", "redirect_status"];
const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The payment that a bank's page sends its payer back with. It is taken out of the address at once. */
export const useReturnedPayment = (): string | undefined => {
  const [payment_id, setPayment] = useState<string>();
  useEffect(() => {
    const url = new URL(window.location.href);
    const mark = url.searchParams.get("payment_intent_client_secret");
    if (mark === null) return;
    for (const name of marks) url.searchParams.delete(name);
    window.history.replaceState(window.history.state, "", url.pathname + url.search);
    if (id.test(mark)) setPayment(mark);
  }, []);
  return payment_id;
};

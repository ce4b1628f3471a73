import { useState } from "react";
import { ManagedOrder } from "./ManagedOrder.tsx";
import { OpenedOrder } from "./OpenedOrder.tsx";

/** The page of an order, opened by its link or by the visitor's own session. */
export function ManagePanel({ id }: { readonly id: string }) {
  const [isLoggedOut, setLoggedOut] = useState(false);
  return (
    <OpenedOrder id={id}>
      {(order) => <ManagedOrder {...order} takesFocus={isLoggedOut} onLogOut={() => setLoggedOut(true)} />}
    </OpenedOrder>
  );
}

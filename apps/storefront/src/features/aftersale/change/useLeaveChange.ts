import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { cartKey } from "../../cart/cart.queries.ts";
import { memberKey } from "../../login/session/member.queries.ts";
import { managedOrderKey, orderActionsQuery, type OrderAccess } from "../aftersale.queries.ts";
import { managePaths } from "../managePaths.ts";
import { parseOutcome, type ChangeOutcome } from "./changeOutcome.ts";
import { forgetChange } from "../../../shared/storage/changeReturn.ts";

/** Changes that have ended in this browser, while the server may still report them for a moment. */
const closedChanges = new WeakMap<QueryClient, Set<string>>();

/** The visitor's open change of an order, unless it has already ended in this browser. */
export const useOpenChangeId = ({ change_cart_id }: { readonly change_cart_id: string | null }): string | null => {
  const client = useQueryClient();
  return change_cart_id !== null && closedChanges.get(client)?.has(change_cart_id) ? null : change_cart_id;
};

/** Forgets a change that has ended, and fetches the order again; resolves when that is done or has failed. */
export const useForgetChange = (access: OrderAccess) => {
  const client = useQueryClient();
  const { slug } = useSeller();
  return async (cart_id: string): Promise<void> => {
    forgetChange(slug);
    closedChanges.set(client, (closedChanges.get(client) ?? new Set()).add(cart_id));
    client.removeQueries({ queryKey: cartKey(cart_id) });
    client.setQueryData(orderActionsQuery(access).queryKey, (known) => known && { ...known, change_cart_id: null });
    for (const queryKey of [["orders"], memberKey]) void client.invalidateQueries({ queryKey });
    await client.invalidateQueries({ queryKey: managedOrderKey(access) });
  };
};

export type LeaveChange = (outcome: ChangeOutcome | undefined, cart_id: string | null) => void;

/** The longest wait for the order after a change; after that its previous state is shown until the new one arrives. */
const longestWaitMs = 4000;

/** Returns to the order, which shows the outcome of the change. `isLeaving` is true from then on. */
export const useLeaveChange = (access: OrderAccess): readonly [isLeaving: boolean, leave: LeaveChange] => {
  const forget = useForgetChange(access);
  const [, navigate] = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  const leave: LeaveChange = (outcome, cart_id) => {
    setLeaving(true);
    const go = () => navigate(managePaths.order(access, outcome), { replace: true });
    const refreshed = cart_id === null ? undefined : forget(cart_id);
    // Waits, so that the codes of tickets that the change gave up are not shown any more.
    if (refreshed && isCompleted(outcome)) void Promise.race([refreshed, wait(longestWaitMs)]).finally(go);
    else go();
  };
  return [isLeaving, leave];
};

const isCompleted = (outcome: ChangeOutcome | undefined): boolean => {
  const kind = parseOutcome(outcome ?? null)?.kind;
  return kind === "done" || kind === "moved";
};

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void window.setTimeout(resolve, milliseconds));

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { Refused } from "../../../api/call.ts";
import { newIdempotencyKey } from "../../../api/newIdempotencyKey.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { cartKey } from "../../cart/cart.queries.ts";
import { bypassCaches } from "../../reserve/queries/reserve.queries.ts";
import {
  discardOrderChange,
  managedOrderKey,
  openOrderChange,
  orderActionsQuery,
  type OrderAccess,
  type OrderChange,
} from "../aftersale.queries.ts";
import { rescheduleStrings } from "../aftersale.strings.ts";
import { managePaths } from "../managePaths.ts";
import { NoSeatsError } from "./chooseSeats.ts";

/** Refusals after which the buyer has to choose again, because the tickets or the time have changed. */
const restartCodes: ReadonlySet<string> = new Set([
  "event_session_sold_out",
  "tickets_too_old",
  "ticket_state_incorrect",
  "ticket_not_found",
  "cart_expired",
]);
/** Refusals that are temporary: the change itself is valid. */
const waitCodes: ReadonlySet<string> = new Set(["payment_in_progress", "too_many_requests", "request_in_progress"]);

export type MoveProblem = {
  readonly text: string;
  /** Whether to show a link to choose again. */
  readonly restarts: boolean;
};

type WantedMove = {
  readonly build: () => Promise<OrderChange>;
  /** Whether the form shows the refusal at one of its fields; everything else then stays as it is. */
  readonly isShown: (error: unknown) => boolean;
};
type RequestedMove = WantedMove & { readonly key: string };

/** Opens the change, and continues to its review or says why it cannot be opened. */
export const useReschedule = (access: OrderAccess, cart_id: string, event_template_id: string) => {
  const t = useText(rescheduleStrings);
  const shared = useText(sharedStrings);
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<MoveProblem>();

  /**
   * Deletes what is left of a change that could not be opened. A change that was already open before is unaffected and
   * stays.
   */
  const dropChange = async (openBefore: string | null): Promise<void> => {
    const { change_cart_id } = await client.fetchQuery({ ...orderActionsQuery(access), staleTime: 0 });
    if (change_cart_id !== null && change_cart_id !== openBefore) await discardOrderChange(change_cart_id);
    await client.invalidateQueries({ queryKey: managedOrderKey(access) });
  };
  const describe = async (error: unknown, openBefore: string | null): Promise<MoveProblem> => {
    if (error instanceof NoSeatsError) return { text: t("move.seats.none"), restarts: false };
    if (error instanceof Refused && waitCodes.has(error.code)) return { text: error.description, restarts: false };
    if (error instanceof Refused && restartCodes.has(error.code)) {
      await bypassCaches(client, event_template_id);
      return { text: error.description, restarts: true };
    }
    if (!(error instanceof Refused) || error.status >= 500) reportError(error);
    // Without an answer, it is unknown what the server has done.
    await dropChange(openBefore).catch((failure: unknown) => reportError(failure));
    const isRefused = error instanceof Refused && error.status < 500;
    const text = openBefore === null ? t("move.dropped") : t("move.earlier_stays");
    return { text: isRefused ? error.description : failureText(shared, text), restarts: true };
  };
  const open = useMutation({
    mutationFn: async ({ build, key }: RequestedMove) => openOrderChange(access, cart_id, await build(), key),
    onMutate: () => ({ openBefore: client.getQueryData(orderActionsQuery(access).queryKey)?.change_cart_id ?? null }),
    onSuccess: (reply) => {
      const [cart] = reply.cart._data;
      if (!cart) return;
      client.setQueryData(cartKey(cart.id), reply);
      client.setQueryData(
        orderActionsQuery(access).queryKey,
        (known) => known && { ...known, change_cart_id: cart.id },
      );
      navigate(managePaths.confirm(access));
    },
    onError: async (error, { isShown }, before) => {
      if (!isShown(error)) setProblem(await describe(error, before?.openBefore ?? null));
    },
  });
  return {
    isBusy: open.isPending,
    problem,
    clear: () => setProblem(undefined),
    review: (wanted: WantedMove): void => {
      setProblem(undefined);
      open.mutate({ ...wanted, key: newIdempotencyKey() });
    },
  };
};

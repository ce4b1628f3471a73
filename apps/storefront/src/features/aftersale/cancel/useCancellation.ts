import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CancellationQuote } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { RefundTo } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { RefundPreference } from "@foyer/rules/aftersale/quoteChange.ts";
import { Refused } from "../../../api/call.ts";
import { newIdempotencyKey } from "../../../api/newIdempotencyKey.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { memberKey } from "../../login/session/member.queries.ts";
import {
  sendCancellation,
  managedOrderKey,
  requestQuote,
  type Cancellation,
  type OrderAccess,
} from "../aftersale.queries.ts";
import { cancelStrings } from "../aftersale.strings.ts";
import { cancellableIn, type Visit, type OrderVisitTicket } from "./orderVisits.ts";

export type ConfirmingStep = {
  readonly kind: "confirming";
  readonly asked: Cancellation;
  readonly quote: CancellationQuote;
  /** The idempotency key: sending the request again after a lost answer cancels nothing twice. */
  readonly key: string;
  readonly problem: string | undefined;
};
export type DoneStep = {
  readonly kind: "done";
  readonly quote: CancellationQuote;
  readonly visits: readonly { readonly name: string; readonly tickets: readonly OrderVisitTicket[] }[];
};
type Step =
  | { readonly kind: "closed"; readonly wasOpen: boolean }
  | { readonly kind: "choosing"; readonly problem: string | undefined }
  | ConfirmingStep
  | DoneStep;

/** The steps of cancelling tickets, the selection, and the server's answers. */
export const useCancellation = (access: OrderAccess, visits: readonly Visit[], refundTo: RefundTo) => {
  const client = useQueryClient();
  const shared = useText(sharedStrings);
  const t = useText(cancelStrings);
  const [step, setStep] = useState<Step>({ kind: "closed", wasOpen: false });
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const cancellable = cancellableIn(visits).map(({ ticket_id }) => ticket_id);
  const selected = cancellable.filter((id) => marked.has(id));

  const refresh = () => client.invalidateQueries({ queryKey: managedOrderKey(access) });
  /** The server's own text asks for more tickets, as for a purchase. */
  const tooFewLeft = ({ code, extra: { group, min } }: Refused): string | undefined =>
    code === "min_tickets_per_order_not_met" && typeof group === "string" && typeof min === "number"
      ? t("cancel.too_few", { group, min })
      : undefined;
  const problemOf = (error: unknown): string => {
    if (error instanceof Refused && error.status < 500) return tooFewLeft(error) ?? error.description;
    reportError(error);
    return failureText(shared);
  };
  /** After a refusal, returns to the selection, which is kept, and fetches what is possible now. */
  const goBack = (error: unknown): void => {
    setStep({ kind: "choosing", problem: problemOf(error) });
    if (error instanceof Refused) void refresh();
  };

  const quote = useMutation({
    mutationFn: (asked: Cancellation) => requestQuote(access, asked),
    onSuccess: (answer, asked) =>
      setStep({ kind: "confirming", asked, quote: answer, key: newIdempotencyKey(), problem: undefined }),
    onError: goBack,
  });
  const cancel = useMutation({
    mutationFn: (confirmed: ConfirmingStep) => sendCancellation(access, confirmed),
    onSuccess: async ({ cancellation }) => {
      const gone = new Set(cancellation.tickets.map(({ ticket_id }) => ticket_id));
      const cancelled = visits.map(({ line, tickets }) => ({
        name: line.name,
        tickets: tickets.filter(({ ticket_id }) => gone.has(ticket_id)),
      }));
      setStep({ kind: "done", quote: cancellation, visits: cancelled });
      setMarked(new Set());
      await Promise.all([
        refresh(),
        client.invalidateQueries({ queryKey: ["orders"] }),
        client.invalidateQueries({ queryKey: memberKey }),
      ]);
    },
    onError: (error, confirmed) => {
      if (error instanceof Refused && error.status < 500) return goBack(error);
      // It is unknown whether the tickets were cancelled, so the same request can be sent again.
      setStep({ ...confirmed, problem: problemOf(error) });
    },
  });

  const review = (ticket_ids: readonly string[], preference: RefundPreference = "same_means"): void =>
    quote.mutate({ ticket_ids, refund_to: refundTo === "choice" ? preference : undefined });
  const reviewTickets = (ticket_ids: readonly string[]): void => {
    setMarked(new Set(ticket_ids));
    review(ticket_ids);
  };
  return {
    step,
    selected,
    isQuoting: quote.isPending,
    isCancelling: cancel.isPending,
    open: () => setStep({ kind: "choosing", problem: undefined }),
    close: () => setStep({ kind: "closed", wasOpen: true }),
    change: () => setStep({ kind: "choosing", problem: undefined }),
    select: (ticket_ids: readonly string[]) => setMarked(new Set(ticket_ids)),
    reviewSelected: () => review(selected),
    reviewTickets,
    reviewAll: () => reviewTickets(cancellable),
    /** Quotes the cancellation again with another kind of refund. */
    choose: (confirming: ConfirmingStep, preference: RefundPreference) =>
      review(confirming.asked.ticket_ids, preference),
    confirm: (confirming: ConfirmingStep) => cancel.mutate(confirming),
  };
};
export type CancellationState = ReturnType<typeof useCancellation>;

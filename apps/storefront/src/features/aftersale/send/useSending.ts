import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Refused } from "../../../api/call.ts";
import { newIdempotencyKey } from "../../../api/newIdempotencyKey.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { managedOrderKey, type OrderAccess } from "../aftersale.queries.ts";
import { requestReturn, requestSending, type Sending } from "./send.queries.ts";
import { sendStrings } from "./send.strings.ts";

type Step =
  | { readonly kind: "closed"; readonly wasOpen: boolean }
  | { readonly kind: "open" }
  | { readonly kind: "sent"; readonly count: number; readonly email: string }
  | { readonly kind: "returned" };

/** Sends tickets and takes them back, and handles the server's answers. */
export const useSending = (access: OrderAccess) => {
  const client = useQueryClient();
  const t = useText(sendStrings);
  const shared = useText(sharedStrings);
  const [step, setStep] = useState<Step>({ kind: "closed", wasOpen: false });
  const [problem, setProblem] = useState<string>();
  /** Kept until an answer arrives, so that repeating a request after a lost answer sends nothing twice. */
  const [key, setKey] = useState(newIdempotencyKey);

  const refresh = () => client.invalidateQueries({ queryKey: managedOrderKey(access) });
  const finish = (next: Step) => {
    setKey(newIdempotencyKey());
    setStep(next);
    return refresh();
  };
  const fail = (error: unknown): void => {
    const isKnown = error instanceof Refused && error.status < 500;
    if (!isKnown) reportError(error);
    if (error instanceof Refused) {
      setKey(newIdempotencyKey());
      void refresh();
    }
    if (error instanceof Refused && error.code === "too_many_requests") setProblem(t("send.too_many"));
    else setProblem(isKnown ? error.description : failureText(shared));
  };
  const send = useMutation({
    mutationFn: (sending: Omit<Sending, "key">) => requestSending(access, { ...sending, key }),
    onMutate: () => setProblem(undefined),
    onSuccess: (_, { ticket_ids, email }) => finish({ kind: "sent", count: ticket_ids.length, email }),
    onError: fail,
  });
  const takeBack = useMutation({
    mutationFn: (ticket_id: string) => requestReturn(access, { ticket_id, key }),
    onMutate: () => setProblem(undefined),
    onSuccess: () => finish({ kind: "returned" }),
    onError: fail,
  });
  return {
    step,
    problem,
    isSending: send.isPending,
    returning: takeBack.isPending ? takeBack.variables : undefined,
    open: () => setStep({ kind: "open" }),
    close: () => {
      setProblem(undefined);
      setStep({ kind: "closed", wasOpen: true });
    },
    send: (sending: Omit<Sending, "key">) => send.mutate(sending),
    takeBack: (ticket_id: string) => takeBack.mutate(ticket_id),
  };
};
export type SendingState = ReturnType<typeof useSending>;

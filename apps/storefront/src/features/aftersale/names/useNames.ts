import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { detailProblems, emptyDetails, type DetailsInput } from "@foyer/rules/forms/ticketDetails.ts";
import { Refused } from "../../../api/call.ts";
import { newIdempotencyKey } from "../../../api/newIdempotencyKey.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useFocusFirstError } from "../../../shared/form/problems/useFocusFirstError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import type { DetailFieldsState } from "../../reserve/details/detailsState.ts";
import { managedOrderKey, sendNames, type CorrectedNames } from "../aftersale.queries.ts";
import { namesStrings } from "../aftersale.strings.ts";
import type { OrderData } from "../OpenedOrder.tsx";
import { correctedNames, namedGroups, presentNames } from "./namedTickets.ts";

type Step = "closed" | "kept" | "open" | "done";

/** The names on the tickets of an order, in one form that is saved in one request. */
export const useNames = ({ access, reply, actions }: OrderData) => {
  const t = useText(namesStrings);
  const shared = useText(sharedStrings);
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const focusError = useFocusFirstError(() => form.current);
  const groups = namedGroups(reply, access.ticket_order_id, actions.ticket._data);
  const before = presentNames(groups, reply);
  const [step, setStep] = useState<Step>("closed");
  const [input, setInput] = useState<DetailsInput>(emptyDetails);
  const [isChecked, setChecked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [key, setKey] = useState(newIdempotencyKey);
  const problems = detailProblems({ groups, vouchers: [] }, input, undefined, () => []);

  const save = useMutation({
    mutationFn: (tickets: CorrectedNames) => sendNames(access, tickets, key),
    onSuccess: async () => {
      setStep("done");
      await client.invalidateQueries({ queryKey: managedOrderKey(access) });
    },
    onError: (error) => {
      const isRefused = error instanceof Refused && error.status < 500;
      if (!isRefused) reportError(error);
      setProblem(isRefused ? error.description : failureText(shared));
      if (isRefused) void client.invalidateQueries({ queryKey: managedOrderKey(access) });
    },
  });
  const details: DetailFieldsState = {
    input,
    fieldErrors: isChecked ? problems : [],
    changeField: (_, change) => {
      setInput(change);
      setProblem(undefined);
      // A changed value is a different request.
      setKey(newIdempotencyKey());
    },
  };
  return {
    groups,
    step,
    form,
    details,
    problem,
    isBusy: save.isPending,
    open: () => {
      setInput({ ...emptyDetails, attendees: before });
      setChecked(false);
      setProblem(undefined);
      setKey(newIdempotencyKey());
      setStep("open");
    },
    close: () => setStep("kept"),
    submit: (event: FormEvent): void => {
      event.preventDefault();
      if (save.isPending) return;
      setChecked(true);
      setProblem(undefined);
      if (problems.length > 0) return focusError();
      const tickets = correctedNames(groups, before, input.attendees);
      if (tickets.length === 0) return setProblem(t("names.unchanged"));
      save.mutate(tickets);
    },
  };
};
export type NamesForm = ReturnType<typeof useNames>;

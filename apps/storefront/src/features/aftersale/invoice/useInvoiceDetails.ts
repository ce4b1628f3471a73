import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Refused } from "../../../api/call.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import type { OrderAccess } from "../aftersale.queries.ts";
import { invoiceKey, requestInvoiceDetails, type TypedDetails } from "./invoice.queries.ts";
import { companyStrings } from "./company.strings.ts";

type Step = "closed" | "open" | "saved" | "given_up";

/** Adds a company to an order's invoice, and handles the server's answer. */
export const useInvoiceDetails = (access: OrderAccess) => {
  const client = useQueryClient();
  const t = useText(companyStrings);
  const shared = useText(sharedStrings);
  const [step, setStep] = useState<Step>("closed");
  const [problem, setProblem] = useState<string>();
  /** Fields that the server has rejected. */
  const [refused, setRefused] = useState<readonly string[]>([]);
  const problemOf = (error: unknown): string | undefined => {
    if (!(error instanceof Refused) || error.status >= 500) {
      reportError(error);
      return failureText(shared);
    }
    if (error.code === "too_many_requests") return t("company.too_many");
    if (error.code === "tickets_too_old") return t("company.over");
    return error.code === "validation_failed" ? undefined : error.description;
  };
  const save = useMutation({
    mutationFn: (details: TypedDetails) => requestInvoiceDetails(access, details),
    onMutate: () => {
      setProblem(undefined);
      setRefused([]);
    },
    onSuccess: (invoice) => {
      client.setQueryData(invoiceKey(access), invoice);
      setStep("saved");
    },
    onError: (error) => {
      setProblem(problemOf(error));
      const fields = error instanceof Refused ? error.extra["fields"] : undefined;
      setRefused(Array.isArray(fields) ? fields.filter((field) => typeof field === "string") : []);
    },
  });
  return {
    step,
    problem,
    refused,
    isSaving: save.isPending,
    open: () => setStep("open"),
    close: () => {
      setProblem(undefined);
      setRefused([]);
      setStep("given_up");
    },
    save: (details: TypedDetails) => save.mutate(details),
  };
};
export type InvoiceEditing = ReturnType<typeof useInvoiceDetails>;

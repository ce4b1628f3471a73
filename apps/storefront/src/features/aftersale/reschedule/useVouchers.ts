import { useState } from "react";
import { needsOtherVoucher } from "@foyer/rules/forms/cityPass.ts";
import { Refused } from "../../../api/call.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { rescheduleStrings } from "../aftersale.strings.ts";
import type { EnteredVoucher } from "../change/changeRequest.ts";
import type { ChosenTicket } from "./movableVisit.ts";

const voucherCodes: ReadonlySet<string> = new Set(["invalid_citypass", "code_exhausted"]);

/** What a refusal says about a voucher. `index`: its index among those sent. */
type RefusedVoucher = { readonly index?: unknown; readonly ticket_type_id?: unknown; readonly message?: unknown };

/**
 * City-pass vouchers of tickets that are exchanged. A ticket keeps its voucher if that is valid for the new type;
 * otherwise, or if the server rejects it, another one is asked for.
 */
export const useVouchers = (selected: readonly ChosenTicket[], onChange: () => void) => {
  const t = useText(rescheduleStrings);
  const { configuration } = useSeller();
  const [entered, setEntered] = useState<ReadonlyMap<string, string>>(new Map());
  const [askedTypes, setAskedTypes] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const isAsked = ({ needs_voucher, type_name, new_type }: ChosenTicket): boolean =>
    askedTypes.has(new_type.id) ||
    (needs_voucher && needsOtherVoucher(configuration.citypass_code_groups, { from: type_name, to: new_type.name }));
  const asked = selected.filter(isAsked);
  const textOf = ({ id }: Pick<ChosenTicket, "id">): string => (entered.get(id) ?? "").trim();

  /** The errors that can be found without the server, by ticket id. */
  const problems = (): ReadonlyMap<string, string> => {
    const seen = new Set<string>();
    return new Map(
      asked.flatMap((ticket): [string, string][] => {
        const code = textOf(ticket).toLowerCase();
        if (code === "") return [[ticket.id, t("exchange.voucher.required")]];
        if (seen.has(code)) return [[ticket.id, t("exchange.voucher.twice")]];
        seen.add(code);
        return [];
      }),
    );
  };
  return {
    isAsked: (id: string): boolean => asked.some((ticket) => ticket.id === id),
    textOf: (id: string): string => entered.get(id) ?? "",
    errorOf: (id: string): string | undefined => errors.get(id),
    enter: (id: string, text: string): void => {
      setEntered((before) => new Map([...before, [id, text]]));
      setErrors((before) => new Map([...before].filter(([ticket]) => ticket !== id)));
      onChange();
    },
    /** False, and shows the error, if a voucher is missing or entered twice. */
    check: (): boolean => {
      const found = problems();
      setErrors(found);
      return found.size === 0;
    },
    entered: asked.map((ticket): EnteredVoucher => ({
      ticket_id: ticket.id,
      ticket_type_id: ticket.new_type.id,
      code: textOf(ticket),
    })),
    /** Shows a refusal of a voucher at its field. False if it is about none of these tickets. `sent`: in the order sent. */
    showRefusal: (error: unknown, sent: readonly EnteredVoucher[]): boolean => {
      if (!(error instanceof Refused) || !voucherCodes.has(error.code)) return false;
      const { index, ticket_type_id, message }: RefusedVoucher = error.extra;
      const named = typeof index === "number" && message !== "required" ? sent[index]?.ticket_id : undefined;
      const refused = selected.filter(({ id, new_type }) =>
        named === undefined
          ? message === "required" && new_type.id === ticket_type_id && !asked.some((ticket) => ticket.id === id)
          : id === named,
      );
      if (refused.length === 0) return false;
      if (named === undefined) setAskedTypes((before) => new Set([...before, String(ticket_type_id)]));
      const text = message === "required" ? t("exchange.voucher.required") : error.description;
      setErrors(new Map(refused.map(({ id }) => [id, text])));
      return true;
    },
  };
};
export type VoucherInputs = ReturnType<typeof useVouchers>;

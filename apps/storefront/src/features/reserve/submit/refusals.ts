import { canTryAnotherCode, codeMessage } from "@foyer/rules/forms/promoCode.ts";
import type { Refused } from "../../../api/call.ts";
import type { Translator } from "../../../shared/seller/seller.tsx";
import type { deferredReserveStrings } from "../text/deferred.strings.ts";

/** Refusals that can happen to any visitor: shown as a warning, and the form stays usable. */
const expectedRefusals: ReadonlySet<string> = new Set([
  "max_tickets_per_order_exceeded:reserve",
  "min_tickets_per_order_not_met:reserve",
  "rule_blocks_reserve:checkout_rules",
  "anchor_required:reserve",
  "anchor_tickets_mismatch:reserve",
  "event_session_sold_out:reserve",
  // Taken off sale by the seller while the page was open.
  "event_not_found",
  "event_session_not_found",
  "event_session_not_on_sale",
  "ticket_group_not_on_sale",
  "ticket_type_not_available",
  "member_limit_exceeded:reserve",
  "member_required:reserve",
  "ticket_group_capacity_exceeded:reserve",
  "session_capacity_exceeded:reserve",
  "invalid_citypass",
  "citypass_failure",
  "ticket_group_sold_out",
  "code_exhausted",
  "additional_info_validation_failed",
]);
export const isExpectedRefusal = ({ key, code }: Pick<Refused, "key" | "code">): boolean =>
  expectedRefusals.has(key) || expectedRefusals.has(code);

/** Whether the refusal says that the tickets require a code. */
export const requiresCode = ({ extra }: Pick<Refused, "extra">): boolean => extra["block_reason"] === "code_required";

const codeRefusals: ReadonlySet<string> = new Set([
  "code_not_found",
  "code_exhausted",
  "no_code_benefit",
  "too_many_requests",
]);
/** Whether the refusal is about the entered code, not about the tickets. */
export const isCodeRefusal = ({ code }: Pick<Refused, "code">): boolean => codeRefusals.has(code);

type CodeTexts = {
  readonly t: Translator<typeof deferredReserveStrings>;
  /** The seller's own strings. */
  readonly own: Readonly<Record<string, string>>;
};

/** Why the entered code cannot be used, with an invitation to try another if that may help. */
export const codeRefusalText = (error: Refused, tried: string, { t, own }: CodeTexts): string => {
  const invalid = t("reserve.code.invalid", { code: tried });
  const isStillRequired = requiresCode(error);
  const reason = isStillRequired ? invalid : codeMessage(error, { own, invalid });
  return isStillRequired || canTryAnotherCode(error) ? t("reserve.code.another", { reason }) : reason;
};

import type { DeskOrder } from "@foyer/contract/office/orders/deskOrder.ts";
import { CopyButton } from "../../../shared/dialog/CopyButton.tsx";
import { formatMoney } from "../../../shared/format/format.ts";
import type { PreparedAction } from "../preparedAction.ts";

type AskColleagueProps = {
  readonly order: Pick<DeskOrder, "order_number" | "currency" | "refund_limit">;
  readonly slug: string;
  /** The fields that are filled in for the colleague; undefined if there are none. */
  readonly prepared: PreparedAction | undefined;
};

/** The amount that the reader can refund, and how to go beyond it: a link that opens the same refund for a colleague. */
export function AskColleague({ order: { order_number, currency, refund_limit }, slug, prepared }: AskColleagueProps) {
  if (!refund_limit) return null;
  const limits = [
    refund_limit.order !== null && `${formatMoney(refund_limit.order, currency)} of one order`,
    refund_limit.day !== null && `${formatMoney(refund_limit.day, currency)} a day`,
  ].filter(Boolean);
  const link =
    prepared && `${location.origin}/_office/${slug}/orders/${order_number}?${new URLSearchParams(prepared).toString()}`;
  return (
    <div>
      <p>
        You can refund up to {limits.join(" and ")}. For more, ask a colleague: the link opens this form as you filled
        it in.
      </p>
      <CopyButton size="small" disabled={link === undefined} text={link ?? ""} isHidden>
        Copy the link for a colleague
      </CopyButton>
    </div>
  );
}

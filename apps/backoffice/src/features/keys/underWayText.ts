import type { KeyedGatewayState } from "@foyer/contract/office/money/paymentKeys.ts";
import { count } from "../../shared/format/format.ts";

type UnderWay = KeyedGatewayState["under_way"];

const pending = ({ payments, refunds }: UnderWay): string =>
  [...(payments > 0 ? [count(payments, "payment")] : []), ...(refunds > 0 ? [count(refunds, "refund")] : [])].join(
    " and ",
  );
const isOne = ({ payments, refunds }: UnderWay): boolean => payments + refunds === 1;

/** What happens to payments, refunds and renewals that are under way if the keys are replaced; empty if there are none. */
export const replacedKeysText = (underWay: UnderWay): string => {
  const { renewals } = underWay;
  const checked = pending(underWay);
  return [
    ...(checked === "" ? [] : [`${checked} under way ${isOne(underWay) ? "is" : "are"} checked with the new keys.`]),
    ...(renewals > 0 ? [`${count(renewals, "automatic renewal")} will be charged with the new keys.`] : []),
  ].join(" ");
};

/** What prevents keys from being deleted, and what will fail without them; empty if nothing is under way. */
export const deletedKeysText = (underWay: UnderWay): string => {
  const { renewals } = underWay;
  const waiting = pending(underWay);
  const [is, it] = isOne(underWay) ? ["is", "it is"] : ["are", "they are"];
  return [
    ...(waiting === "" ? [] : [`${waiting} ${is} under way with these keys. They can be deleted once ${it} decided.`]),
    ...(renewals > 0 ? [`${count(renewals, "automatic renewal")} will fail.`] : []),
  ].join(" ");
};

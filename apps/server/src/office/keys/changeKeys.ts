import type { forgetPaymentKeys, savePaymentKeys } from "@foyer/contract/office/money/paymentKeys.ts";
import type { Nothing, StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { changedKeys } from "../../providers/keyEndings.ts";
import { gatewayKeysProblems, type GatewayKeys, type KeyValues } from "../../providers/payments/gatewayKeys.ts";
import { keyedGateways, type KeyedGateway } from "../../providers/payments/gatewayRegistry.ts";
import { paymentKeysOf } from "../../providers/storedKeys.sql.ts";
import { keyUse, type KeyUse } from "./keys.sql.ts";
import { requireReadyForLive } from "./requireReadyForLive.ts";
import { dropKeys, openKeys, requireSeenKeys, storeKeys, wrongKeys } from "./storeKeys.ts";

const keyedGateway = (gateway_id: CardGatewayId): KeyedGateway => {
  const found = keyedGateways.find((gateway) => gateway.gateway_id === gateway_id);
  if (!found) throw new Refused({ code: "not_found", context: "staff" });
  return found;
};

/** Parses the keys, or refuses them with the invalid fields. */
const requireFormat = (keys: GatewayKeys, given: KeyValues): KeyValues => {
  const [problem] = gatewayKeysProblems(keys, given);
  if (problem === undefined) return keys.format.parse(given) as KeyValues;
  const named = Object.keys(keys.format.shape).filter((name) => problem.startsWith(`${name}:`));
  throw wrongKeys(named.length > 0 ? named : ["publishable_key"], problem);
};

/** Refuses a change of keys while payments or refunds are pending that only the stored keys can query. */
const requireNoneUnderWay = async ({ db, seller }: StaffContext, gateway_id: CardGatewayId): Promise<void> => {
  const { payments, refunds } = await keyUse(db, seller.id, gateway_id);
  if (payments + refunds === 0) return;
  throw new Refused({
    code: "payment_in_progress",
    context: "staff",
    description: underWayText({ payments, refunds }),
    extra: { payments, refunds },
  });
};

const underWayText = ({ payments, refunds }: Pick<KeyUse, "payments" | "refunds">): string => {
  const counted = [
    ...(payments > 0 ? [payments === 1 ? "one payment" : `${payments} payments`] : []),
    ...(refunds > 0 ? [refunds === 1 ? "one refund" : `${refunds} refunds`] : []),
  ].join(" and ");
  const [is, it] = payments + refunds === 1 ? ["is", "it is"] : ["are", "they are"];
  return `${counted.charAt(0).toUpperCase()}${counted.slice(1)} ${is} under way with the stored keys. Try again once ${it} decided.`;
};

/** Checks keys with their provider, outside any transaction, then stores them if nobody has changed them meanwhile. */
export const saveKeys = async (
  ctx: StaffContext,
  { gateway_id, version, keys: given, confirm }: StaffReceived<typeof savePaymentKeys>,
): Promise<Nothing> => {
  const { seller, providers } = ctx;
  const gateway = keyedGateway(gateway_id);
  const of = paymentKeysOf(seller.id, gateway_id);
  const values = requireFormat(gateway.keys, given);
  const isLive = gateway.keys.isLive(values);
  const entity = { kind: "payment_keys", id: gateway_id } as const;
  const stored = await requireSeenKeys(ctx, of, { version, entity });
  const before = stored && gateway.keys.isLive(await openKeys(ctx, of, stored));
  const changesMode = before !== undefined && before !== isLive;
  if (changesMode) await requireNoneUnderWay(ctx, gateway_id);
  if (isLive && before !== true) await requireReadyForLive(ctx, confirm);
  const fault = await providers.tryGatewayKeys(gateway_id, values, {
    seller_id: seller.id,
    currency: seller.default_currency_code,
    replacesSameMode: before === isLive,
  });
  if (fault) throw wrongKeys([fault.field], fault.reason);
  return storeKeys(ctx, of, {
    version,
    entity,
    keys: values,
    ...(changesMode && { check: (ctx) => requireNoneUnderWay(ctx, gateway_id) }),
    entry: () => ({
      ...(before !== undefined && { before: { mode: modeOf(before) } }),
      after: { mode: modeOf(isLive), keys: before === undefined ? "stored" : "replaced", ...changedKeys(values) },
    }),
  });
};

const modeOf = (isLive: boolean): string => (isLive ? "live" : "test");

export const deleteKeys = (
  ctx: StaffContext,
  { gateway_id, version }: StaffReceived<typeof forgetPaymentKeys>,
): Promise<Nothing> =>
  dropKeys(ctx, paymentKeysOf(ctx.seller.id, keyedGateway(gateway_id).gateway_id), {
    version,
    check: (ctx) => requireNoneUnderWay(ctx, gateway_id),
    entity: { kind: "payment_keys", id: gateway_id },
  });

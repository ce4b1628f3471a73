import type { KeyedGatewayState, readPaymentKeys } from "@foyer/contract/office/money/paymentKeys.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { endingOf } from "../../providers/keyEndings.ts";
import { keyNames } from "../../providers/payments/gatewayKeys.ts";
import {
  cardGatewayOf,
  keyedGateways,
  webhookEventsOf,
  type KeyedGateway,
} from "../../providers/payments/gatewayRegistry.ts";
import { findStoredKeys, paymentKeysOf } from "../../providers/storedKeys.sql.ts";
import { keyUse } from "./keys.sql.ts";
import { noKeys, openKeys } from "./storeKeys.ts";

export const readKeys = async (ctx: StaffContext): Promise<StaffReply<typeof readPaymentKeys>> => {
  const gateways: KeyedGatewayState[] = [];
  for (const gateway of keyedGateways) gateways.push(await gatewayState(ctx, gateway));
  return { gateways };
};

const gatewayState = async (ctx: StaffContext, gateway: KeyedGateway): Promise<KeyedGatewayState> => {
  const { db, seller, providers, now } = ctx;
  const { gateway_id, keys } = gateway;
  const of = paymentKeysOf(seller.id, gateway_id);
  const stored = await findStoredKeys(db, of);
  const opened = stored && (await openKeys(ctx, of, stored));
  const { payments, refunds, renewals, heard_at } = await keyUse(db, seller.id, gateway_id);
  const { required } = keyNames(keys);
  const names = Object.keys(keys.format.shape);
  return {
    gateway_id,
    label: keys.label,
    is_used: cardGatewayOf(seller) === gateway_id,
    fields: names.map((name) => ({ name, is_required: required.includes(name) })),
    stored:
      stored && opened
        ? {
            is_live: keys.isLive(opened),
            since: Temporal.Instant.from(stored.since).toString(),
            keys: names.map((name) => ({ name, ending: endingOf(opened[name]) })),
            fault: stored.fault,
          }
        : null,
    version: stored?.version ?? noKeys,
    webhook: {
      address: `${providers.webhookOrigin}/_hooks/${gateway_id}/${seller.slug}`,
      events: [...webhookEventsOf(gateway_id)],
      heard_at: heard_at === null ? null : Temporal.Instant.from(heard_at).toString(),
      was_heard_lately:
        heard_at !== null &&
        Temporal.Instant.compare(Temporal.Instant.from(heard_at), now.subtract({ hours: 24 })) >= 0,
    },
    under_way: { payments, refunds, renewals },
  };
};

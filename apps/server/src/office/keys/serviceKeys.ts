import {
  keyedServices,
  type forgetServiceKeys,
  type KeyedService,
  type readServiceKeys,
  type saveServiceKeys,
  type ServiceKeysState,
} from "@foyer/contract/office/money/serviceKeys.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import {
  endsSoon,
  isSecretKey,
  loginMethodsOf,
  serviceKeyFormats,
  serviceKeysEnd,
  serviceKeysProblems,
  serviceLabels,
  type ServiceKeyValues,
} from "../../providers/serviceKeys.ts";
import { changedKeys, endingOf } from "../../providers/keyEndings.ts";
import { findStoredKeys, serviceKeysOf } from "../../providers/storedKeys.sql.ts";
import { dropKeys, noKeys, openKeys, requireSeenKeys, storeKeys, wrongKeys } from "./storeKeys.ts";

const isMissable = (field: object): boolean =>
  (field as { readonly safeParse: (value: unknown) => { readonly success: boolean } }).safeParse(undefined).success;

const fieldsOf = (service: KeyedService): ServiceKeysState["fields"] =>
  Object.entries(serviceKeyFormats[service].shape).map(([name, field]) => ({
    name,
    is_required: !isMissable(field),
    is_secret: isSecretKey(name),
  }));

/** Whether the catalogue uses a service's keys; null if it has no say. */
const isUsed = (service: KeyedService, { configuration }: Pick<Seller, "configuration">): boolean | null => {
  const methods = loginMethodsOf(service);
  if (methods) return methods.some((method) => method === configuration.authentication);
  if (service === "loqate") return configuration.address_lookup?.provider === "loqate";
  if (service === "apple_wallet" || service === "google_wallet") return null;
  return configuration.captcha?.provider === service;
};

export const readKeysOfServices = async (ctx: StaffContext): Promise<StaffReply<typeof readServiceKeys>> => {
  const services: ServiceKeysState[] = [];
  for (const service of keyedServices) services.push(await serviceState(ctx, service));
  return { services };
};

const serviceState = async (ctx: StaffContext, service: KeyedService): Promise<ServiceKeysState> => {
  const of = serviceKeysOf(ctx.seller.id, service);
  const stored = await findStoredKeys(ctx.db, of);
  const fields = fieldsOf(service);
  const keys = stored && (await openKeys(ctx, of, stored));
  const ends_at = keys ? serviceKeysEnd(service, keys) : null;
  return {
    service,
    label: serviceLabels[service],
    is_used: isUsed(service, ctx.seller),
    fields,
    stored:
      stored && keys
        ? {
            since: Temporal.Instant.from(stored.since).toString(),
            keys: fields.map(({ name }) => ({ name, ending: endingOf(keys[name]) })),
            ends_at: ends_at?.toString() ?? null,
            ends_soon: endsSoon(ends_at, ctx.now),
            fault: stored.fault,
          }
        : null,
    version: stored?.version ?? noKeys,
  };
};

/** Parses the keys, or refuses them with the first invalid field. */
const requireValid = (service: KeyedService, given: ServiceKeyValues): ServiceKeyValues => {
  const [problem] = serviceKeysProblems(service, given);
  if (problem === undefined) return given;
  const names = Object.keys(serviceKeyFormats[service].shape);
  const field = names.find((name) => problem.startsWith(`${name}:`) || problem.startsWith(`${name} `)) ?? names[0];
  throw wrongKeys([field ?? ""], problem);
};

/** Checks keys with their service, outside any transaction, then stores them if nobody has changed them meanwhile. */
export const saveKeysOfService = async (
  ctx: StaffContext,
  { service, version, keys: given }: StaffReceived<typeof saveServiceKeys>,
): Promise<Nothing> => {
  const keys = requireValid(service, given);
  const of = serviceKeysOf(ctx.seller.id, service);
  const entity = { kind: "service_keys", id: service } as const;
  await requireSeenKeys(ctx, of, { version, entity });
  const fault = await ctx.providers.tryServiceKeys(service, keys);
  if (fault === "no answer")
    throw new Refused({
      code: "unavailable",
      context: "staff",
      description: `${serviceLabels[service]} does not answer, so the keys could not be tried. Nothing is stored.`,
    });
  if (fault) throw wrongKeys([fault.field], fault.reason);
  return storeKeys(ctx, of, {
    version,
    entity,
    keys,
    entry: (stored) => ({
      after: { keys: stored ? "replaced" : "stored", ...changedKeys(keys) },
    }),
  });
};

export const deleteKeysOfService = (
  ctx: StaffContext,
  { service, version }: StaffReceived<typeof forgetServiceKeys>,
): Promise<Nothing> =>
  dropKeys(ctx, serviceKeysOf(ctx.seller.id, service), { version, entity: { kind: "service_keys", id: service } });

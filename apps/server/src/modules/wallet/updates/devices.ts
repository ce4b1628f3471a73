import { createHash } from "node:crypto";
import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import { limitBy, limitByNetwork, takeSharedLimits, type SharedLimit } from "../../../http/limits/sharedLimits.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { requirePassToken } from "./passToken.ts";
import type { PassContext } from "./readPass.ts";
import {
  deleteRegistration,
  lockPass,
  selectPassesOfDevice,
  trimRegistrations,
  upsertRegistration,
} from "./registrations.sql.ts";

export type DeviceContext = PassContext & Pick<RequestContext, "log" | "clientAddress" | "isBehindUnnamedProxy">;

/** The most phones, watches and tablets that can register for one pass. */
const maxDevices = 20;
/** Far more calls than a device makes. */
const callsOfPass: SharedLimit = { name: "wallet_pass", max: 120, windowSeconds: 3600 };
const listsOfNetwork: SharedLimit = { name: "wallet_devices", max: 300, windowSeconds: 3600 };
const maxListed = 500;

/**
 * A device gets the changes up to a minute ago, so that a change whose transaction was still open is in the next answer.
 */
export const asOf = (now: Temporal.Instant): Temporal.Instant => now.subtract({ minutes: 1 });

const hashOf = (device: string): Buffer => createHash("sha256").update(device).digest();

export const tooManyCalls = (wait: number): Refused =>
  new Refused({ code: "too_many_requests", context: "wallet", extra: { retry_after: wait } });

/** Counts a call about one pass. */
export const countCall = async (ctx: DeviceContext, serial: string): Promise<void> => {
  const taken = await takeSharedLimits(ctx, [limitBy(callsOfPass, serial)]);
  if ("wait" in taken) throw tooManyCalls(taken.wait);
};

/** Refuses a pass type that is not, or no longer, the seller's. */
export const requirePassType = async ({ providers, seller }: PassContext, passType: string): Promise<void> => {
  const { apple } = await providers.findWallets(seller.id);
  if (apple?.passType !== passType) throw new Refused({ code: "not_found", context: "wallet" });
};

type OnePass = { readonly device: string; readonly passType: string; readonly serial: string; readonly token?: string };

/** Registers a device that has the pass. If there are too many, the oldest is forgotten. */
export const registerDevice = async (
  ctx: DeviceContext,
  { device, passType, serial, token, push_token }: OnePass & { readonly push_token: string },
): Promise<"added" | "known"> => {
  requirePassToken(ctx, serial, token);
  await requirePassType(ctx, passType);
  await countCall(ctx, serial);
  const isNew = await transact(ctx, async (ctx) => {
    if (!(await lockPass(ctx, serial))) throw new Refused({ code: "not_found", context: "wallet" });
    const added = await upsertRegistration(ctx, { pass_id: serial, device_hash: hashOf(device), push_token });
    await trimRegistrations(ctx, serial, maxDevices);
    return added;
  });
  return isNew ? "added" : "known";
};

/** Unregisters a device. Succeeds even for one that is not registered. */
export const unregisterDevice = async (ctx: DeviceContext, { device, serial, token }: OnePass): Promise<void> => {
  requirePassToken(ctx, serial, token);
  await countCall(ctx, serial);
  await deleteRegistration(ctx, { pass_id: serial, device_hash: hashOf(device) });
};

export type ChangedPasses = { readonly serialNumbers: readonly string[]; readonly lastUpdated: string };

/**
 * The device's passes that have changed since its last call, and the value that it sends with the next call; undefined if
 * there are none. The device is identified only by its own name for itself, because it has no token for all its passes.
 */
export const listChangedPasses = async (
  ctx: DeviceContext,
  { device, passType, since }: { readonly device: string; readonly passType: string; readonly since?: string },
): Promise<ChangedPasses | undefined> => {
  const taken = await takeSharedLimits(ctx, [limitByNetwork(listsOfNetwork, ctx)]);
  if ("wait" in taken) throw tooManyCalls(taken.wait);
  await requirePassType(ctx, passType);
  const found = await selectPassesOfDevice(ctx, {
    device_hash: hashOf(device),
    since: since === undefined ? null : Temporal.Instant.fromEpochMilliseconds(Number(since)).toString(),
    limit: maxListed,
  });
  if (found.length === 0) return undefined;
  const last = found.length === maxListed ? found.at(-1)?.changed_at : undefined;
  const listedUntil = last === undefined ? asOf(ctx.now) : Temporal.Instant.from(last);
  return { serialNumbers: found.map(({ id }) => id), lastUpdated: String(listedUntil.epochMilliseconds) };
};

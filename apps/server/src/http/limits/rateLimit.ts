import { BlockList, isIPv4, isIPv6 } from "node:net";

type RateLimitBounds = { readonly most: number; readonly seconds: number };

/** Beyond this many at once the oldest are forgotten: a flood of addresses must not fill the memory. */
const maxKeys = 50_000;

/**
 * So many of something in a span of time, by key; the span begins with the first of them. Kept by each server for
 * itself: with n servers it is n times as many.
 */
export class RateLimit {
  readonly #bounds: RateLimitBounds;
  readonly #clock: () => number;
  readonly #spent = new Map<string, { count: number; readonly until: number }>();

  constructor(bounds: RateLimitBounds, clock: () => number = () => performance.now()) {
    this.#bounds = bounds;
    this.#clock = clock;
  }

  /** Takes `count`, or says in how many seconds there is more. */
  take(key: string, count = 1): number | undefined {
    const now = this.#clock();
    const counter = this.#spent.get(key);
    if (counter && counter.until > now) {
      if (counter.count + count > this.#bounds.most) return Math.ceil((counter.until - now) / 1000);
      counter.count += count;
      return undefined;
    }
    this.#spent.delete(key);
    if (count > this.#bounds.most) return this.#bounds.seconds;
    this.#spent.set(key, { count, until: now + this.#bounds.seconds * 1000 });
    for (const oldest of this.#spent.keys()) {
      if (this.#spent.size <= maxKeys) break;
      this.#spent.delete(oldest);
    }
    return undefined;
  }

  /** It was not used after all. */
  release(key: string, count = 1): void {
    const counter = this.#spent.get(key);
    if (!counter) return;
    counter.count -= count;
    if (counter.count <= 0) this.#spent.delete(key);
  }
}

type LimitKey = { readonly limit: RateLimit; readonly key: string };
export type TakeResult = { readonly release: (count?: number) => void } | { readonly wait: number };

/** Takes from all of them, or from none: then it says in how many seconds there is more. */
export const takeFromLimits = (limits: readonly LimitKey[], count = 1): TakeResult => {
  for (const [index, { limit, key }] of limits.entries()) {
    const wait = limit.take(key, count);
    if (wait === undefined) continue;
    for (const earlier of limits.slice(0, index)) earlier.limit.release(earlier.key, count);
    return { wait };
  }
  return { release: (released = count) => limits.forEach(({ limit, key }) => limit.release(key, released)) };
};

/** Who may be one and the same by their address: of IPv6 the first half, since one house has all of the second. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(?<v4>[\d.]+)$/i.exec(address)?.groups?.v4 ?? address;
  if (isIPv4(mapped) || !isIPv6(mapped)) return mapped;
  const [head = "", tail] = mapped.split("%")[0]?.split("::") ?? [];
  const [before, after] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean)) as [string[], string[]];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: missing }, () => "0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
};

const sharedNetworks = new BlockList();
for (const [net, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  // Shared by a provider among its customers.
  ["100.64.0.0", 10],
] as const)
  sharedNetworks.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  sharedNetworks.addSubnet(net, bits, "ipv6");

/**
 * Undefined for an address that is nobody's alone: a proxy of our own that TRUST_PROXY does not name, or a network
 * behind which many are. A limit by it would shut out everybody.
 */
export const publicNetworkOf = (address: string): string | undefined => {
  const network = networkOf(address);
  const bare = /^::ffff:(?<v4>[\d.]+)$/i.exec(address)?.groups?.v4 ?? address.split("%")[0] ?? "";
  const isShared = isIPv4(bare)
    ? sharedNetworks.check(bare, "ipv4")
    : isIPv6(bare) && sharedNetworks.check(bare, "ipv6");
  return isShared || !(isIPv4(bare) || isIPv6(bare)) ? undefined : network;
};

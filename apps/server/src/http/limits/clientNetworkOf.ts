import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { RequestContext } from "../requestContext.ts";

/**
 * The network that is treated as one client: the whole IPv4 address, or the /64 of an IPv6 address, which one household
 * has.
 */
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
  // Carrier-grade NAT: shared by many customers of a provider.
  ["100.64.0.0", 10],
] as const)
  sharedNetworks.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  sharedNetworks.addSubnet(net, bits, "ipv6");

type Client = Pick<RequestContext, "clientAddress" | "isBehindUnnamedProxy">;

/** The factor by which the limits of a shared network are higher: nobody is locked out, and nothing is unlimited. */
export const sharedNetworkFactor = 50;

/**
 * The network by which a client is limited. It counts as shared if its address does not distinguish people: private
 * addresses, carrier-grade NAT, and a proxy that TRUST_PROXY does not name.
 */
export const networkOfClient = ({
  clientAddress,
  isBehindUnnamedProxy,
}: Client): { readonly network: string; readonly isShared: boolean } => {
  const unmapped = /^::ffff:(?<v4>[\d.]+)$/i.exec(clientAddress)?.groups?.v4 ?? clientAddress.split("%")[0] ?? "";
  const isPrivate = isIPv4(unmapped)
    ? sharedNetworks.check(unmapped, "ipv4")
    : !isIPv6(unmapped) || sharedNetworks.check(unmapped, "ipv6");
  return { network: networkOf(clientAddress), isShared: isPrivate || isBehindUnnamedProxy };
};

/**
 * The client's network as stored with carts and payments: signed with the server's key, so that it can be compared but
 * not read. Null for shared networks, whose carts and cards are limited by visitor and cart alone.
 */
export const clientNetworkOf = (ctx: Client & Pick<RequestContext, "providers">): string | null => {
  const { network, isShared } = networkOfClient(ctx);
  return isShared ? null : ctx.providers.sign(`place ${network}`);
};

import {
  addressSearch,
  type AddressItem,
  type findAddress,
  type retrieveAddress,
} from "@foyer/contract/shop/forms/address.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { canLookUp, lookupCountry } from "@foyer/rules/forms/addressLookup.ts";
import { plainText } from "@foyer/rules/values/text/plainText.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { takeSharedLimits, limitByNetwork, limitsByVisitor } from "../../../http/limits/sharedLimits.ts";
import { Refused } from "../../../errors/refused.ts";
import { AddressLookupFailed, type AddressLookup } from "../../../providers/addresses/addressLookup.ts";

/** Each lookup may cost the seller money. The limits are enough for somebody who mistypes their address repeatedly. */
const visitorLimit = { name: "address_visitor", max: 120, windowSeconds: 600 };
const networkLimit = { name: "address_network", max: 400, windowSeconds: 600 };

const countLookup = async (ctx: RequestContext): Promise<void> => {
  const taken = await takeSharedLimits(ctx, [...limitsByVisitor(visitorLimit, ctx), limitByNetwork(networkLimit, ctx)]);
  if ("wait" in taken)
    throw new Refused({ code: "too_many_requests", context: "address", extra: { retry_after: taken.wait } });
};

const lookupFailed = (ctx: RequestContext, reason: string): Refused => {
  ctx.log.warn({ event: "address_lookup_failed", reason }, "address lookup failed");
  return new Refused({ code: "address_lookup_failed", context: "address", extra: { reason } });
};

/** Calls the seller's provider. A failure is logged and becomes a refusal, so the form continues without suggestions. */
const callProvider = async <T>(
  ctx: RequestContext,
  country: string,
  call: (provider: AddressLookup) => Promise<T>,
): Promise<T> => {
  const { address_lookup } = ctx.seller.configuration;
  if (!address_lookup || !canLookUp(address_lookup, country)) throw lookupFailed(ctx, "not looked up here");
  await countLookup(ctx);
  try {
    return await call(await ctx.providers.findAddressLookup(ctx.seller.id, address_lookup));
  } catch (error) {
    if (error instanceof AddressLookupFailed) throw lookupFailed(ctx, error.message);
    throw error;
  }
};

const toPlainTexts = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "string" ? plainText(value) : value]),
  ) as Row;

/** Suggestions for a text, or the addresses inside a suggested street (`container`). */
export const findAddresses = async (
  ctx: RequestContext,
  { text, container, country }: Received<typeof findAddress>,
): Promise<Reply<typeof findAddress>> => {
  const query = text === undefined ? "" : plainText(text);
  if (container === undefined && query.length < addressSearch.min)
    throw new Refused({ code: "bad_field_value", context: "address", extra: { fields: ["text"] } });
  const found = await callProvider(ctx, country, (provider) =>
    provider.find({ text: query, container, country: lookupCountry(country) }),
  );
  return { address: { _data: found.map(({ Id, ...rest }) => ({ Id, ...toPlainTexts(rest) })) } };
};

export const readAddress = async (
  ctx: RequestContext,
  { id, country }: Received<typeof retrieveAddress>,
): Promise<Reply<typeof retrieveAddress>> => {
  const item = await callProvider(ctx, country, (provider) => provider.retrieve(id));
  return { address: { _data: item ? [toPlainTexts<AddressItem>(item)] : [] } };
};

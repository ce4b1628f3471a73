import { addressSearch, type AddressItem, type findAddress, type retrieveAddress } from "@foyer/contract/address.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { canLookUp, lookupCountry } from "@foyer/rules/addressLookup.ts";
import { plainText } from "@foyer/rules/plainText.ts";
import type { Ask } from "../../http/ask.ts";
import { Limit, placeOf } from "../../http/limits.ts";
import { Refused } from "../../http/refused.ts";
import { LookupFailed, type Addresses } from "../../outside/addresses/addresses.ts";

/** Each lookup may cost the seller money (T143): enough for somebody who mistypes their address again and again. */
const ofVisitor = new Limit({ most: 120, seconds: 600 });
const ofPlace = new Limit({ most: 400, seconds: 600 });

const takeOne = ({ seller, visitor, from }: Ask): void => {
  const wait =
    (visitor && ofVisitor.take(`${seller.id} ${visitor.identity_id}`)) ?? ofPlace.take(`${seller.id} ${placeOf(from)}`);
  if (wait !== undefined)
    throw new Refused({ code: "too_many_requests", context: "address", extra: { retry_after: wait } });
};

const failed = (ask: Ask, reason: string): Refused => {
  ask.log.warn({ event: "address_lookup_failed", reason }, "addresses could not be looked up");
  return new Refused({ code: "address_lookup_failed", context: "address", extra: { reason } });
};

/** Asks the seller's provider; a failure of theirs is a "no" of ours, and written down. */
const lookUp = async <T>(ask: Ask, country: string, work: (book: Addresses) => Promise<T>): Promise<T> => {
  const { address_lookup } = ask.seller.configuration;
  if (!address_lookup || !canLookUp(address_lookup, country)) throw failed(ask, "not looked up here");
  takeOne(ask);
  try {
    return await work(await ask.outside.addressesOf(ask.seller.id, address_lookup));
  } catch (error) {
    if (error instanceof LookupFailed) throw failed(ask, error.message);
    throw error;
  }
};

const texts = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "string" ? plainText(value) : value]),
  ) as Row;

/** Suggestions for what was typed, or what is inside one of them. */
export const findAddresses = async (
  ask: Ask,
  { text, container, country }: Received<typeof findAddress>,
): Promise<Reply<typeof findAddress>> => {
  const typed = text === undefined ? "" : plainText(text);
  if (container === undefined && typed.length < addressSearch.min)
    throw new Refused({ code: "bad_field_value", context: "address", extra: { fields: ["text"] } });
  const found = await lookUp(ask, country, (book) =>
    book.find({ text: typed, container, country: lookupCountry(country) }),
  );
  return { address: { _data: found.map(({ Id, ...rest }) => ({ Id, ...texts(rest) })) } };
};

/** The address that was chosen. */
export const retrieveAddressOf = async (
  ask: Ask,
  { id, country }: Received<typeof retrieveAddress>,
): Promise<Reply<typeof retrieveAddress>> => {
  const item = await lookUp(ask, country, (book) => book.retrieve(id));
  return { address: { _data: item ? [texts<AddressItem>(item)] : [] } };
};

import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { adult, boot, event, gift, group, template } from "../../../test/reserve/eventData.ts";
import { eventQuery } from "../../features/reserve/queries/reserve.queries.ts";
import { knownEventSearch } from "./knownEventSearch.ts";

const known = async (handler: string, search: string): Promise<string> => {
  const client = new QueryClient();
  const { queryKey } = eventQuery({ slug: boot.seller.slug, event_template_id: event, tg: [] });
  client.setQueryData<unknown>(queryKey, {
    event_template: { _data: [template] },
    ticket_group: { _data: [{ ...group, handler }] },
    ticket_type: { _data: [adult, gift] },
  });
  const query = await knownEventSearch({ boot, client, params: { id: event }, search: new URLSearchParams(search) });
  return decodeURIComponent(query.toString());
};

test.each([
  ["the price of a selected type is kept", "tickets", "select=Patron&price=75", "select=Patron&price=75"],
  ["the price of an unknown type is left out", "tickets", "select=nobody&price=75", "select=?"],
  ["a price without a type is left out of a link to tickets", "tickets", "price=75", ""],
  ["a price without a type is kept for a donation", "donation", "price=75", "price=75"],
  ["a price without a type is kept for a gift card", "ledger", "price=20.00", "price=20.00"],
  ["the price of an unknown donation is left out", "donation", "select=nobody&price=75", "select=?"],
  ["the level of a membership is kept by its name", "membership", "select=general", "select=general"],
  ["the level of a membership is kept by its id", "membership", `select=${group.id}`, `select=${group.id}`],
  ["an unknown level is left out", "membership", "select=gold", "select=?"],
  ["a group of tickets is no choice", "tickets", "select=general", "select=?"],
] as const)("%s", async (_, handler, search, expected) => expect(await known(handler, search)).toBe(expected));

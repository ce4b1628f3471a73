import type { IdentityInput } from "@foyer/contract/identity.ts";
import { newId } from "../../db/newId.ts";
import type { Wire } from "../../db/statement.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { keepVisitors } from "./keepVisitors.ts";
import { insertNamed, takeNamedRow, type Typed } from "./named.sql.ts";

type Row = NonNullable<Awaited<ReturnType<typeof takeNamedRow>>>;

const asTyped = ({ first_name, last_name, email, additional_info }: Row): IdentityInput => ({
  first_name: first_name ?? "",
  last_name: last_name ?? "",
  email: email ?? "",
  additional_info: additional_info as NonNullable<IdentityInput["additional_info"]>,
});

/**
 * Keeps a person whom the visitor named: a giftee, or a purchaser whose address is another's account. The id is good with
 * this visitor alone, and stands for no more than what they typed themselves (T70).
 */
export const keepNamed = async (ask: Ask, typed: Typed): Promise<string> => {
  const visitor = ask.enter();
  const id = newId();
  await transact(ask, async (ask) => {
    await keepVisitors(ask.db, ask.seller.id, [visitor]);
    await insertNamed(ask, { ...typed, id, named_by_id: visitor.identity_id });
  });
  return id;
};

/** Whom the visitor named by this id, once, in the transaction of `wire`; undefined for everybody else's. */
export const takeNamed = async (
  wire: Wire,
  { seller, visitor }: Pick<Ask, "seller" | "visitor">,
  id: string,
): Promise<IdentityInput | undefined> => {
  const row = visitor ? await takeNamedRow(wire, seller.id, { id, named_by_id: visitor.identity_id }) : undefined;
  return row && asTyped(row);
};

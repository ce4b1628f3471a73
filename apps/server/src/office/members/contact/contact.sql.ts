import type { ContactName } from "@foyer/contract/office/members/memberContact.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

export type ContactRow = Readonly<Record<ContactName, string>>;

const columns = `coalesce(phone, '') as phone, coalesce(address, '') as address, coalesce(address_more, '') as address_more,
  coalesce(city, '') as city, coalesce(zip_code, '') as zip_code, coalesce(country, '') as country, coalesce(state, '') as state,
  coalesce(region, '') as region`;

/** The telephone number and address of an account; undefined if the identity is not, or is no longer, an account. */
export const findContact = async (
  pipeline: Pipeline,
  seller_id: string,
  identity_id: string,
): Promise<ContactRow | undefined> => {
  const [row] = await statementWithFreshPlan<ContactRow>(
    pipeline,
    `select ${columns} from identity where seller_id = $1 and id = $2 and kind = 'user'`,
    [seller_id, identity_id],
  );
  return row;
};

/** The same, locked for a change: changes by its owner, merges and erasure wait. */
export const lockContact = async (
  pipeline: Pipeline,
  seller_id: string,
  identity_id: string,
): Promise<ContactRow | undefined> => {
  const [row] = await statementWithFreshPlan<ContactRow>(
    pipeline,
    `select ${columns} from identity where seller_id = $1 and id = $2 and kind = 'user' for no key update`,
    [seller_id, identity_id],
  );
  return row;
};

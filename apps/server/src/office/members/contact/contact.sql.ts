import type { ContactName } from "@foyer/contract/office/members/memberContact.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

export type ContactRow = Readonly<Record<ContactName, string>>;

const columns = `coalesce(phone, '') as phone, coalesce(address, '') as address, coalesce(address_more, '') as address_more,
  coalesce(city, '') as city, coalesce(zip_code, '') as zip_code, coalesce(country, '') as country, coalesce(state, '') as state,
  coalesce(region, '') as region`;

/** Telephone and address of an account; undefined where it is none, or no longer one. */
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

/** The same for whoever changes it: its owner, a merge and erasing wait. */
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

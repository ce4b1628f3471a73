import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { statement, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";
import { writeAnswers } from "../survey/surveys.sql.ts";

/** The columns of an identity that a purchaser fills in. */
export const purchaserColumns = [
  "first_name",
  "last_name",
  "email",
  "phone",
  "address",
  "address_more",
  "city",
  "state",
  "region",
  "country",
  "zip_code",
  "gift_aid_eligible",
  "additional_info",
] as const;
type Column = (typeof purchaserColumns)[number];
type PurchaserDetails = { readonly [column in Column]: NonNullable<IdentityInput[column]> | null };

const purchaserDetails = (given: IdentityInput): PurchaserDetails =>
  ({
    ...Object.fromEntries(purchaserColumns.map((column) => [column, given[column] ?? null])),
    additional_info: given.additional_info ?? {},
  }) as PurchaserDetails;

export type CartPurchaser = PurchaserDetails & {
  readonly cart_id: string;
  readonly id: string;
  readonly meta: { readonly send_email?: boolean; readonly kept_by?: string };
};

/** The purchasers of carts. */
export const readPurchasers = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<CartPurchaser[]> =>
  statement(
    pipeline,
    `select c.id as cart_id, i.id, i.meta, ${purchaserColumns.map((column) => `i.${column}`).join(", ")}
     from unnest($2::uuid[]) as asked (id)
     cross join lateral (select * from cart where seller_id = $1 and id = asked.id offset 0) c
     cross join lateral (select * from identity where seller_id = $1 and id = c.purchaser_identity_id offset 0) i`,
    [seller_id, cart_ids],
  );

export type PurchaserWrite = {
  readonly cart_id: string;
  readonly id: string;
  /** The cart has no purchaser yet. */
  readonly isNew: boolean;
  readonly identity: IdentityInput;
  /** Null keeps the stored version. */
  readonly terms_version: string | null;
  /** Survey answers by ticket group; these groups' stored answers are replaced. */
  readonly answers: Readonly<Record<string, object>>;
  /** The visitor who saved themselves as purchaser by the cart's link. */
  readonly kept_by: string | null;
};

/** Whether saving would change nothing. */
export const isPurchaserUnchanged = (
  { identity, terms_version, answers, kept_by, isNew }: PurchaserWrite,
  known: CartPurchaser | undefined,
): boolean => {
  if (isNew || !known || terms_version !== null || kept_by !== null || known.meta.kept_by !== undefined) return false;
  if (Object.keys(answers).length > 0) return false;
  const wanted = purchaserDetails(identity);
  return purchaserColumns.every((column) => JSON.stringify(known[column]) === JSON.stringify(wanted[column]));
};

const recordColumns = `id uuid, first_name text, last_name text, email text, phone text, address text, address_more text, city text, state text,
  region text, country text, zip_code text, gift_aid_eligible boolean, additional_info jsonb, kept_by text`;
const linkMeta = `case when w.kept_by is null then '{}'::jsonb else jsonb_build_object('kept_by', w.kept_by, 'kept_at', app_now()) end`;
const columnNames = purchaserColumns.join(", ");
const columnValues = purchaserColumns.map((column) => `w.${column}`).join(", ");

const insertPurchasers = `insert into identity (seller_id, id, kind, ${columnNames}, meta)
  select $1, w.id, 'guest', ${columnValues}, ${linkMeta} from jsonb_to_recordset($2::jsonb) as w (${recordColumns}) ${withAnswer}`;
const updatePurchasers = `update identity i set (${columnNames}, meta) = row (${columnValues}, (i.meta - 'kept_by' - 'kept_at') || w.link_meta)
  from (select w.*, ${linkMeta} as link_meta from jsonb_to_recordset($2::jsonb) as w (${recordColumns})) w where i.seller_id = $1 and i.id = w.id and i.id = any($3::uuid[])`;
const linkPurchasersToCarts = `update cart c set purchaser_identity_id = w.identity_id, terms_version = coalesce(w.terms_version, c.terms_version)
  from unnest($2::uuid[], $3::uuid[], $4::text[]) as w (id, identity_id, terms_version)
  where c.seller_id = $1 and c.id = any($2::uuid[]) and c.id = w.id`;

/** Saves the purchasers of locked carts. Details that are not given this time are cleared. */
export const writePurchasers = async (
  pipeline: Pipeline,
  seller_id: string,
  writes: readonly PurchaserWrite[],
): Promise<void> => {
  const rowsOf = (rows: readonly PurchaserWrite[]) =>
    JSON.stringify(rows.map(({ id, identity, kept_by }) => ({ ...purchaserDetails(identity), id, kept_by })));
  const [added, changed] = [writes.filter(({ isNew }) => isNew), writes.filter(({ isNew }) => !isNew)];
  await Promise.all([
    added.length > 0 && statement(pipeline, insertPurchasers, [seller_id, rowsOf(added)]),
    changed.length > 0 &&
      statement(pipeline, updatePurchasers, [seller_id, rowsOf(changed), changed.map(({ id }) => id)]),
    writes.length > 0 &&
      statement(pipeline, linkPurchasersToCarts, [
        seller_id,
        writes.map(({ cart_id }) => cart_id),
        writes.map(({ id }) => id),
        writes.map(({ terms_version }) => terms_version),
      ]),
    writeAnswers(pipeline, seller_id, writes),
  ]);
};

/** Saved with the purchaser, because the order may be made later, when a debit has cleared. */
export const writeEmailPreferences = async (
  pipeline: Pipeline,
  seller_id: string,
  preferences: readonly { readonly identity_id: string; readonly send_email: boolean }[],
): Promise<void> => {
  if (preferences.length === 0) return;
  await statement(
    pipeline,
    `update identity i set meta = i.meta || w.preference
     from unnest($2::uuid[], $3::jsonb[]) as w (id, preference)
     where i.seller_id = $1 and i.id = any($2::uuid[]) and i.id = w.id`,
    [
      seller_id,
      preferences.map(({ identity_id }) => identity_id),
      preferences.map(({ send_email }) => JSON.stringify({ send_email })),
    ],
  );
};

import { statement, withAnswer, type Pipeline } from "../../../db/statement.ts";

export type NewGiftCardBatch = {
  readonly id: string;
  readonly staff_id: string;
  /** Of each card, in minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly quantity: number;
  /** Exclusive. */
  readonly valid_to: string | null;
  readonly reason: string;
};
export type GiftCardBatchRow = NewGiftCardBatch & {
  readonly made: number;
  readonly by: string;
  readonly created_at: string;
  readonly ended_at: string | null;
  /** For a day after the last card was made. */
  readonly is_fresh: boolean;
};

export const insertBatch = async (pipeline: Pipeline, seller_id: string, batch: NewGiftCardBatch): Promise<void> => {
  const { id, staff_id, amount, currency, quantity, valid_to, reason } = batch;
  await statement(
    pipeline,
    `insert into gift_card_batch (seller_id, id, staff_id, amount, currency, quantity, valid_to, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [seller_id, id, staff_id, amount, currency, quantity, valid_to, reason],
  );
};

const columns = `b.id, b.staff_id, b.amount, b.currency, b.quantity, b.valid_to, b.reason, b.made, a.name as by, b.created_at, b.ended_at,
  coalesce(b.ended_at > app_now() - interval '24 hours', true) as is_fresh`;

/** The newest issues of several cards; 50 at most. */
export const newestBatches = (pipeline: Pipeline, seller_id: string): Promise<GiftCardBatchRow[]> =>
  statement(
    pipeline,
    `select ${columns} from gift_card_batch b join staff a on a.id = b.staff_id
     where b.seller_id = $1 and b.quantity > 1 order by b.created_at desc, b.id limit 50`,
    [seller_id],
  );

export const findBatch = async (
  pipeline: Pipeline,
  seller_id: string,
  id: string,
): Promise<GiftCardBatchRow | undefined> => {
  const [row] = await statement<GiftCardBatchRow>(
    pipeline,
    `select ${columns} from gift_card_batch b join staff a on a.id = b.staff_id where b.seller_id = $1 and b.id = $2`,
    [seller_id, id],
  );
  return row;
};

/** Locks the oldest batch whose cards are not all made. Another server takes another one. */
export const lockRunningBatch = async (
  pipeline: Pipeline,
  seller_id: string,
): Promise<(NewGiftCardBatch & { readonly made: number }) | undefined> => {
  const [row] = await statement<NewGiftCardBatch & { made: number }>(
    pipeline,
    `select id, staff_id, amount, currency, quantity, valid_to, reason, made from gift_card_batch
     where seller_id = $1 and ended_at is null order by created_at, id limit 1 for update skip locked`,
    [seller_id],
  );
  return row;
};

/** Counts cards that were made, in their transaction. */
export const countMade = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, cards }: { readonly id: string; readonly cards: number },
): Promise<void> => {
  await statement(
    pipeline,
    `update gift_card_batch set made = made + $3::int,
       ended_at = case when made + $3::int = quantity then app_now() end
     where seller_id = $1 and id = $2`,
    [seller_id, id, cards],
  );
};

/** Notes which batch cards are of, and to whom the e-mail of the only one goes. */
export const insertDeskCards = async (
  pipeline: Pipeline,
  seller_id: string,
  {
    account_ids,
    batch_id,
    name,
    email,
  }: {
    readonly account_ids: readonly string[];
    readonly batch_id: string;
    readonly name: string | null;
    readonly email: string | null;
  },
): Promise<void> => {
  await statement(
    pipeline,
    `insert into desk_gift_card (seller_id, account_id, batch_id, name, email)
     select $1, n.id, $3::uuid, $4::text, $5::text from unnest($2::uuid[]) as n (id) ${withAnswer}`,
    [seller_id, account_ids, batch_id, name, email],
  );
};

/** Keeps another address for a card's e-mail. */
export const keepAddress = async (
  pipeline: Pipeline,
  seller_id: string,
  { account_id, email }: { readonly account_id: string; readonly email: string },
): Promise<void> => {
  await statement(
    pipeline,
    `insert into desk_gift_card (seller_id, account_id, email) values ($1, $2, $3)
     on conflict (seller_id, account_id) do update set email = excluded.email`,
    [seller_id, account_id, email],
  );
};

export type GiftCardWord = { readonly kind: "name" | "email"; readonly word: string };

/** Replaces the words of these kinds by which a card is found. */
export const replaceCardWords = async (
  pipeline: Pipeline,
  seller_id: string,
  account_id: string,
  { kinds, words }: { readonly kinds: readonly GiftCardWord["kind"][]; readonly words: readonly GiftCardWord[] },
): Promise<void> => {
  await statement(
    pipeline,
    `delete from gift_card_word where seller_id = $1 and account_id = $2 and kind = any($3::text[])`,
    [seller_id, account_id, kinds],
  );
  await statement(
    pipeline,
    `insert into gift_card_word (seller_id, kind, word, account_id)
     select $1, n.kind, n.word, $4::uuid from unnest($2::text[], $3::text[]) as n (kind, word)
     on conflict (seller_id, kind, word, account_id) do nothing ${withAnswer}`,
    [seller_id, words.map(({ kind }) => kind), words.map(({ word }) => word), account_id],
  );
};

export type BatchNumberRow = { readonly id: string; readonly number: string };

/** Numbers of a batch's cards, page by page. */
export const numbersOfBatch = (
  pipeline: Pipeline,
  seller_id: string,
  { batch_id, after, limit }: { readonly batch_id: string; readonly after: string; readonly limit: number },
): Promise<BatchNumberRow[]> =>
  statement(
    pipeline,
    `select a.id, a.number from desk_gift_card d join ledger_account a on a.seller_id = $1 and a.id = d.account_id
     where d.seller_id = $1 and d.batch_id = $2 and d.account_id > $3::uuid order by d.account_id limit $4`,
    [seller_id, batch_id, after, limit],
  );

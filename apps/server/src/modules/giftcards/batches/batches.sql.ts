import { statement, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";

export type NewGiftCardBatch = {
  readonly id: string;
  readonly staff_id: string;
  /** The amount of each card, in minor units; null for imported cards, which have different amounts. */
  readonly amount: number | null;
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
  /** True for a day after the last card was created. */
  readonly is_fresh: boolean;
};

/** Returns false if a batch with this id exists. */
export const insertBatch = async (pipeline: Pipeline, seller_id: string, batch: NewGiftCardBatch): Promise<boolean> => {
  const { id, staff_id, amount, currency, quantity, valid_to, reason } = batch;
  const rows = await statement(
    pipeline,
    `insert into gift_card_batch (seller_id, id, staff_id, amount, currency, quantity, valid_to, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (seller_id, id) do nothing returning id`,
    [seller_id, id, staff_id, amount, currency, quantity, valid_to, reason],
  );
  return rows.length > 0;
};

const columns = `b.id, b.staff_id, b.amount, b.currency, b.quantity, b.valid_to, b.reason, b.made, a.name as by, b.created_at, b.ended_at,
  coalesce(b.ended_at > app_now() - interval '24 hours', true) as is_fresh`;

/** The newest batches; 50 at most. */
export const newestBatches = (pipeline: Pipeline, seller_id: string): Promise<GiftCardBatchRow[]> =>
  statement(
    pipeline,
    `select ${columns} from gift_card_batch b join staff a on a.id = b.staff_id
     where b.seller_id = $1 and (b.quantity > 1 or b.amount is null) order by b.created_at desc, b.id limit 50`,
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

export type RunningBatch = NewGiftCardBatch & { readonly amount: number; readonly made: number };

/** Locks the oldest batch with cards still to be created. Another server takes another one. */
export const lockRunningBatch = async (pipeline: Pipeline, seller_id: string): Promise<RunningBatch | undefined> => {
  const [row] = await statement<RunningBatch>(
    pipeline,
    `select id, staff_id, amount, currency, quantity, valid_to, reason, made from gift_card_batch
     where seller_id = $1 and ended_at is null and amount is not null order by created_at, id limit 1 for update skip locked`,
    [seller_id],
  );
  return row;
};

/** Counts created cards, in their transaction. */
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

/** A card with its recipient. */
export type DeskCard = { readonly account_id: string; readonly name: string | null; readonly email: string | null };

/** Stores the batch of cards, and the recipients of their e-mails. */
export const insertDeskCards = async (
  pipeline: Pipeline,
  seller_id: string,
  { batch_id, cards }: { readonly batch_id: string; readonly cards: readonly DeskCard[] },
): Promise<void> => {
  await statement(
    pipeline,
    `insert into desk_gift_card (seller_id, account_id, batch_id, name, email)
     select $1, n.id, $3::uuid, n.name, n.email from unnest($2::uuid[], $4::text[], $5::text[]) as n (id, name, email) ${withAnswer}`,
    [
      seller_id,
      cards.map(({ account_id }) => account_id),
      batch_id,
      cards.map(({ name }) => name),
      cards.map(({ email }) => email),
    ],
  );
};

/** Stores another address for a card's e-mail. */
export const saveCardAddress = async (
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

/** Replaces the search words of these kinds for a card. */
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
  await insertCardWords(
    pipeline,
    seller_id,
    words.map((word) => ({ ...word, account_id })),
  );
};

/** Adds search words for cards. */
export const insertCardWords = async (
  pipeline: Pipeline,
  seller_id: string,
  words: readonly (GiftCardWord & { readonly account_id: string })[],
): Promise<void> => {
  await statement(
    pipeline,
    `insert into gift_card_word (seller_id, kind, word, account_id)
     select $1, n.kind, n.word, n.account_id from unnest($2::text[], $3::text[], $4::uuid[]) as n (kind, word, account_id)
     on conflict (seller_id, kind, word, account_id) do nothing ${withAnswer}`,
    [
      seller_id,
      words.map(({ kind }) => kind),
      words.map(({ word }) => word),
      words.map(({ account_id }) => account_id),
    ],
  );
};

/** Those of these numbers that cards have or had. */
export const takenNumbers = async (
  pipeline: Pipeline,
  seller_id: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await statement<{ normalized: string }>(
    pipeline,
    `select normalized from ledger_account where seller_id = $1 and normalized = any($2::text[])
     union select normalized from replaced_gift_card_number where seller_id = $1 and normalized = any($2::text[])`,
    [seller_id, numbers],
  );
  return new Set(rows.map(({ normalized }) => normalized));
};

export type BatchNumberRow = { readonly id: string; readonly number: string };

/** Numbers of a batch's cards, page by page. A number that replaced a lost one is left out: only whoever replaced it saw it. */
export const numbersOfBatch = (
  pipeline: Pipeline,
  seller_id: string,
  { batch_id, after, limit }: { readonly batch_id: string; readonly after: string; readonly limit: number },
): Promise<BatchNumberRow[]> =>
  statement(
    pipeline,
    `select a.id, a.number from desk_gift_card d join ledger_account a on a.seller_id = $1 and a.id = d.account_id
     where d.seller_id = $1 and d.batch_id = $2 and d.account_id > $3::uuid
       and not exists (select from replaced_gift_card_number r where r.seller_id = $1 and r.account_id = a.id)
     order by d.account_id limit $4`,
    [seller_id, batch_id, after, limit],
  );

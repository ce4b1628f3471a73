import { newOrderedId } from "../../db/newId.ts";
import { statement, type Pipeline } from "../../db/statements/statement.ts";
import type { EmailMessage } from "./mailTransport.ts";

/** One e-mail of a `kind` per subject; `occasion` distinguishes several. */
export type OutboxEmail = {
  readonly kind: string;
  readonly ref_id: string;
  readonly occasion?: string;
  readonly to_address: string;
  readonly email: EmailMessage;
};

/**
 * The initial state of an e-mail of the seller `$1`, in SQL. A preview's e-mail is kept from the start, where its staff
 * can read it, and never sent.
 */
export const stateOfNewEmail = (sellerId: string): string =>
  `case when exists (select from seller s where s.id = ${sellerId} and s.preview_of is not null) then 'kept' else 'queued' end`;

export const insertEmails = async (
  pipeline: Pipeline,
  seller_id: string,
  emails: readonly OutboxEmail[],
): Promise<void> => {
  await statement(
    pipeline,
    `insert into outbox (seller_id, id, kind, ref_id, occasion, to_address, message, state)
     select $1, n.id, n.kind, n.ref_id, n.occasion, n.to_address, n.message, ${stateOfNewEmail("$1")}
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::jsonb[]) as n (id, kind, ref_id, occasion, to_address, message)
     on conflict (seller_id, kind, ref_id, occasion) do nothing`,
    [
      seller_id,
      emails.map(() => newOrderedId()),
      emails.map(({ kind }) => kind),
      emails.map(({ ref_id }) => ref_id),
      emails.map(({ occasion = "" }) => occasion),
      emails.map(({ to_address }) => to_address),
      emails.map(({ email }) => JSON.stringify(email)),
    ],
  );
};

/**
 * Seconds until an e-mail that was sent again can be sent to the same address once more; 0 or less means now. The first
 * e-mail of its kind has no occasion and does not count.
 */
export const secondsUntilSentAgain = async (
  pipeline: Pipeline,
  seller_id: string,
  email: Pick<OutboxEmail, "kind" | "ref_id" | "to_address"> & { readonly seconds: number },
): Promise<number> => {
  const [row] = await statement<{ wait: number | null }>(
    pipeline,
    `select ceil(extract(epoch from max(o.created_at) + make_interval(secs => $5::int) - app_now()))::int as wait
     from outbox o where o.seller_id = $1 and o.kind = $2 and o.ref_id = $3 and o.to_address = $4 and o.occasion <> ''`,
    [seller_id, email.kind, email.ref_id, email.to_address, email.seconds],
  );
  return row?.wait ?? 0;
};

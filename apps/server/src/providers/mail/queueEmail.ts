import type { Database } from "../../db/connections.ts";
import { newId } from "../../db/newId.ts";
import { statement, type Pipeline } from "../../db/statement.ts";
import type { EmailMessage } from "./mailTransport.ts";

/** Of one `kind` about one thing there is one letter; `occasion` tells apart those that there may be several of. */
export type QueuedEmail = {
  readonly kind: string;
  readonly ref_id: string;
  readonly occasion?: string;
  readonly to_address: string;
  readonly email: EmailMessage;
};

/** Puts letters into the outbox, in the transaction of what they tell. */
export const queueEmails = async (
  pipeline: Pipeline,
  seller_id: string,
  emails: readonly QueuedEmail[],
): Promise<void> => {
  if (emails.length === 0) return;
  await statement(
    pipeline,
    `insert into outbox (seller_id, id, kind, ref_id, occasion, to_address, message)
     select $1, n.id, n.kind, n.ref_id, n.occasion, n.to_address, n.message
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::jsonb[]) as n (id, kind, ref_id, occasion, to_address, message)
     on conflict (seller_id, kind, ref_id, occasion) do nothing`,
    [
      seller_id,
      emails.map(() => newId()),
      emails.map(({ kind }) => kind),
      emails.map(({ ref_id }) => ref_id),
      emails.map(({ occasion = "" }) => occasion),
      emails.map(({ to_address }) => to_address),
      emails.map(({ email }) => JSON.stringify(email)),
    ],
  );
};

export const queueEmail = (
  { db, seller }: { readonly db: Database; readonly seller: { readonly id: string } },
  email: QueuedEmail,
): Promise<void> => queueEmails(db, seller.id, [email]);

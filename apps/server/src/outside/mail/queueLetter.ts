import type { Database } from "../../db/connect.ts";
import { newId } from "../../db/newId.ts";
import { statement, type Wire } from "../../db/statement.ts";
import type { Letter } from "./mail.ts";

/** Of one `kind` about one thing there is one letter; `occasion` tells apart those that there may be several of. */
export type QueuedLetter = {
  readonly kind: string;
  readonly ref_id: string;
  readonly occasion?: string;
  readonly to_address: string;
  readonly letter: Letter;
};

/** Puts letters into the outbox, in the transaction of what they tell. */
export const queueLetters = async (wire: Wire, seller_id: string, letters: readonly QueuedLetter[]): Promise<void> => {
  if (letters.length === 0) return;
  await statement(
    wire,
    `insert into outbox (seller_id, id, kind, ref_id, occasion, to_address, message)
     select $1, n.id, n.kind, n.ref_id, n.occasion, n.to_address, n.message
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::jsonb[]) as n (id, kind, ref_id, occasion, to_address, message)
     on conflict (seller_id, kind, ref_id, occasion) do nothing`,
    [
      seller_id,
      letters.map(() => newId()),
      letters.map(({ kind }) => kind),
      letters.map(({ ref_id }) => ref_id),
      letters.map(({ occasion = "" }) => occasion),
      letters.map(({ to_address }) => to_address),
      letters.map(({ letter }) => JSON.stringify(letter)),
    ],
  );
};

export const queueLetter = (
  { db, seller }: { readonly db: Database; readonly seller: { readonly id: string } },
  letter: QueuedLetter,
): Promise<void> => queueLetters(db, seller.id, [letter]);

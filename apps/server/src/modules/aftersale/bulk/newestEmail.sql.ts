import { statement, type Pipeline } from "../../../db/statements/statement.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";

export type NewestEmail = { readonly to_address: string; readonly message: EmailMessage };

/** The newest e-mail of a kind about something. */
export const newestEmailOf = async (
  pipeline: Pipeline,
  seller_id: string,
  { kind, ref_id }: { readonly kind: string; readonly ref_id: string },
): Promise<NewestEmail | undefined> => {
  const [row] = await statement<NewestEmail>(
    pipeline,
    `select to_address, message from outbox where seller_id = $1 and kind = $2 and ref_id = $3 order by created_at desc, id desc limit 1`,
    [seller_id, kind, ref_id],
  );
  return row;
};

import { randomBytes } from "node:crypto";
import { codeAlphabet } from "@foyer/rules/pricing/codePattern.ts";
import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import { newOrderedId } from "../../../db/newId.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { countCodesMade, insertCodes, lockRunningCodeBatch } from "./codeBatches.sql.ts";

/** Codes that one transaction creates. */
const codesAtOnce = 5000;
/** The most codes of a seller per run, so that a large batch does not delay other sellers. */
const codesInTurn = 20_000;
/** Bytes from this value on are rejected: they would make the alphabet's first characters likelier than the others. */
const evenBytes = 256 - (256 % codeAlphabet.length);

/** Random characters of the alphabet, all equally likely. */
const randomText = (length: number): string => {
  let text = "";
  while (text.length < length)
    for (const byte of randomBytes(length - text.length))
      if (byte < evenBytes) text += codeAlphabet[byte % codeAlphabet.length];
  return text;
};

/**
 * Creates the codes of batches that staff requested. It can safely run concurrently, in one process or in several: only
 * the rows record how far a batch is. A code that already exists is replaced by another one in the next step. Returns the
 * number of codes created.
 */
export const runCodeBatches = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  stopping?: AbortSignal,
): Promise<number> => {
  let made = 0;
  for (let tried = 0; tried < codesInTurn && stopping?.aborted !== true; tried += codesAtOnce) {
    const step = await transact(ctx, async ({ db, seller }) => {
      const batch = await lockRunningCodeBatch(db, seller.id);
      if (!batch) return undefined;
      const { id, code_group_id, prefix, length, max_uses, valid_from, valid_to } = batch;
      const wanted = Math.min(codesAtOnce, batch.quantity - batch.made);
      const codes = Array.from({ length: wanted }, () => {
        const code = prefix + randomText(length);
        return { id: newOrderedId(), code, normalized: normalizeCode(code), max_uses, valid_from, valid_to };
      });
      const ids = await insertCodes(db, seller.id, { code_group_id, code_batch_id: id, codes });
      await countCodesMade(db, seller.id, { id, codes: ids.length });
      return ids.length;
    });
    if (step === undefined) break;
    made += step;
  }
  return made;
};

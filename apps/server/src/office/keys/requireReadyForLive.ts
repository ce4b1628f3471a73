import { goLiveWord, type NotReadyForLive } from "@foyer/contract/office/money/paymentKeys.ts";
import type * as z from "zod/mini";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { findBase } from "../editing/baseCatalogue.ts";
import { checkDocument } from "../editing/checkDocument.ts";

/** The maximum number of catalogue errors that the refusal names. */
const namedErrors = 20;

/**
 * Refuses live keys for a shop without terms or with errors in its published catalogue, and without the confirmation word.
 * A catalogue that was imported before revisions were kept has no document to check; its import checked it.
 */
export const requireReadyForLive = async (ctx: StaffContext, confirm: string | undefined): Promise<void> => {
  const base = await findBase(ctx);
  const errors = base ? (await checkDocument(ctx, base.document, { lock: false })).errors : [];
  const terms = ctx.seller.web.terms !== undefined;
  if (!terms || errors.length > 0) {
    const problems: z.infer<typeof NotReadyForLive> = { terms, errors: errors.slice(0, namedErrors) };
    throw new Refused({
      code: "not_ready_for_live",
      context: "staff",
      description: descriptionOf(terms, errors.length),
      extra: problems,
    });
  }
  if (confirm?.trim().toLowerCase() === goLiveWord) return;
  throw new Refused({
    code: "validation_failed",
    context: "staff",
    description: `Type ${goLiveWord}: from then on cards are charged real money.`,
    extra: { fields: ["confirm"] },
  });
};

const descriptionOf = (terms: boolean, errors: number): string =>
  [
    "The shop is not ready to take real payments yet.",
    ...(terms ? [] : ["It has no terms for buyers to accept: publish them first."]),
    ...(errors === 0
      ? []
      : [`Its catalogue has ${errors === 1 ? "an error" : `${errors} errors`}: fix and publish it first.`]),
  ].join(" ");

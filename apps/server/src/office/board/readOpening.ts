import type { OpeningStep } from "@foyer/contract/office/board.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { cardGatewayOf } from "../../providers/payments/gatewayRegistry.ts";
import { isInTestMode } from "../../providers/payments/isInTestMode.ts";
import { findStoredKeys, paymentKeysOf } from "../../providers/storedKeys.sql.ts";
import { whenReadable } from "../../providers/whenReadable.ts";
import { readOpeningFacts } from "./board.sql.ts";

/** More orders than anybody makes to test the shop. */
const mostTests = 20;

/** The steps left before the first real sale, for staff who can edit the catalogue; null after it. */
export const readOpening = async (ctx: StaffContext): Promise<OpeningStep[] | null> => {
  const { db, seller, staff } = ctx;
  if (!staff.can("catalogue.edit")) return null;
  const { orders, has_event } = await readOpeningFacts(db, seller.id, mostTests + 1);
  if (orders > mostTests) return null;
  // If the keys cannot be decrypted, the board is shown without these steps.
  const isTest = await whenReadable(() => isInTestMode(ctx, seller));
  // Orders are tests as long as no money is moved.
  if (isTest === undefined || (orders > 0 && !isTest)) return null;
  const hasKeys = !isTest && (await findStoredKeys(db, paymentKeysOf(seller.id, cardGatewayOf(seller)))) !== undefined;
  return [
    { step: "brand", is_done: Object.keys(seller.theme).length > 0 || seller.meta.logo !== undefined },
    { step: "event", is_done: has_event },
    { step: "terms", is_done: seller.web.terms !== undefined },
    { step: "keys", is_done: hasKeys },
    { step: "test_purchase", is_done: orders > 0 },
  ];
};

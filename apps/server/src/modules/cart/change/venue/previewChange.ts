import { transact } from "../../../../db/transact.ts";
import type { RequestContext } from "../../../../http/requestContext.ts";
import type { CartChangeView } from "../cartChangeView.ts";
import { replaceChange, type OrderChangeRequest } from "../replace/replaceChange.ts";

/** Ends the transaction of a preview, which is rolled back. */
class PreviewEnd extends Error {
  readonly view: CartChangeView;
  constructor(view: CartChangeView) {
    super("A preview changes nothing.");
    this.view = view;
  }
}

/**
 * Previews a change of an order: opens and decides it, replacing the order's open change, in a transaction that is rolled
 * back.
 */
export const previewChange = async (
  ctx: RequestContext,
  asked: OrderChangeRequest,
  /** Further work on the change once it holds its tickets, in the same transaction. */
  work?: (ctx: RequestContext, cart_id: string) => Promise<unknown>,
): Promise<CartChangeView> => {
  try {
    return await transact(ctx, async (ctx) => {
      const { view, cart_id } = await replaceChange(ctx, asked, { canRelease: false });
      if (work) await work(ctx, cart_id);
      throw new PreviewEnd(view);
    });
  } catch (error) {
    if (error instanceof PreviewEnd) return error.view;
    throw error;
  }
};

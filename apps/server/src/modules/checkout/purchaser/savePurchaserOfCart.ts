import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { BatchOutcome } from "../../../db/statements/batchExecutor.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { applyPostCode } from "../../cart/codes/applyCode.ts";
import { readCartCodes } from "../../codes/codeContext.ts";
import { refuseOverusedCode } from "../../codes/refuseOverusedCode.ts";
import { checkoutBatch, outcomeOrRefusal, type CheckoutBatch, type DeferredAnswer } from "../batch/checkoutBatch.ts";
import { includesLimitedCode } from "../batch/lockCheckout.ts";
import { lockCheckoutCarts, readCheckoutForms, type LockedCheckoutCart } from "../batch/lockCheckout.sql.ts";
import { bookedRefusal, refusePurchaserOfChange, requireCartAccess } from "../requireCartAccess.ts";
import { refuseGiftToSelf } from "./giftee.ts";
import { readSurveys } from "../survey/surveys.sql.ts";
import { purchaserWrite, type CartForms, type PurchaserInput } from "./purchaserWrite.ts";
import { writePurchasers, type PurchaserWrite } from "./purchasers.sql.ts";

type Sent = PurchaserInput & { readonly cart_id: string };
type SavedPurchaser = { readonly identity_id: string };
type Job = { readonly ctx: RequestContext; readonly sent: Sent };

/** Saves the purchaser of the visitor's own cart. */
export const savePurchaserOfCart = async (ctx: RequestContext, sent: Sent): Promise<SavedPurchaser> => {
  const saved = await purchaserBatch.run({ ctx, sent });
  await applyPostCode(ctx, sent.cart_id, sent.identity.zip_code);
  return saved;
};

type CartState = {
  readonly cart: LockedCheckoutCart | undefined;
  readonly forms: CartForms;
  readonly hasLimitedCode: boolean;
};
type PurchaserWrites = {
  readonly purchasers: PurchaserWrite[];
  /** Carts with codes that have a limit per buyer. */
  readonly limited: string[];
  readonly withGiftee: string[];
};

const purchaserBatch: CheckoutBatch<Job, SavedPurchaser> = checkoutBatch(
  async (pipeline, seller, jobs, { commitWith }) => {
    const stateOf = await readCartStates(pipeline, seller, jobs);
    const writes: PurchaserWrites = { purchasers: [], limited: [], withGiftee: [] };
    const isAlone = jobs.length === 1;
    const outcomes = jobs.map((job) =>
      outcomeOrRefusal(() => savePurchaserJob(job, stateOf(job.sent.cart_id), { writes, isAlone })),
    );
    const written = writePurchasers(pipeline, seller.id, writes.purchasers);
    for (const cart_id of writes.withGiftee) {
      await written;
      await refuseGiftToSelf(pipeline, seller.id, cart_id);
    }
    for (const cart_id of writes.limited) {
      await written;
      await refuseOverusedCode(pipeline, seller.id, cart_id);
    }
    await commitWith(written);
    return outcomes;
  },
  ({ sent }) => [sent.cart_id],
  "purchasers",
);

const readCartStates = async (
  pipeline: Pipeline,
  seller: Seller,
  jobs: readonly Job[],
): Promise<(cart_id: string) => CartState> => {
  const cart_ids = jobs.map(({ sent }) => sent.cart_id);
  const [carts, forms, surveys, codes] = await Promise.all([
    lockCheckoutCarts(pipeline, seller.id, cart_ids),
    readCheckoutForms(pipeline, seller.id, cart_ids),
    readSurveys(pipeline, seller.id, cart_ids),
    readCartCodes(pipeline, seller.id, cart_ids),
  ]);
  const cartsById = new Map(carts.map((cart) => [cart.id, cart]));
  const formsOf = Map.groupBy(forms, ({ cart_id }) => cart_id);
  const surveysOf = Map.groupBy(surveys, ({ cart_id }) => cart_id);
  const codesOf = Map.groupBy(codes, ({ cart_id }) => cart_id);
  return (cart_id) => ({
    cart: cartsById.get(cart_id),
    forms: {
      metas: (formsOf.get(cart_id) ?? []).map(({ meta }) => meta),
      surveys: surveysOf.get(cart_id) ?? [],
    },
    hasLimitedCode: includesLimitedCode(codesOf.get(cart_id) ?? []),
  });
};

const savePurchaserJob = (
  job: Job,
  state: CartState,
  { writes, isAlone }: { readonly writes: PurchaserWrites; readonly isAlone: boolean },
): BatchOutcome<DeferredAnswer<SavedPurchaser>> => {
  const { ctx, sent } = job;
  const cart = requireCartAccess(ctx, state.cart, "owner");
  if (cart.state === "completed") return { answer: () => refuseBooked(ctx, cart.id) };
  refusePurchaserOfChange(cart);
  const write = purchaserWrite(ctx, cart, state.forms, sent);
  // Once an instalment is paid, the cart keeps its codes regardless of their limits.
  const isLimited = !cart.part_paid && state.hasLimitedCode;
  const hasGiftee = cart.giftee !== null;
  if ((isLimited || hasGiftee) && !isAlone) return { answer: () => purchaserBatch.runAlone(job) };
  if (isLimited) writes.limited.push(cart.id);
  if (hasGiftee) writes.withGiftee.push(cart.id);
  writes.purchasers.push(write);
  return { answer: () => ({ identity_id: write.id }) };
};

const refuseBooked = async (ctx: RequestContext, cart_id: string): Promise<never> => {
  throw await bookedRefusal(ctx, cart_id);
};

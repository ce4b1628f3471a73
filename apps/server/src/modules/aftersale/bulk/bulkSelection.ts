import { createHash } from "node:crypto";
import type { BulkRequest } from "@foyer/contract/office/bulk.ts";
import { bulkObstacle } from "@foyer/rules/aftersale/bulkObstacle.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { Refused } from "../../../errors/refused.ts";
import type { CheckoutContext } from "../../checkout/context.ts";
import {
  bulkSessions,
  ordersByNumber,
  ordersMovedBy,
  ordersOfSessions,
  sessionsMovedBy,
  type BulkOrderRow,
  type BulkScope,
} from "./bulkFacts.sql.ts";
import type { NewBulkJob } from "./bulkJobs.sql.ts";
import { noGiftCards } from "../../giftcards/noGiftCards.ts";

export type BulkPlaces = { readonly needed: number; readonly left: number | null };

/** The sessions or orders that a bulk job concerns, as they are now. */
export type BulkSelection = {
  readonly request: BulkRequest;
  readonly scope: BulkScope;
  readonly orders: readonly BulkOrderRow[];
  /** The orders that the job can process without a person. */
  readonly fitting: readonly BulkOrderRow[];
  /** Places in the target session of a move. */
  readonly places: BulkPlaces | null;
};

const wrong = (...fields: readonly string[]): Refused =>
  new Refused({ code: "validation_failed", context: "bulk", extra: { fields } });

/** The most numbers that a refusal names. */
const namedNumbers = 10;

const unknownOrders = (
  { order_numbers }: BulkRequest,
  orders: readonly Pick<BulkOrderRow, "order_number">[],
): Refused => {
  const known = new Set(orders.map(({ order_number }) => order_number));
  const unknown = order_numbers.filter((number) => !known.has(number));
  const named = unknown.slice(0, namedNumbers).join(", ");
  return new Refused({
    code: "validation_failed",
    context: "bulk",
    description: `There are no orders with these numbers: ${named}${unknown.length > namedNumbers ? " …" : ""}.`,
    extra: { fields: ["order_numbers"] },
  });
};

/** Reads what a job would concern. Refuses a job that could not be started. */
export const readSelection = async (
  ctx: CheckoutContext & { readonly now: Temporal.Instant },
  sent: BulkRequest,
): Promise<BulkSelection> => {
  const { db, seller } = ctx;
  requireShape(sent);
  const { moved_in_revision: revision } = sent;
  const sessions = revision === undefined ? sent.session_ids : await sessionsMovedBy(db, seller.id, revision);
  if (revision !== undefined && sessions.length === 0) throw wrong("moved_in_revision");
  const request = {
    ...sent,
    session_ids: [...new Set(sessions)].toSorted(),
    order_numbers: [...new Set(sent.order_numbers)].toSorted((one, other) => one - other),
  };
  if (request.action === "gift_card" && seller.configuration.ledger_id === undefined) throw noGiftCards();
  const left = await requireSessions(ctx, request);
  const scope = { session_ids: request.session_ids, target_session_id: request.target_session_id ?? null };
  const isOfSessions = request.session_ids.length > 0;
  const orders =
    revision !== undefined
      ? await ordersMovedBy(db, seller.id, scope, revision)
      : isOfSessions
        ? await ordersOfSessions(db, seller.id, scope)
        : await ordersByNumber(db, seller.id, scope, request.order_numbers);
  if (!isOfSessions && orders.length < request.order_numbers.length) throw unknownOrders(request, orders);
  const fitting = orders.filter((order) => bulkObstacle(request.action, order) === null);
  requireTimeToChoose(ctx, request, fitting);
  const needed = fitting.reduce((sum, { places }) => sum + places, 0);
  if (left !== null && needed > left)
    throw new Refused({
      code: "event_session_sold_out",
      context: "bulk",
      description: `The session has ${left} places left. ${needed - left} are missing.`,
      extra: { missing: needed - left },
    });
  return { request, scope, orders, fitting, places: request.action === "move" ? { needed, left } : null };
};

/** Refuses a choice whose last day comes after the beginning of a visit: from then on its buyer cannot choose any more. */
const requireTimeToChoose = (
  { seller }: Pick<CheckoutContext, "seller">,
  { offers_choice, from_day }: BulkRequest,
  fitting: readonly BulkOrderRow[],
): void => {
  if (offers_choice !== true || from_day === undefined) return;
  const end = Temporal.PlainDate.from(from_day).toZonedDateTime(seller.timezone).toInstant();
  const isTooLate = fitting.some(
    ({ begins }) => begins !== null && Temporal.Instant.compare(Temporal.Instant.from(begins), end) < 0,
  );
  if (isTooLate)
    throw new Refused({
      code: "validation_failed",
      context: "bulk",
      description: "Some of these visits begin before that day, and buyers can choose only until then.",
      extra: { fields: ["from_day"] },
    });
};

/** Requires either sessions or orders, and exactly the fields that the action needs. */
const requireShape = ({
  action,
  session_ids,
  order_numbers,
  target_session_id,
  subject,
  message,
  from_day,
  offers_choice,
  moved_in_revision,
}: BulkRequest): void => {
  const isChoice = offers_choice === true;
  const meant = [session_ids.length > 0, order_numbers.length > 0, moved_in_revision !== undefined];
  if (meant.filter(Boolean).length !== 1) throw wrong("session_ids", "order_numbers");
  if (moved_in_revision !== undefined && action !== "write") throw wrong("moved_in_revision");
  if ((action === "move") !== (target_session_id !== undefined)) throw wrong("target_session_id");
  if (isChoice && (action === "write" || from_day === undefined)) throw wrong("offers_choice", "from_day");
  if (action === "write" || isChoice) {
    const missing = [...(subject === undefined ? ["subject"] : []), ...(message === undefined ? ["message"] : [])];
    if (missing.length > 0) throw wrong(...missing);
  } else if (subject !== undefined || message !== undefined) throw wrong("subject", "message");
};

/**
 * Refuses sessions of another seller, and a target that cannot take anybody. Returns the places left in the target, or
 * null if they are unlimited or there is no target.
 */
const requireSessions = async (
  { db, seller, now }: CheckoutContext & { readonly now: Temporal.Instant },
  { action, session_ids, target_session_id, from_day, offers_choice }: BulkRequest,
): Promise<number | null> => {
  const sessions = await bulkSessions(db, seller.id, session_ids);
  if (sessions.length < session_ids.length) throw wrong("session_ids");
  const today = todayAt(now, seller.timezone);
  const isChoice = offers_choice === true;
  // Buyers have at least the rest of today to choose.
  if (isChoice && from_day !== undefined && from_day <= today) throw wrong("from_day");
  if (from_day !== undefined && !isChoice) {
    // A job can only wait for buyers' choices if the buyers were told that their session is cancelled.
    const canWait = (action === "cancel" || action === "gift_card") && session_ids.length > 0;
    if (!canWait || !sessions.every(({ cancelled }) => cancelled) || from_day < today) throw wrong("from_day");
  }
  if (target_session_id === undefined) return null;
  const [target] = await bulkSessions(db, seller.id, [target_session_id]);
  const isOfEvent = sessions.every(({ event_template_id }) => event_template_id === target?.event_template_id);
  if (!target || session_ids.includes(target.id) || !isOfEvent) throw wrong("target_session_id");
  if (target.is_past || target.cancelled || target.closed)
    throw new Refused({
      code: "event_session_not_on_sale",
      context: "bulk",
      description: target.is_past
        ? "That session is over."
        : target.closed
          ? "The sales of that session are closed."
          : "That session is cancelled.",
    });
  return target.left;
};

/** A hash of the action and its subject, so that the same job is not started twice. */
export const selectionHash = ({
  action,
  session_ids,
  order_numbers,
  target_session_id,
  subject,
  message,
  moved_in_revision,
}: BulkRequest): Buffer =>
  createHash("sha256")
    .update(
      JSON.stringify([action, session_ids, order_numbers, target_session_id, subject, message, moved_in_revision]),
    )
    .digest();

/** The row of a job to be started. */
export const newBulkJob = (
  { request }: BulkSelection,
  { id, reason, staff_id }: Pick<NewBulkJob, "id" | "reason" | "staff_id">,
): NewBulkJob => ({
  id,
  reason,
  staff_id,
  action: request.action,
  session_ids: request.session_ids,
  target_session_id: request.target_session_id ?? null,
  from_day: request.from_day ?? null,
  subject: request.subject ?? null,
  message: request.message ?? null,
  offers_choice: request.offers_choice ?? false,
  moved_in_revision: request.moved_in_revision ?? null,
  selection_hash: selectionHash(request),
});

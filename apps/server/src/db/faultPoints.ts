/**
 * Every point where a test can kill the process (`crash`) or make a request wait (`pause`). With NODE_ENV=production
 * both do nothing, whatever is armed: that is decided once, when this file is loaded.
 */
export const crashPoints = [
  "before_hold_commit",
  "after_hold_commit",
  "after_payment_row",
  "after_provider_call",
  "after_authorized",
  "after_captured",
  "inside_ledger_debit",
  "after_restore",
  "after_refund_row",
  "after_refund_sent",
  "inside_order_transaction",
  "inside_ticket_sending",
  "after_order_commit",
  "renewal_claimed",
  "import_row_booked",
  "after_renewal_hold",
  "after_renewal_cart_saved",
  "mail_claimed",
  "mail_accepted",
  "bulk_item_claimed",
  "bulk_item_changed",
  "bulk_job_ending",
  "bulk_choice_told",
  "gift_cards_made",
] as const;
export type CrashPoint = (typeof crashPoints)[number];

export const pausePoints = [
  "after_ledger_account",
  "after_ledger_entries",
  "after_live_payment_check",
  "after_order_check",
  "before_refund_reserved",
  "before_user_insert",
  "buyer_limit_checked",
  "cancellation_planned",
  "carts_locked",
  "carts_moved",
  "catalogue_planned",
  "change_locked",
  "email_saved",
  "external_identity_read",
  "gift_card_found",
  "gift_card_locked",
  "gift_cards_locked",
  "hold_decided",
  "hold_locked",
  "house_session_locked",
  "invoice_details_read",
  "limits_counted",
  "login_attempts_counted",
  "login_verified",
  "member_locked",
  "member_orders_locked",
  "membership_endings_locked",
  "money_notice_due",
  "moved_carts_locked",
  "report_mail_due",
  "office_limit_counted",
  "open_change_closed",
  "open_change_found",
  "open_change_released",
  "open_changes_read",
  "order_change_locked",
  "order_tickets_cancelled",
  "orders_locked_for_search",
  "otp_checked",
  "party_locked",
  "payment_attempts_locked",
  "persons_locked",
  "plan_locked",
  "previews_counted",
  "quota_counted",
  "refund_limit_counted",
  "gate_code_locked",
  "comp_limit_counted",
  "till_left",
  "till_summed",
  "counter_sale_held",
  "counter_sale_locked",
  "counter_link_locked",
  "member_renewal_locked",
  "member_level_locked",
  "import_row_held",
  "import_row_locked",
  "card_import_checked",
  "code_import_checked",
  "code_import_made",
  "cards_marking",
  "cards_marked",
  "refund_locked",
  "renewal_authorized",
  "renewal_before_capture",
  "renewal_cancel_found",
  "renewal_checked",
  "renewal_decided",
  "renewal_step_decided",
  "reset_hashed",
  "restore_decided",
  "restore_locked",
  "scan_found",
  "scan_locked",
  "tickets_handed_over",
  "venue_move_held",
  "staff_change_begins",
  "gift_cards_past_their_end",
  "bulk_item_quoted",
  "bulk_item_ending",
  "bulk_job_swept",
  "stored_keys_listed",
] as const;
export type PausePoint = (typeof pausePoints)[number];

const isProduction = process.env["NODE_ENV"] === "production";

let armedCrash: { point: string; left: number } | undefined;

/** Kills the process when it passes a crash point; 'after_captured:2' kills it at the second pass. */
export const armCrash = (fault: string): void => {
  if (isProduction) throw new Error("FAULT is for tests only.");
  const [point = "", times = "1"] = fault.split(":");
  if (!crashPoints.some((name) => name === point)) throw new Error(`FAULT names an unknown crash point: ${point}`);
  armedCrash = { point, left: Number(times) };
};

const crashIfArmed = (point: CrashPoint): void => {
  if (armedCrash?.point !== point) return;
  armedCrash.left -= 1;
  if (armedCrash.left <= 0) process.kill(process.pid, "SIGKILL");
};
export const crash: (point: CrashPoint) => void = isProduction ? () => undefined : crashIfArmed;

const pauses = new Map<PausePoint, () => Promise<void>>();

/** Forces an interleaving: a request that reaches `point` waits for the promise that `wait` returns. */
export const pauseAt = (point: PausePoint, wait: (() => Promise<void>) | undefined): void => {
  if (wait) pauses.set(point, wait);
  else pauses.delete(point);
};

/** Lets requests pass every point without waiting. */
export const clearPauses = (): void => pauses.clear();

const pauseIfArmed = async (point: PausePoint): Promise<void> => pauses.get(point)?.();
export const pause: (point: PausePoint) => Promise<void> = isProduction ? async () => undefined : pauseIfArmed;

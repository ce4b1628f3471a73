/**
 * Named points where tests kill the process or hold it still. Nothing is armed unless a test, or the FAULT setting
 * outside production, says so.
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
  "after_order_commit",
  "renewal_claimed",
  "after_renewal_hold",
  "after_renewal_cart_saved",
  "mail_claimed",
  "mail_accepted",
] as const;
export type CrashPoint = (typeof crashPoints)[number];

let armedCrash: { point: string; left: number } | undefined;

/** 'after_captured:2' kills at the second pass. */
export const armCrash = (fault: string): void => {
  const [point = "", times = "1"] = fault.split(":");
  if (!crashPoints.some((name) => name === point)) throw new Error(`FAULT names no known point: ${point}`);
  armedCrash = { point, left: Number(times) };
};

export const crash = (point: CrashPoint): void => {
  if (armedCrash?.point !== point) return;
  armedCrash.left -= 1;
  if (armedCrash.left <= 0) process.kill(process.pid, "SIGKILL");
};

const pauses = new Map<string, () => Promise<void>>();

/** Races force their interleaving: whoever reaches `point` waits for what the test gives here. */
export const pauseAt = (point: string, wait: (() => Promise<void>) | undefined): void => {
  if (wait) pauses.set(point, wait);
  else pauses.delete(point);
};
export const pause = async (point: string): Promise<void> => pauses.get(point)?.();

const removed = new Set<string>();
/** A test takes a guard away once, to show that it goes red without it. */
export const removeGuard = (guard: string): void => void removed.add(guard);
export const restoreGuards = (): void => removed.clear();
export const guardStands = (guard: string): boolean => !removed.has(guard);

/** Thresholds of a cart's timer, in seconds unless the name says minutes. */
export const cartTimer = {
  /** The browser's timer ends before the server's, so that nobody pays for tickets that are being released. */
  clientMargin: 5,
  shownUnder: 20 * 60,
  warning: 300,
  error: 120,
  critical: 30,
  offerExtensionAt: 60,
  extensionMinutes: 2,
  discardUnder: 30,
} as const;

/** When the cart expires by the browser's clock, in epoch milliseconds; null if nothing in it can expire. */
export const localExpiry = (expires_in: number | null, now: number): number | null =>
  expires_in === null ? null : now + (expires_in - cartTimer.clientMargin) * 1000;

/** Whole seconds until the expiry, at least 0. */
export const secondsLeft = (local_expiry: number, now: number): number =>
  Math.max(0, Math.ceil((local_expiry - now) / 1000));

export type TimerLevel = "info" | "warning" | "error" | "critical";

export const timerLevel = (left: number): TimerLevel => {
  if (left <= cartTimer.critical) return "critical";
  if (left <= cartTimer.error) return "error";
  if (left <= cartTimer.warning) return "warning";
  return "info";
};

export const isTimerShown = (left: number): boolean => left > 0 && left < cartTimer.shownUnder;

/** The prompt in the last minute: whether more time is offered or used up. None after the visitor has declined. */
export const extensionPrompt = ({
  left,
  declined,
  extensions_left,
}: {
  readonly left: number;
  readonly declined: boolean;
  readonly extensions_left: number;
}): "offered" | "used_up" | undefined => {
  if (left <= 0 || left > cartTimer.offerExtensionAt || declined) return undefined;
  return extensions_left > 0 ? "offered" : "used_up";
};

/** '4:59' */
export const formatTimer = (left: number): string => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;

export type StoredCart = {
  readonly expires_in: number | null;
  readonly payment_in_progress: boolean;
  readonly completed_payments: readonly unknown[];
};

/** Is a stored cart too close to expiry to restore? Only when it is loaded, and never while or after paying. */
export const isAboutToExpire = (
  { expires_in, payment_in_progress, completed_payments }: StoredCart,
  location: { readonly atCheckout: boolean },
): boolean =>
  !location.atCheckout &&
  !payment_in_progress &&
  completed_payments.length === 0 &&
  expires_in !== null &&
  expires_in < cartTimer.discardUnder;

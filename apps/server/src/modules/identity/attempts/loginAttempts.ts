import type { RefusalContext } from "@foyer/contract/errors.ts";
import { pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { clientNetworkOf } from "../../../http/limits/clientNetworkOf.ts";
import { Refused } from "../../../errors/refused.ts";
import { captchaRequired, requireCaptcha } from "../captcha/requireCaptcha.ts";
import {
  deleteAttempts,
  deleteAttempt,
  insertAttempt,
  lockAttempts,
  countAttempts,
  type AttemptKey,
  type AttemptCounts,
} from "./loginAttempts.sql.ts";

/** Guessing a secret becomes slow, but nobody is ever locked out of their own account. Attempts within `seconds` count. */
const guessLimits = {
  seconds: 900,
  /** From here on a captcha is asked for: one account from one network; one account; one network at all accounts. */
  pair: 5,
  target: 20,
  clientNetwork: 30,
  /** From one network at all accounts, where the answer reveals what was wrong. */
  revealingClientNetwork: 20,
  /** Nobody mistypes this often: from here on the network is refused for a while. */
  clientNetworkMax: 300,
  /** The delay between two attempts of a pair doubles with each one, up to this. */
  maxDelaySeconds: 60,
} as const;

export type GuessedLoginMethod = "password" | "scan_code" | "link";

/** How often an action that sends or creates something may be used within `seconds`, for a target and from a network. */
const actionQuotas = {
  otp_request: { seconds: 3600, target: 5, clientNetwork: 30 },
  reset: { seconds: 3600, target: 3, clientNetwork: 20 },
  /** The e-mail for an account without a password, when somebody tries to log in to it at the checkout. */
  guest_account: { seconds: 3600, target: 1, clientNetwork: 20 },
  /** Only registrations of an existing address count; a successful one is released. */
  register: { seconds: 900, target: 5, clientNetwork: 5 },
  set_email: { seconds: 900, target: 5, clientNetwork: 20 },
  /** Redirects to an external login; the target is a browser. */
  sso: { seconds: 3600, target: 60, clientNetwork: 600 },
  /** Membership cards that move to another address, each with an e-mail there. */
  card_transfer: { seconds: 3600, target: 10, clientNetwork: 60 },
  giftee: { seconds: 3600, target: 30, clientNetwork: 200 },
  /** Order e-mails requested by an e-mail address. */
  resend: { seconds: 3600, target: 3, clientNetwork: 5 },
  /** The e-mail of one order, requested by its owner or with its link. */
  order_email: { seconds: 3600, target: 3, clientNetwork: 30 },
} as const;
export type QuotaAction = keyof typeof actionQuotas;

const attemptKey = (
  ctx: Pick<RequestContext, "seller" | "providers" | "clientAddress">,
  action: string,
  target: string,
): AttemptKey => {
  const clientNetwork = clientNetworkOf(ctx);
  return {
    action,
    target: Buffer.from(ctx.providers.sign(`login target ${ctx.seller.id} ${target}`)),
    clientNetwork: clientNetwork === null ? null : Buffer.from(clientNetwork),
  };
};

export const tooManyRequests = (retry_after: number, context: RefusalContext = "login"): Refused =>
  new Refused({
    code: "too_many_requests",
    context,
    extra: { retry_after: Math.max(1, Math.ceil(retry_after)) },
  });

type GuessDecision = "free" | "captcha" | { readonly wait: number };

const checkGuess = (
  { pair, target, client_network, since, client_network_wait, target_wait }: AttemptCounts,
  isRevealing: boolean,
): GuessDecision => {
  if (client_network >= (isRevealing ? guessLimits.revealingClientNetwork : guessLimits.clientNetworkMax))
    return { wait: client_network_wait };
  if (isRevealing) return pair >= guessLimits.pair ? { wait: target_wait } : "captcha";
  const delay = pair < guessLimits.pair ? 0 : Math.min(2 ** (pair - guessLimits.pair), guessLimits.maxDelaySeconds);
  if (since < delay) return { wait: delay - since };
  return pair >= guessLimits.pair || target >= guessLimits.target || client_network >= guessLimits.clientNetwork
    ? "captcha"
    : "free";
};

export type CountedGuess = {
  /** Call it when the guess was right: forgets the attempts at this target from this network. */
  readonly clear: (ctx: Pick<RequestContext, "db" | "seller">) => Promise<unknown>;
};

/**
 * Counts a guess before anything is compared, in a transaction of its own, so that parallel guesses cannot bypass the
 * limits. After some attempts a captcha is required, and then a delay. `isRevealing`: the answer says what was wrong, so
 * every attempt needs a captcha and there are five at most.
 */
export const countGuess = async (
  ctx: RequestContext,
  method: GuessedLoginMethod,
  target: string,
  { isRevealing = false }: { readonly isRevealing?: boolean } = {},
): Promise<CountedGuess> => {
  const attempt = attemptKey(ctx, method, target);
  const initial = checkGuess(await countAttempts(ctx, attempt, guessLimits.seconds), isRevealing);
  if (typeof initial === "object") throw tooManyRequests(initial.wait);
  const isCaptchaSolved = initial === "captcha";
  if (isCaptchaSolved) await requireCaptcha(ctx, "login");
  await transact(ctx, async (ctx) => {
    await lockAttempts(ctx, attempt);
    const decision = checkGuess(await countAttempts(ctx, attempt, guessLimits.seconds), isRevealing);
    await pause("login_attempts_counted");
    if (typeof decision === "object") throw tooManyRequests(decision.wait);
    if (decision === "captcha" && !isCaptchaSolved) throw captchaRequired(ctx);
    await insertAttempt(ctx, attempt);
  });
  return { clear: (ctx) => deleteAttempts(ctx, attempt) };
};

/** `wait`: seconds until it is possible again. The caller decides whether the visitor is told. */
export type Quota =
  | { readonly exceeded: false; readonly release: () => Promise<unknown> }
  | { readonly exceeded: "target" | "clientNetwork"; readonly wait: number };

/**
 * Takes one use of an action, for this target and from this network. Counted in the database, so that the limit holds
 * across servers; a refused use does not count.
 */
export const consumeQuota = (ctx: RequestContext, action: QuotaAction, target: string): Promise<Quota> => {
  const attempt = attemptKey(ctx, action, target);
  const quota = actionQuotas[action];
  return transact(ctx, async (tx): Promise<Quota> => {
    await lockAttempts(tx, attempt);
    const counts = await countAttempts(tx, attempt, quota.seconds);
    const isTargetExceeded = counts.target >= quota.target;
    if (counts.client_network >= quota.clientNetwork) {
      const wait = Math.max(counts.client_network_wait, isTargetExceeded ? counts.target_wait : 0);
      return { exceeded: "clientNetwork", wait };
    }
    if (isTargetExceeded) return { exceeded: "target", wait: counts.target_wait };
    const id = await insertAttempt(tx, attempt);
    return { exceeded: false, release: () => deleteAttempt(ctx, id) };
  });
};

import type { RefusalContext } from "@foyer/contract/errors.ts";
import { pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { networkOfClient, sharedNetworkFactor } from "../../../http/limits/clientNetworkOf.ts";
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

/** Slows down guessing of secrets without locking anybody out of their own account. Attempts within `seconds` count. */
const guessLimits = {
  seconds: 900,
  /**
   * From these numbers on a captcha is required: for one account from one network, for one account, and for one network
   * at all accounts.
   */
  pair: 5,
  target: 20,
  clientNetwork: 30,
  /** For one network at all accounts, if the answer reveals what was wrong. */
  revealingClientNetwork: 20,
  /** Nobody mistypes this often. From this number on the network is refused for a while. */
  clientNetworkMax: 300,
  /** The delay between two attempts of a pair doubles with each attempt, up to this. */
  maxDelaySeconds: 60,
} as const;

export type GuessedLoginMethod = "password" | "scan_code" | "link";

/** Uses within `seconds`: for a target, from a network, and for a target from one network. */
type QuotaBounds = {
  readonly seconds: number;
  readonly target: number;
  readonly clientNetwork: number;
  readonly pair?: number;
};
type ActionQuota = QuotaBounds & {
  /**
   * Limits after the quota is used up, when a captcha is required: a stranger who uses up the quota of an address must
   * not lock its owner out.
   */
  readonly withCaptcha?: QuotaBounds;
};

const day = 24 * 3600;

/** How often an action that sends or creates something may be used. */
const actionQuotas = {
  otp_request: {
    seconds: 3600,
    target: 5,
    clientNetwork: 30,
    withCaptcha: { seconds: day, target: 60, pair: 20, clientNetwork: 400 },
  },
  reset: {
    seconds: 3600,
    target: 3,
    clientNetwork: 20,
    withCaptcha: { seconds: day, target: 30, pair: 10, clientNetwork: 200 },
  },
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
  /** Order e-mails requested by an e-mail address, always with a captcha. */
  resend: { seconds: 3600, target: 15, pair: 3, clientNetwork: 5 },
  /** The e-mail of one order, requested by its owner or with its link. */
  order_email: { seconds: 3600, target: 3, clientNetwork: 30 },
  /** Tickets of one order that are sent on or taken back, each with an e-mail to an address that the visitor chose. */
  ticket_sending: { seconds: 3600, target: 10, clientNetwork: 60 },
  /** Corrections of the company on one order's invoice; each makes a version that is kept. */
  invoice_details: { seconds: 3600, target: 10, clientNetwork: 60 },
} as const satisfies Readonly<Record<string, ActionQuota>>;
export type QuotaAction = keyof typeof actionQuotas;

type AttemptContext = Pick<RequestContext, "seller" | "providers" | "clientAddress" | "isBehindUnnamedProxy">;
/** `networkFactor`: the network's limits as a multiple of those of a single household. */
type Attempt = AttemptKey & { readonly networkFactor: number };

const attemptOf = (ctx: AttemptContext, action: string, target: string): Attempt => {
  const { network, isShared } = networkOfClient(ctx);
  return {
    action,
    target: Buffer.from(ctx.providers.sign(`login target ${ctx.seller.id} ${target}`)),
    clientNetwork: Buffer.from(ctx.providers.sign(`place ${network}`)),
    networkFactor: isShared ? sharedNetworkFactor : 1,
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
  { networkFactor }: Attempt,
  isRevealing: boolean,
): GuessDecision => {
  const ofNetwork = client_network / networkFactor;
  if (ofNetwork >= (isRevealing ? guessLimits.revealingClientNetwork : guessLimits.clientNetworkMax))
    return { wait: client_network_wait };
  // In a shared network the account's owner and a stranger count as one pair, so only the captcha slows them down.
  const isShared = networkFactor > 1;
  if (isRevealing)
    return pair >= (isShared ? guessLimits.target : guessLimits.pair) ? { wait: target_wait } : "captcha";
  const delay =
    pair < guessLimits.pair || isShared ? 0 : Math.min(2 ** (pair - guessLimits.pair), guessLimits.maxDelaySeconds);
  // `since` is negative if an attempt that began later was counted first.
  if (delay > 0 && since < delay) return { wait: delay - since };
  return pair >= guessLimits.pair || target >= guessLimits.target || ofNetwork >= guessLimits.clientNetwork
    ? "captcha"
    : "free";
};

export type CountedGuess = {
  /** Call it after a correct guess: forgets the attempts at this target from this network. */
  readonly clear: (ctx: Pick<RequestContext, "db" | "seller">) => Promise<unknown>;
};

/**
 * Counts a guess before anything is compared, in a transaction of its own, so that parallel guesses cannot bypass the
 * limits. After some attempts a captcha is required, and then a delay. `isRevealing`: the answer says what was wrong, so
 * every attempt needs a captcha and at most five are allowed.
 */
export const countGuess = async (
  ctx: RequestContext,
  method: GuessedLoginMethod,
  target: string,
  { isRevealing = false }: { readonly isRevealing?: boolean } = {},
): Promise<CountedGuess> => {
  const attempt = attemptOf(ctx, method, target);
  const initial = checkGuess(await countAttempts(ctx, attempt, guessLimits.seconds), attempt, isRevealing);
  if (typeof initial === "object") throw tooManyRequests(initial.wait);
  const isCaptchaSolved = initial === "captcha";
  if (isCaptchaSolved) await requireCaptcha(ctx, "login");
  await transact(ctx, async (ctx) => {
    await lockAttempts(ctx, attempt);
    const decision = checkGuess(await countAttempts(ctx, attempt, guessLimits.seconds), attempt, isRevealing);
    await pause("login_attempts_counted");
    if (typeof decision === "object") throw tooManyRequests(decision.wait);
    if (decision === "captcha" && !isCaptchaSolved) throw captchaRequired(ctx);
    await insertAttempt(ctx, attempt);
  });
  return { clear: (ctx) => deleteAttempts(ctx, attempt) };
};

/** `wait` is the number of seconds until the action is possible again. The caller decides whether the visitor sees it. */
export type Quota =
  | { readonly exceeded: false; readonly release: () => Promise<unknown> }
  | { readonly exceeded: "target" | "clientNetwork"; readonly wait: number };

const takeWithin = (ctx: RequestContext, attempt: Attempt, bounds: QuotaBounds): Promise<Quota> =>
  transact(ctx, async (tx): Promise<Quota> => {
    await lockAttempts(tx, attempt);
    const counts = await countAttempts(tx, attempt, bounds.seconds);
    await pause("quota_counted");
    const { target_wait, client_network_wait } = counts;
    const isShared = attempt.networkFactor > 1;
    const isTargetExceeded =
      counts.target >= bounds.target || (!isShared && bounds.pair !== undefined && counts.pair >= bounds.pair);
    if (counts.client_network >= bounds.clientNetwork * attempt.networkFactor) {
      const wait = Math.max(client_network_wait, isTargetExceeded ? target_wait : 0);
      return { exceeded: "clientNetwork", wait };
    }
    if (isTargetExceeded) return { exceeded: "target", wait: target_wait };
    const id = await insertAttempt(tx, attempt);
    return { exceeded: false, release: () => deleteAttempt(ctx, id) };
  });

/**
 * Takes one use of an action, for this target and from this network. Uses are counted in the database, so that the limit
 * holds across servers; a refused use does not count. After the quota of some actions is used up, the visitor can go on
 * with a captcha, whether the target is known or not. `isCaptchaSolved`: the request has already used its captcha.
 */
export const consumeQuota = async (
  ctx: RequestContext,
  action: QuotaAction,
  target: string,
  { isCaptchaSolved = false }: { readonly isCaptchaSolved?: boolean } = {},
): Promise<Quota> => {
  const attempt = attemptOf(ctx, action, target);
  const quota: ActionQuota = actionQuotas[action];
  const taken = await takeWithin(ctx, attempt, quota);
  if (!taken.exceeded || !quota.withCaptcha) return taken;
  if (!isCaptchaSolved) await requireCaptcha(ctx, "login");
  return takeWithin(ctx, attempt, quota.withCaptcha);
};

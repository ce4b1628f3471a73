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

/** A door where something is to be guessed: no one is locked out of their account, but guessing gets slow (T88, T95, T136). */
const guessLimits = {
  seconds: 900,
  /** Without a captcha: of one account from one place; of one account from everywhere; from one place at all accounts. */
  pair: 5,
  target: 20,
  clientNetwork: 30,
  /** Where it is said what was wrong, from one place at all accounts (D2). */
  revealingClientNetwork: 20,
  /** Nobody mistypes so often: a place that is at this is not asked any more for a while. */
  clientNetworkMax: 300,
  /** Seconds to wait between two tries of one account from one place, doubled each time from one on, up to this. */
  maxDelaySeconds: 60,
} as const;

export type GuessedLoginMethod = "password" | "scan_code" | "link";

/** A door that sends or makes something: so often for one target and for one place. */
const actionQuotas = {
  otp_request: { seconds: 3600, target: 5, clientNetwork: 30 },
  reset: { seconds: 3600, target: 3, clientNetwork: 20 },
  /** What an address without a password is sent when somebody tries to log in with it at the checkout (D2). */
  guest_account: { seconds: 3600, target: 1, clientNetwork: 20 },
  /** Only what found an account that was there already counts. */
  register: { seconds: 900, target: 5, clientNetwork: 5 },
  set_email: { seconds: 900, target: 5, clientNetwork: 20 },
  /** Ways to somebody else's login, of a browser and of a place. */
  elsewhere: { seconds: 3600, target: 60, clientNetwork: 600 },
  /** Cards of a membership that go to another address: each is a letter there. */
  card: { seconds: 3600, target: 10, clientNetwork: 60 },
  giftee: { seconds: 3600, target: 30, clientNetwork: 200 },
} as const;
export type QuotaAction = keyof typeof actionQuotas;

/** Targets and places are kept under the house's own key: whoever reads the table reads no address in it. */
const attemptKey = (
  ctx: Pick<RequestContext, "seller" | "providers" | "clientAddress">,
  action: string,
  target: string,
): AttemptKey => {
  const place = clientNetworkOf(ctx);
  return {
    door: action,
    target: Buffer.from(ctx.providers.sign(`login target ${ctx.seller.id} ${target}`)),
    place: place === null ? null : Buffer.from(place),
  };
};

export const tooManyRequests = (retry_after: number): Refused =>
  new Refused({
    code: "too_many_requests",
    context: "login",
    extra: { retry_after: Math.max(1, Math.ceil(retry_after)) },
  });

type GuessDecision = "free" | "captcha" | { readonly wait: number };

const checkGuess = (
  { pair, target, place, since, place_wait, target_wait }: AttemptCounts,
  isRevealing: boolean,
): GuessDecision => {
  if (place >= (isRevealing ? guessLimits.revealingClientNetwork : guessLimits.clientNetworkMax))
    return { wait: place_wait };
  if (isRevealing) return pair >= guessLimits.pair ? { wait: target_wait } : "captcha";
  const delay = pair < guessLimits.pair ? 0 : Math.min(2 ** (pair - guessLimits.pair), guessLimits.maxDelaySeconds);
  if (since < delay) return { wait: delay - since };
  return pair >= guessLimits.pair || target >= guessLimits.target || place >= guessLimits.clientNetwork
    ? "captcha"
    : "free";
};

export type CountedGuess = {
  /** It was right: what was tried of this target from this place is forgotten. */
  readonly clear: (ctx: Pick<RequestContext, "db" | "seller">) => Promise<unknown>;
};

/**
 * Counts a guess before anything is compared, in a transaction of its own, so that many at once are no way round it.
 * After some of them a captcha is asked for, and there are waits between them. `isTelling`: the answer says what was wrong,
 * so a person is asked for each time, and five times only.
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

/** What is said to whoever asks too often; a letter that is not sent any more is not told of. */
export type Quota =
  | { readonly exceeded: false; readonly release: () => Promise<unknown> }
  | { readonly exceeded: "target" | "place"; readonly wait: number };

/** Takes one of what there is for this target and this place. */
export const consumeQuota = (ctx: RequestContext, action: QuotaAction, target: string): Promise<Quota> => {
  const attempt = attemptKey(ctx, action, target);
  const quota = actionQuotas[action];
  return transact(ctx, async (tx): Promise<Quota> => {
    await lockAttempts(tx, attempt);
    const counts = await countAttempts(tx, attempt, quota.seconds);
    if (counts.place >= quota.clientNetwork) return { exceeded: "place", wait: counts.place_wait };
    if (counts.target >= quota.target) return { exceeded: "target", wait: counts.target_wait };
    const id = await insertAttempt(tx, attempt);
    return { exceeded: false, release: () => deleteAttempt(ctx, id) };
  });
};

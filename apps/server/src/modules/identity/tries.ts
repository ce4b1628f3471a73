import { pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { placeOfAsk } from "../../http/place.ts";
import { Refused } from "../../http/refused.ts";
import { captchaWanted, requirePerson } from "./requirePerson.ts";
import { deleteTriesOf, deleteTry, insertTry, lockDoor, triesAt, type Tried, type TriesSeen } from "./tries.sql.ts";

/** A door where something is to be guessed: no one is locked out of their account, but guessing gets slow (T88, T95, T136). */
const guesses = {
  seconds: 900,
  /** Without a captcha: of one account from one place; of one account from everywhere; from one place at all accounts. */
  pair: 5,
  target: 20,
  place: 30,
  /** Where it is said what was wrong, from one place at all accounts (D2). */
  place_told: 20,
  /** Nobody mistypes so often: a place that is at this is not asked any more for a while. */
  place_end: 300,
  /** Seconds to wait between two tries of one account from one place, doubled each time from one on, up to this. */
  longest: 60,
} as const;

export type GuessedDoor = "password" | "scan_code" | "link";

/** A door that sends or makes something: so often for one target and for one place. */
const quotas = {
  otp_request: { seconds: 3600, target: 5, place: 30 },
  reset: { seconds: 3600, target: 3, place: 20 },
  /** What an address without a password is sent when somebody tries to log in with it at the checkout (D2). */
  guest_account: { seconds: 3600, target: 1, place: 20 },
  /** Only what found an account that was there already counts. */
  register: { seconds: 900, target: 5, place: 5 },
  set_email: { seconds: 900, target: 5, place: 20 },
  /** Ways to somebody else's login, of a browser and of a place. */
  elsewhere: { seconds: 3600, target: 60, place: 600 },
  /** Cards of a membership that go to another address: each is a letter there. */
  card: { seconds: 3600, target: 10, place: 60 },
  giftee: { seconds: 3600, target: 30, place: 200 },
} as const;
export type QuotaDoor = keyof typeof quotas;

/** Targets and places are kept under the house's own key: whoever reads the table reads no address in it. */
const triedAt = (ask: Pick<Ask, "seller" | "outside" | "from">, door: string, target: string): Tried => {
  const place = placeOfAsk(ask);
  return {
    door,
    target: Buffer.from(ask.outside.sign(`login target ${ask.seller.id} ${target}`)),
    place: place === null ? null : Buffer.from(place),
  };
};

export const tooMany = (retry_after: number): Refused =>
  new Refused({
    code: "too_many_requests",
    context: "login",
    extra: { retry_after: Math.max(1, Math.ceil(retry_after)) },
  });

type Judged = "free" | "person" | { readonly wait: number };

const judgeGuess = ({ pair, target, place, since, place_wait, target_wait }: TriesSeen, isTelling: boolean): Judged => {
  if (place >= (isTelling ? guesses.place_told : guesses.place_end)) return { wait: place_wait };
  if (isTelling) return pair >= guesses.pair ? { wait: target_wait } : "person";
  const delay = pair < guesses.pair ? 0 : Math.min(2 ** (pair - guesses.pair), guesses.longest);
  if (since < delay) return { wait: delay - since };
  return pair >= guesses.pair || target >= guesses.target || place >= guesses.place ? "person" : "free";
};

export type Counted = {
  /** It was right: what was tried of this target from this place is forgotten. */
  readonly forget: (ask: Pick<Ask, "db" | "seller">) => Promise<unknown>;
};

/**
 * Counts a guess before anything is compared, in a transaction of its own, so that many at once are no way round it.
 * After some of them a captcha is asked for, and there are waits between them. `isTelling`: the answer says what was wrong,
 * so a person is asked for each time, and five times only.
 */
export const countGuess = async (
  ask: Ask,
  door: GuessedDoor,
  target: string,
  { isTelling = false }: { readonly isTelling?: boolean } = {},
): Promise<Counted> => {
  const tried = triedAt(ask, door, target);
  const first = judgeGuess(await triesAt(ask, tried, guesses.seconds), isTelling);
  if (typeof first === "object") throw tooMany(first.wait);
  const asked = first === "person";
  if (asked) await requirePerson(ask, "login");
  await transact(ask, async (ask) => {
    await lockDoor(ask, tried);
    const judged = judgeGuess(await triesAt(ask, tried, guesses.seconds), isTelling);
    await pause("login_tries_seen");
    if (typeof judged === "object") throw tooMany(judged.wait);
    if (judged === "person" && !asked) throw captchaWanted(ask);
    await insertTry(ask, tried);
  });
  return { forget: (ask) => deleteTriesOf(ask, tried) };
};

/** What is said to whoever asks too often; a letter that is not sent any more is not told of. */
export type Quota =
  | { readonly over: false; readonly giveBack: () => Promise<unknown> }
  | { readonly over: "target" | "place"; readonly wait: number };

/** Takes one of what there is for this target and this place. */
export const takeQuota = (ask: Ask, door: QuotaDoor, target: string): Promise<Quota> => {
  const tried = triedAt(ask, door, target);
  const most = quotas[door];
  return transact(ask, async (inner): Promise<Quota> => {
    await lockDoor(inner, tried);
    const seen = await triesAt(inner, tried, most.seconds);
    if (seen.place >= most.place) return { over: "place", wait: seen.place_wait };
    if (seen.target >= most.target) return { over: "target", wait: seen.target_wait };
    const id = await insertTry(inner, tried);
    return { over: false, giveBack: () => deleteTry(ask, id) };
  });
};

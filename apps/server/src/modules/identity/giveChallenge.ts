import type { captchaChallenge } from "@foyer/contract/captcha.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { Ask } from "../../http/ask.ts";
import { Limit, placeOf } from "../../http/limits.ts";
import { Refused } from "../../http/refused.ts";
import { captchaFor } from "./requirePerson.ts";

/** Making a task costs us a little: a house full of buyers gets theirs, somebody who only collects them does not. */
const ofPlace = new Limit({ most: 600, seconds: 600 });

/** A task of the built-in captcha, for sellers who have it, and for the doors of accounts. */
export const giveChallenge = async (
  ask: Ask,
  { purpose }: Received<typeof captchaChallenge>,
): Promise<Reply<typeof captchaChallenge>> => {
  const captcha = captchaFor(ask, purpose);
  const giver = captcha && (await ask.outside.captchaOf(ask.seller.id, captcha.provider));
  if (!giver?.challenge) throw new Refused({ code: "not_found", context: "captcha" });
  const wait = ofPlace.take(`${ask.seller.id} ${placeOf(ask.from)}`);
  if (wait !== undefined)
    throw new Refused({ code: "too_many_requests", context: "captcha", extra: { retry_after: wait } });
  return giver.challenge({ sellerId: ask.seller.id, purpose });
};

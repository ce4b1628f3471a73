import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { createGiftee, createUser, LoginReply } from "@foyer/contract/login.ts";
import { foldEmail } from "@foyer/rules/loginNames.ts";
import { pause } from "../../db/faults.ts";
import { newId } from "../../db/newId.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { checkedPerson } from "../identity/checkedDetails.ts";
import { requireWay } from "../identity/loginMethod.ts";
import { keepNamed } from "../identity/named.ts";
import { refuseWeak } from "../identity/newPassword.ts";
import { hashPassword } from "../identity/password.ts";
import { requirePerson } from "../identity/requirePerson.ts";
import { takeQuota, tooMany } from "../identity/tries.ts";
import { addUser } from "../identity/users.ts";
import { sendProof } from "./email.ts";
import { letIn } from "./letIn.ts";

const emailTaken = "email taken";

/**
 * Makes an account and lets its owner in. Whoever is told that an address is taken has shown that they are a person, a few
 * times in a while (D2), and gets an id that stands for what they typed and for nobody else (D3).
 */
export const createUserOf = async (ask: Ask, sent: Received<typeof createUser>): Promise<LoginReply> => {
  requireWay(ask, "account");
  if (ask.visitor?.strength === "full") throw new Refused({ code: "access_denied", context: "login" });
  const person = checkedPerson(ask, sent);
  const password = sent.password;
  refuseWeak(ask, password, person);
  await requirePerson(ask, "login");
  const quota = await takeQuota(ask, "register", foldEmail(person.email));
  if (quota.over) throw tooMany(quota.wait);
  const hash = await hashPassword(password);
  const id = newId();
  try {
    const reply = await letIn(ask, { id }, { method: "password" }, async (ask) => {
      await pause("before_user_insert");
      if (!(await addUser(ask, { id, ...person, password: hash }))) throw new Error(emailTaken);
      await sendProof(ask, id, person.email);
    });
    await quota.giveBack();
    return reply;
  } catch (error) {
    if (!(error instanceof Error && error.message === emailTaken)) throw error;
    throw new Refused({
      code: "email_taken",
      context: "login",
      extra: { identity_id: await keepNamed(ask, person) },
    });
  }
};

/** Names whom a gift is for. */
export const createGifteeOf = async (
  ask: Ask,
  sent: Received<typeof createGiftee>,
): Promise<Reply<typeof createGiftee>> => {
  const person = checkedPerson(ask, sent);
  const quota = await takeQuota(ask, "giftee", ask.enter().identity_id);
  if (quota.over) throw tooMany(quota.wait);
  return { identity_id: await keepNamed(ask, person) };
};

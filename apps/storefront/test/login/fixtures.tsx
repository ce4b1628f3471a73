import { act } from "react";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import type { LoginReply, User } from "@foyer/contract/shop/login.ts";
import { type as typeIn } from "@foyer/ui/test/dom.tsx";
import { settle } from "../page.tsx";
import { notifyLoginChange } from "../../src/features/login/session/loginStrength.ts";

export const userId = "f0000000-0000-4000-8000-000000000001";
const emptyIdentity = {
  phone: null,
  address: null,
  address_more: null,
  city: null,
  state: null,
  region: null,
  country: null,
  zip_code: null,
  gift_aid_eligible: null,
  additional_info: {},
};
export const makeUser = (wishes: Partial<User> = {}): User =>
  ({
    id: userId,
    identity: { id: userId, first_name: "Ada", last_name: "Byron", email: "ada@members.example", ...emptyIdentity },
    strength: "full",
    has_password: true,
    needs_email: false,
    ...wishes,
  }) as User;
export const loginReply = (wishes: Partial<User> = {}): LoginReply => ({
  user: { _data: [makeUser(wishes)] },
  membership: { _data: [] },
});

/** Sets the cookie that the server sends with a login. */
export const setLoginCookie = (strength: "full" | "limited" | "none", slug = "harbor"): void => {
  document.cookie =
    strength === "none" ? `${loggedInCookie(slug)}=; Path=/; Max-Age=0` : `${loggedInCookie(slug)}=${strength}; Path=/`;
  act(notifyLoginChange);
};

export const pageText = (): string => document.body.textContent ?? "";
export const field = (name: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`input[name="${name}"]:not([hidden])`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
export const fill = (name: string, text: string): void => {
  typeIn(field(name), text);
};
/** Submits the form of a field. */
export const submitWith = async (name: string): Promise<void> => {
  const { form } = field(name);
  await act(async () => void form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
  await settle();
};

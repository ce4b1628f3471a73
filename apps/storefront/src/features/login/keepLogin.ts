import type { QueryClient } from "@tanstack/react-query";
import type { LoginReply, User } from "@foyer/contract/login.ts";
import { savedOf } from "../../shared/saved.ts";
import { tellLogin } from "./loggedIn.ts";
import { memberKey, type LoggedIn } from "./member.queries.ts";

/** Keeps who logged in, and lets the page know. */
export const keepLogin = (client: QueryClient, slug: string, reply: LoginReply): User | undefined => {
  const known: LoggedIn = { user: reply.user._data[0], memberships: reply.membership._data };
  client.setQueryData(memberKey, known);
  savedOf(slug).change({ login: null });
  tellLogin();
  return known.user;
};

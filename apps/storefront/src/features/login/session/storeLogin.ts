import type { QueryClient } from "@tanstack/react-query";
import type { LoginReply, User } from "@foyer/contract/shop/login.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { notifyLoginChange } from "./loginStrength.ts";
import { memberKey, type MemberData } from "./member.queries.ts";

/** Stores the logged-in visitor and notifies the page. */
export const storeLogin = (client: QueryClient, slug: string, reply: LoginReply): User | undefined => {
  const member: MemberData = { user: reply.user._data[0], memberships: reply.membership._data };
  client.setQueryData(memberKey, member);
  savedStoreFor(slug).change({ login: null });
  notifyLoginChange();
  return member.user;
};

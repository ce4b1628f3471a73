import type { Configuration } from "@foyer/contract/shop/seller.ts";

/** What a seller asks for besides a member number. */
export type MemberDetail = NonNullable<NonNullable<Configuration["login"]>["link_needs"]>;

const detailByMethod: Partial<Record<NonNullable<Configuration["authentication"]>, MemberDetail>> = {
  scan_code: "nothing",
  scan_code_last_name: "last_name",
  scan_code_zip: "zip_code",
  scan_code_email: "email",
};

/** The detail that the login form asks for besides a member number; undefined if it does not ask for a number, or for a password. */
export const formDetail = ({ authentication }: Pick<Configuration, "authentication">): MemberDetail | undefined =>
  authentication && detailByMethod[authentication];

/** The detail that a link needs besides a member number; undefined if the seller's members have no links. */
export const linkDetail = (configuration: Pick<Configuration, "authentication" | "login">): MemberDetail | undefined =>
  configuration.login?.link_needs ?? formDetail(configuration);

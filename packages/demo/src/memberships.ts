import type { DemoSeller } from "./pictures.ts";

/** The memberships of the demo's people: the people on each by the key of their type, the member first. */
export type DemoMembership = {
  readonly seller: DemoSeller;
  /** Keys of the event and the level. */
  readonly event: string;
  readonly level: string;
  readonly people: readonly { readonly type: string; readonly name?: string; readonly email?: string }[];
  /** It renews automatically, with the test card that it was bought with. */
  readonly auto_renew?: true;
  /** A public number for logging in. */
  readonly number: string;
};

const ada = { name: "Ada Lindqvist", email: "ada@members.example" } as const;

export const demoMemberships: readonly DemoMembership[] = [
  {
    seller: "harbor",
    event: "membership",
    level: "family",
    people: [
      { type: "member", ...ada },
      { type: "second", name: "Nils Lindqvist" },
      { type: "child", name: "Siri Lindqvist" },
      { type: "child", name: "Tove Lindqvist" },
    ],
    auto_renew: true,
    number: "7HARBRADA2",
  },
  {
    seller: "larkfield",
    event: "friends-of-larkfield",
    level: "friend",
    people: [{ type: "friend", ...ada }],
    number: "7GARDENADA",
  },
  {
    seller: "kiwa",
    event: "night-keepers",
    level: "keeper",
    people: [{ type: "keeper", ...ada }],
    number: "7KEEPERADA",
  },
];

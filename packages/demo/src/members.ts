import type { DemoSeller } from "./pictures.ts";

/** The password of all demo accounts, as given in the README. */
export const demoPassword = "Lantern-Quay-7";

/** People with an account at demo sellers. Where login is by member number, the password is not used. */
export const demoMembers: readonly {
  readonly seller: DemoSeller;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly zip_code: string;
}[] = [
  { seller: "harbor", first_name: "Ada", last_name: "Lindqvist", email: "ada@members.example", zip_code: "02110" },
  {
    seller: "larkfield",
    first_name: "Ada",
    last_name: "Lindqvist",
    email: "ada@members.example",
    zip_code: "SW1A 1AA",
  },
  { seller: "kiwa", first_name: "Ada", last_name: "Lindqvist", email: "ada@members.example", zip_code: "1010" },
];

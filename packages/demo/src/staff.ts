import type { DemoSeller } from "./pictures.ts";

/** One person for each role at each demo seller. They only exist outside production. */
const people = [
  { first: "olive", name: "Olive Owner", role: "owner" },
  { first: "max", name: "Max Manager", role: "manager" },
  { first: "bo", name: "Bo Booth", role: "box_office" },
  { first: "sam", name: "Sam Scan", role: "scanner" },
  { first: "fay", name: "Fay Finance", role: "finance" },
  { first: "ray", name: "Ray Report", role: "reporter" },
] as const;

const sellers: Readonly<Record<DemoSeller, string>> = {
  harbor: "Harbor Museum of Art",
  larkfield: "Larkfield Botanic Garden",
  opal: "Opal Hall",
  kiwa: "Kiwa Night Zoo",
};

/** The password of every demo staff account; they sign in without a second factor. */
export const demoStaffPassword = "lantern quay tide seven";

export type DemoStaff = {
  readonly email: string;
  readonly name: string;
  readonly role: (typeof people)[number]["role"];
  readonly slug: DemoSeller;
  readonly seller: string;
};

export const demoStaff: readonly DemoStaff[] = (Object.keys(sellers) as DemoSeller[]).flatMap((slug) =>
  people.map(({ first, name, role }) => ({
    email: `${first}@${slug}.example`,
    name,
    role,
    slug,
    seller: sellers[slug],
  })),
);

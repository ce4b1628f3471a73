import { demoGiftCards } from "./giftCards.ts";
import { demoMembers, demoPassword } from "./members.ts";
import type { DemoSeller } from "./pictures.ts";
import { demoStaff, demoStaffPassword, type DemoStaff } from "./staff.ts";

/** A state of a demo storefront worth looking at, and its address. */
export type TourStop = {
  readonly label: string;
  /** The key of an event in the seller's catalogue. */
  readonly event?: string;
  /** A path within the storefront, if it is not an event's page. */
  readonly path?: string;
};

export type DemoTour = {
  readonly summary: string;
  /** The key of the event whose picture represents the seller. */
  readonly picture: string;
  readonly stops: readonly TourStop[];
};

/** What to try at each demo seller, listed on the first page of a development server. */
export const demoTours: Readonly<Record<DemoSeller, DemoTour>> = {
  harbor: {
    summary: "Art museum, New York. Timed entry, memberships and promo codes.",
    picture: "admission",
    stops: [
      { label: "Timed entry", event: "admission" },
      { label: "Pay what you wish", event: "admission", path: "?quantity=Adult:1" },
      { label: "Add-on with attendee names", event: "highlights-tour" },
      { label: "City pass vouchers", event: "culture-pass" },
      { label: "A pass that needs a code", event: "harbor-pass" },
      { label: "Membership", event: "membership" },
      { label: "Donation", event: "donation" },
      { label: "Gift card", event: "gift-card" },
      { label: "Ada’s account", path: "/my" },
    ],
  },
  larkfield: {
    summary: "Botanic garden, London. Whole-day tickets, Gift Aid, address lookup.",
    picture: "the-pressed-garden",
    stops: [
      { label: "Whole-day entry", event: "garden-entry" },
      { label: "Two ways to get a discount", event: "the-pressed-garden" },
      { label: "One evening, one date", event: "lavender-concert" },
      { label: "Season pass", event: "season-pass" },
      { label: "Donation with Gift Aid", event: "planting-fund" },
      { label: "Membership and gifts", event: "friends-of-larkfield" },
      { label: "Ada’s account", path: "/my" },
    ],
  },
  opal: {
    summary: "Concert hall, Sydney. Seat maps, tables and standing room.",
    picture: "symphony-night",
    stops: [
      { label: "A hall with 1,000 seats", event: "symphony-night" },
      { label: "Tables and standing room", event: "late-night-jazz" },
      { label: "Tickets first, then the date", event: "family-concert" },
      { label: "Small hall", event: "string-quartets-at-six" },
      { label: "Guided tour", event: "hall-tour" },
      { label: "Gift card", event: "gift-card" },
      { label: "What’s on", path: "/events" },
    ],
  },
  kiwa: {
    summary: "Night zoo, Auckland. Dark by default, three ways in from its home page.",
    picture: "night-walk",
    stops: [
      { label: "Home page with three ways in", path: "" },
      { label: "Evening tickets", event: "night-walk" },
      { label: "An event behind a code", event: "bat-night" },
      { label: "Paid in two instalments", event: "sleepover" },
      { label: "Annual pass", event: "annual-pass" },
      { label: "Codes to give away", event: "night-to-give" },
      { label: "Membership", event: "night-keepers" },
      { label: "Log in with a member number", path: "/login" },
    ],
  },
};

const roleWords: Readonly<Record<DemoStaff["role"], string>> = {
  owner: "Owner",
  manager: "Manager",
  box_office: "Box office",
  scanner: "Scanner",
  finance: "Finance",
  reporter: "Reporter",
};

/** Example inputs to type when trying things out. */
export const demoKit: readonly { readonly title: string; readonly items: readonly (readonly [string, string])[] }[] = [
  {
    title: "Ada, a member",
    items: [
      ["E-mail", demoMembers[0]?.email ?? ""],
      ["Password", demoPassword],
      ["Number, at Kiwa", "7KEEPERADA"],
      ["Last name", demoMembers[0]?.last_name ?? ""],
    ],
  },
  {
    title: "Staff, in the back office",
    items: [
      ...demoStaff.filter(({ slug }) => slug === "harbor").map(({ role, email }) => [roleWords[role], email] as const),
      ["Everybody’s password", demoStaffPassword],
    ],
  },
  {
    title: "Promo codes",
    items: [
      ["Harbor, 10% off", "WELCOME10"],
      ["Harbor, $8 off the cart", "FERRY8"],
      ["Harbor, opens the pass", "DRAWNFROMLIFE"],
      ["Harbor, school classes", "PIER14SCHOOL"],
      ["Larkfield, this month and next", "SNOWDROP"],
      ["Kiwa, opens Bat Night", "PEKAPEKA"],
    ],
  },
  {
    title: "Gift cards",
    items: demoGiftCards.map(({ seller, number, amount }) => [
      `${seller === "harbor" ? "Harbor" : "Opal"}, $${amount / 100}`,
      number,
    ]),
  },
  {
    title: "Test cards",
    items: [
      ["Succeeds", "4242 4242 4242 4242"],
      ["Asks the bank", "4000 0000 0000 3220"],
      ["Declined", "4000 0000 0000 0002"],
      ["Clears later", "4000 0000 0000 0077"],
    ],
  },
];

/** A ticket or a member's card as a pass shows it. Everything in the seller's words; times in the venue's zone. */
export type WalletPass = {
  /** The same pass again is the same ticket: its id. */
  readonly id: string;
  /** What is scanned at the door. */
  readonly scan_code: string;
  readonly order_number: string;
  readonly kind: "ticket" | "card";
  /** Whose it is: the seller. */
  readonly seller: { readonly slug: string; readonly name: string; readonly locale: string };
  readonly event_template_id: string;
  /** What it is for: the event, or the level of a membership. */
  readonly title: string;
  readonly type_name: string;
  readonly holder: string | null;
  readonly seat: string | null;
  readonly venue: string | null;
  readonly venue_address: string | null;
  /** ISO 8601 with the venue's offset; null for what has no start. */
  readonly starts: string | null;
  readonly ends: string | null;
  /** As a person reads it: 'Sat, Nov 21, 2026 at 5:00 PM', or a card's term. */
  readonly when: string | null;
  /** From this moment on it opens nothing any more; null without end. */
  readonly expires: string | null;
  /** A member's number. */
  readonly number: string | null;
  readonly labels: Readonly<Record<"when" | "venue" | "type" | "holder" | "seat" | "order" | "number", string>>;
  /** '#rrggbb'. */
  readonly colors: { readonly background: string; readonly foreground: string; readonly label: string };
  /** Where the seller's mark can be fetched by others; null without one. */
  readonly logo_url: string | null;
  /** PNG: the icon at 29, 58 and 87 points, the mark at 160 × 50 and twice that. */
  readonly pictures: Readonly<Record<string, Buffer>>;
};

/** Why a seller's keys make no passes. Said to the seller by the command line, never to a visitor. */
export type WalletKeysProblem = { readonly reason: string };

export type AppleWallet = {
  /** Undefined: passes can be made at this moment. */
  readonly keysProblem: (now: Temporal.Instant) => WalletKeysProblem | undefined;
  /** A signed .pkpass. */
  readonly createPass: (pass: WalletPass) => Promise<Buffer>;
};
export type GoogleWallet = {
  readonly keysProblem: () => WalletKeysProblem | undefined;
  /** The link that keeps the pass: a signed token behind the vendor's address. */
  readonly createSaveLink: (pass: WalletPass, now: Temporal.Instant) => Promise<string>;
};

/** What a seller's keys can make; undefined where there are none. */
export type Wallets = { readonly apple: AppleWallet | undefined; readonly google: GoogleWallet | undefined };
export type WalletFinder = (sellerId: string) => Promise<Wallets>;

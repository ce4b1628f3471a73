/** A ticket or membership card as shown on a pass, in the seller's texts and the venue's time zone. */
export type WalletPass = {
  /** The serial number: a pass with the same number replaces the one saved before. */
  readonly id: string;
  /** The text of the QR code; null if the pass is void and shows none. */
  readonly scan_code: string | null;
  readonly order_number: string;
  readonly kind: "ticket" | "card";
  readonly seller: { readonly slug: string; readonly name: string; readonly locale: string };
  /** The public address of the page with the link. */
  readonly origin: string;
  readonly event_template_id: string;
  /** The name of the event or of the membership level. */
  readonly title: string;
  readonly type_name: string;
  readonly holder: string | null;
  readonly seat: string | null;
  readonly venue: string | null;
  readonly venue_address: string | null;
  /** ISO 8601 with the venue's offset; null if there is no start. */
  readonly starts: string | null;
  readonly ends: string | null;
  /** For display: 'Sat, Nov 21, 2026 at 5:00 PM', or a card's term. */
  readonly when: string | null;
  /** When it stops being valid; null means never. */
  readonly expires: string | null;
  /** The member number. */
  readonly number: string | null;
  readonly labels: Readonly<Record<"when" | "venue" | "type" | "holder" | "seat" | "order" | "number", string>>;
  /** '#rrggbb'. */
  readonly colors: { readonly background: string; readonly foreground: string; readonly label: string };
  /** The public address of the seller's logo; null without one. */
  readonly logo_url: string | null;
  /** The URL at which Apple Wallet asks for the latest version, and its token. Null if it cannot ask. */
  readonly updates: { readonly url: string; readonly token: string } | null;
  /** PNG files: the icon at 29, 58 and 87 pixels, the logo at 160 × 50 and twice that. */
  readonly pictures: Readonly<Record<string, Buffer>>;
};

/** Why passes cannot be created with a seller's keys. Shown on the command line, never to a visitor. */
export type WalletKeysProblem = { readonly reason: string };

/** The result of notifying a wallet. `gone`: it has no such device or pass. `failed`: notifying it can be retried. */
export type UpdateOutcome =
  | { readonly result: "sent" | "gone" }
  | { readonly result: "failed"; readonly reason: string };

export type AppleWallet = {
  readonly passType: string;
  /** Undefined if passes can be created now. */
  readonly keysProblem: (now: Temporal.Instant) => WalletKeysProblem | undefined;
  /** Creates a signed .pkpass. */
  readonly createPass: (pass: WalletPass) => Promise<Buffer>;
  /** Notifies devices by their push tokens, so that they ask what has changed. Undefined if this server notifies nobody. */
  readonly pushToDevices: ((tokens: readonly string[]) => Promise<ReadonlyMap<string, UpdateOutcome>>) | undefined;
};
export type GoogleWallet = {
  readonly keysProblem: () => WalletKeysProblem | undefined;
  /** Creates the link that saves the pass, with a signed token. */
  readonly createSaveLink: (pass: Omit<WalletPass, "pictures">, now: Temporal.Instant) => Promise<string>;
  /** Sends new versions of passes, by their ids. Undefined if this server sends none. */
  readonly updatePasses:
    | ((
        passes: readonly Omit<WalletPass, "pictures">[],
        now: Temporal.Instant,
      ) => Promise<ReadonlyMap<string, UpdateOutcome>>)
    | undefined;
};

/** The wallets that a seller has keys for. */
export type Wallets = { readonly apple: AppleWallet | undefined; readonly google: GoogleWallet | undefined };
export type WalletFinder = (sellerId: string) => Promise<Wallets>;

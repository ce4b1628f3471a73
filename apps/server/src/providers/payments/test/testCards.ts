import type { Charge, PaidCard } from "../paymentGateway.ts";

/** How the gateway treats a card. */
type TestCard =
  | { readonly does: "succeed" | "succeed_once" | "ask" | "clear_later" | "clear_never" }
  | { readonly does: "decline"; readonly code: string; readonly message: string };

/** The well-known test numbers of a card provider's public testing page, and a few of our own. */
export const testCards: Readonly<Record<string, TestCard>> = {
  "4242424242424242": { does: "succeed" },
  "5555555555554444": { does: "succeed" },
  "4000000000003220": { does: "ask" },
  "4000002760003184": { does: "ask" },
  "4000000000000002": { does: "decline", code: "card_declined", message: "Your card was declined." },
  "4000000000009995": { does: "decline", code: "card_declined", message: "Your card has insufficient funds." },
  "4000000000000069": { does: "decline", code: "card_declined", message: "Your card has expired." },
  "4000000000000127": { does: "decline", code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  "4000000000000119": {
    does: "decline",
    code: "card_declined",
    message: "An error occurred while processing your card. Try again in a little bit.",
  },
  // Can be saved, but is declined whenever it is charged without its payer.
  "4000000000000341": { does: "succeed_once" },
  "4000000000000077": { does: "clear_later" },
  "4000000000000093": { does: "clear_never" },
};

export const cardNumber = (data: Charge["data"]): string => {
  const card = data.card as { number?: string } | undefined;
  return (card?.number ?? "").replace(/[\s-]/g, "");
};

/** What the payer of a test card recognises it by. */
export const describeCard = (number: string): PaidCard => ({
  brand: number.startsWith("5") ? "mastercard" : "visa",
  last4: number.slice(-4),
});

/** Parses an expiry date as it was typed, for example '04/30'. */
export const parseExpiry = (
  data: Charge["data"],
): { readonly exp_month: number | null; readonly exp_year: number | null } => {
  const typed = (data.card as { expiry?: string } | undefined)?.expiry ?? "";
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(typed) ?? [];
  return month === undefined || year === undefined
    ? { exp_month: null, exp_year: null }
    : { exp_month: Number(month), exp_year: 2000 + Number(year) };
};

/** A delayed debit cannot be saved, since it is not a card. */
export const isSavable = ({ does }: TestCard): boolean => does !== "clear_later" && does !== "clear_never";

type Outcome = { readonly status: string; readonly decline_code: string | null };

const initialStatus = {
  succeed: "requires_capture",
  succeed_once: "requires_capture",
  ask: "requires_action",
  clear_later: "processing",
  clear_never: "processing",
  decline: "failed",
} as const satisfies Record<TestCard["does"], string>;

/** The outcome of a charge whose payer is present. */
export const onSessionOutcome = (card: TestCard): Outcome => ({
  status: initialStatus[card.does],
  decline_code: card.does === "decline" ? card.code : null,
});

/** The outcome of charging a saved card without its payer. */
export const offSessionOutcome = ({ does }: TestCard): Outcome => {
  if (does === "ask") return { status: "failed", decline_code: "authentication_required" };
  if (does === "succeed") return { status: "requires_capture", decline_code: null };
  return { status: "failed", decline_code: "card_declined" };
};

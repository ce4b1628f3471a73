/** A refund or cancellation that somebody has prepared for a colleague, as in the address of its order. */
export type PreparedAction = Readonly<Record<string, string>> &
  (
    | { readonly do: "refund"; readonly amount: string; readonly refund_to?: string }
    | {
        readonly do: "cancel";
        readonly tickets: string;
        readonly money: string;
        readonly refund_to: string;
        readonly add_ons?: string;
      }
  );

export type OrderAddress = Readonly<
  Partial<Record<"do" | "amount" | "tickets" | "money" | "refund_to" | "add_ons", string | undefined>>
>;
export const orderAddressNames = ["do", "amount", "tickets", "money", "refund_to", "add_ons"] as const;

/** The matching choice, or else the first one. */
export const oneOf = <T extends string>(choices: readonly [T, ...T[]], text: string | undefined): T =>
  choices.find((choice) => choice === text) ?? choices[0];

/** A refund or cancellation that somebody has prepared for a colleague, as the address of its order has it. */
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

/** One of some choices, else the first of them. */
export const oneOf = <T extends string>(choices: readonly [T, ...T[]], text: string | undefined): T =>
  choices.find((choice) => choice === text) ?? choices[0];

/** Explains a refund as a gift card, before the card is made. */
export function GiftCardTerms({ amount, to }: { readonly amount: string; readonly to: string | null }) {
  return (
    <>
      <p>
        The purchaser gets a new gift card of {amount} instead of the refund. This cannot be taken back: the money does
        not go to the means that paid any more.
      </p>
      <p>
        {to === null
          ? "The purchaser has no email address, so its number is not sent. You find the card under Gift cards."
          : `Its number is emailed to ${to}. This email is always sent: nobody else has the number.`}
      </p>
    </>
  );
}

/** Explains a refund as a gift card, before the card is made. */
export function GiftCardTerms({ amount, to }: { readonly amount: string; readonly to: string | null }) {
  return (
    <>
      <p>
        The purchaser gets a new gift card of {amount} instead of the refund. This cannot be undone: the payment can no
        longer be refunded.
      </p>
      <p>
        {to === null
          ? "The purchaser has no email address, so its number is not sent. Find the card under Gift cards."
          : `Its number is emailed to ${to}. This email is always sent, because nobody else has the number.`}
      </p>
    </>
  );
}

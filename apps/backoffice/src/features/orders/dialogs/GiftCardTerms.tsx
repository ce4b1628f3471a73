/** Explains a refund as a gift card, before the card is made. */
export function GiftCardTerms({ amount, to }: { readonly amount: string; readonly to: string | null }) {
  return (
    <>
      <p>
        The purchaser gets a new gift card of {amount} instead of the refund. This cannot be undone: this amount can no
        longer go back to the original payment.
      </p>
      <p>
        {to === null
          ? "The purchaser has no email address, so its number is not sent. A manager can give the card a new number under Gift cards, which is shown once."
          : `Its number is emailed to ${to}. This email is always sent, because nobody else has the number.`}
      </p>
    </>
  );
}

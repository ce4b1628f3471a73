import { afterEach, expect, test } from "vitest";
import { byRole } from "@foyer/ui/test/dom.tsx";
import { cartReply, makeCart, refusal, resetCartState, settle } from "../../../../test/cart/fixtures.tsx";
import {
  checkout,
  completed,
  fillCheckout,
  getCart,
  pay,
  requestsBeyondCart,
  showCheckout,
  submit,
} from "../../../../test/checkout/checkoutPage.tsx";

afterEach(() => {
  resetCartState();
  window.sessionStorage.clear();
});

const event_session_id = "50000000-0000-4000-8000-000000000001";
const before = "2026-11-22T15:00:00Z";
const after = "2026-11-22T16:00:00Z";
const cartAt = (start_datetime: string) =>
  makeCart({ lines: makeCart().lines.map((line) => ({ ...line, event_session_id, start_datetime })) });

/** Pays after the page has shown a start. Returns the `starts` of each payment that was sent. */
const payAt = async (shown: string, answer: (starts: string | null) => object) => {
  const sent: (string | null)[] = [];
  let now = before;
  const { calls } = await showCheckout({
    cart: cartAt(before),
    answers: {
      [getCart]: () => cartReply(cartAt(now)),
      [pay]: (_: unknown, query: URLSearchParams) => {
        sent.push(query.get("starts"));
        return answer(query.get("starts"));
      },
      [checkout]: () => ({ ...completed, cart: { _data: [cartAt(after)] } }),
    },
  });
  now = shown;
  fillCheckout();
  submit();
  await settle();
  return { sent, calls };
};

test("a payment sends the start that the page first showed, and after a refusal the start that the refusal named", async () => {
  const told = "The time of Museum Admission has changed.";
  const { sent, calls } = await payAt(after, (starts) =>
    starts === `${event_session_id}@${before}`
      ? refusal(409, "event_session_moved", {
          context: "payment",
          description: told,
          extra: { event_session_id, start_datetime: after },
        })
      : { payment: { _data: [] }, cart: { _data: [] } },
  );
  expect(byRole("alert").textContent).toBe(told);
  expect(requestsBeyondCart(calls)).not.toContain(checkout);
  submit();
  await settle();
  expect(sent).toEqual([before, after].map((start) => `${event_session_id}@${start}`));
  expect(requestsBeyondCart(calls).at(-1)).toBe(checkout);
});

test("a server of the previous release gets the payment without the starts, which it does not know", async () => {
  const { sent, calls } = await payAt(before, (starts) =>
    starts === null ? { payment: { _data: [] }, cart: { _data: [] } } : refusal(400, "bad_field_value"),
  );
  expect(sent).toEqual([`${event_session_id}@${before}`, null]);
  expect(requestsBeyondCart(calls).at(-1)).toBe(checkout);
});

import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { allByRole, press as pressOn, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { resetCartState, settle } from "../../../test/cart/fixtures.tsx";
import {
  field,
  fillCheckout,
  pageText,
  requestsBeyondCart,
  showCheckout,
} from "../../../test/checkout/checkoutPage.tsx";

afterEach(resetCartState);

const barButton = () => {
  const button = document.querySelector<HTMLElement>('[role="region"][aria-label="Total and payment"] button');
  if (!button) throw new Error("no button in the bar");
  return button;
};
const press = async () => {
  pressOn(barButton());
  await settle();
};

test("the bar names missing details, and goes to the first empty one without showing errors", async () => {
  const { calls } = await showCheckout();
  expect(barButton().textContent).toBe("Your details");
  typeIn(field("first_name"), "Ada");
  await press();
  expect(document.activeElement).toBe(field("last_name"));
  expect(document.querySelector('[aria-invalid="true"]')).toBeNull();
  expect(requestsBeyondCart(calls).filter((what) => what.startsWith("POST"))).toEqual([]);
});

test("the bar pressed again says what is wrong, and never pays", async () => {
  const { calls } = await showCheckout();
  await press();
  await press();
  expect(field("first_name").getAttribute("aria-invalid")).toBe("true");
  expect(requestsBeyondCart(calls).filter((what) => what.startsWith("POST"))).toEqual([]);
});

test("the bar goes from the details to the payment and then pays", async () => {
  await showCheckout();
  fillCheckout();
  expect(barButton().textContent).toBe("Pay $64.50");
  typeIn(field("card_number"), "");
  expect(barButton().textContent).toBe("Payment details");
  await press();
  expect(document.activeElement).toBe(field("card_number"));
});

test("the bar names terms that need not be read, and leads to their box", async () => {
  await showCheckout({ web: { terms: { version: "2", html: "<p>No dogs.</p>", viewing_is_optional: true } } });
  fillCheckout();
  expect(barButton().textContent).toBe("Terms and conditions");
  await press();
  expect(document.activeElement).toBe(field("terms"));
  act(() => field("terms").click());
  expect(barButton().textContent).toBe("Pay $64.50");
});

test("the bar pays for terms that have to be read, and shows them first", async () => {
  await showCheckout({ web: { terms: { version: "2", html: "<p>No dogs.</p>" } } });
  fillCheckout();
  expect(barButton().textContent).toBe("Pay $64.50");
  await press();
  expect(pageText()).toContain("No dogs.");
});

test.each([
  ["what is due", {}, "Total to pay$64.50"],
  ["nothing, where nothing is due", { payment_due_by_credit_card: "0" }, "Total to pay$0.00"],
])("the bar says the total to pay: %s", async (_, cart, total) => {
  await showCheckout({ cart });
  expect(barButton().closest('[role="region"]')?.textContent).toContain(total);
});

test("the button beside the form pays, whatever is missing", async () => {
  await showCheckout();
  const named = allByRole("button").filter(({ textContent }) => textContent === "Pay $64.50");
  expect(named.map(({ dataset }) => dataset.step)).toEqual([undefined]);
});

import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { press, type as typeIn } from "@foyer/ui/test/dom.tsx";
import {
  cartReply,
  makeCart,
  refusal,
  resetCartState,
  settle,
  type RecordedCall,
} from "../../../../test/cart/fixtures.tsx";
import {
  checkout,
  fillCheckout,
  getCart,
  pageText,
  purchaser,
  requestsBeyondCart,
  showCheckout,
  submit,
  type CheckoutOptions,
} from "../../../../test/checkout/checkoutPage.tsx";

// The first lazy load can take longer than the default timeout of a test.
beforeAll(async () => {
  await Promise.all([
    import("@foyer/rules/forms/checkoutSurvey.ts"),
    import("@foyer/rules/forms/ticketDetails.ts"),
    import("../../reserve/details/SurveyQuestions.tsx"),
  ]);
});
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

const cart = makeCart();
const group = cart.lines[0]?.types[0]?.ticket_group_id ?? "";
const spec = {
  properties: {
    heard: { title: "How did you hear of us?", type: "string", context: "reserve" },
    arrival: { title: "How will you arrive?", enum: ["By train", "By car"], context: "checkout guest" },
    note: { title: "Anything else?", type: "string", context: "checkout" },
    card: { title: "Member's card", type: "string", context: "checkout member" },
  },
  required: ["heard", "arrival"],
};
const asked = () => ({
  ...cartReply(cart),
  meta: { _data: [] },
  ticket_group: { _data: [{ id: group, name: "Admission", handler: "tickets", additional_info_spec: spec }] },
});
const show = (answers: CheckoutOptions["answers"] = {}) => showCheckout({ answers: { [getCart]: asked, ...answers } });
const choice = (label: string): HTMLInputElement => {
  const found = [...document.querySelectorAll("label")].find((one) => one.textContent?.includes(label));
  const input = found?.control ?? found?.querySelector("input");
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  return input;
};
const sentAnswers = (calls: readonly RecordedCall[], what: string) =>
  calls.filter((one) => one.what === what).map(({ body }) => (body as { additionalInfo?: unknown }).additionalInfo);

test("asks what applies at the checkout, and nothing else", async () => {
  await show();
  await settle();
  expect(pageText()).toContain("How will you arrive?");
  expect(pageText()).toContain("Anything else?");
  expect(pageText()).not.toContain("How did you hear of us?");
  expect(pageText()).not.toContain("Member's card");
});

test("shows no field before its questions are known, so that none appears later and moves the others", async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let count = 0;
  const forms = async () => {
    if (count++ > 0) await gate;
    return asked();
  };
  await show({ [getCart]: forms });
  await settle();
  expect(document.querySelector('input[name="first_name"]')).toBeNull();
  release();
  await settle();
  expect(document.querySelector('input[name="first_name"]')).not.toBeNull();
  expect(pageText()).toContain("How will you arrive?");
});

test("sends the answers with the purchaser and with the order", async () => {
  const { calls } = await show();
  await settle();
  fillCheckout();
  press(choice("By train"));
  submit();
  await settle();
  const answers = { [group]: { arrival: "By train" } };
  expect(sentAnswers(calls, purchaser)).toEqual([answers]);
  expect(sentAnswers(calls, checkout)).toEqual([answers]);
});

test("shows a missing answer at its question and sends nothing", async () => {
  const { calls } = await show();
  await settle();
  fillCheckout();
  submit();
  await settle();
  expect(pageText()).toContain("This field is required.");
  expect(requestsBeyondCart(calls)).toEqual([]);
  press(choice("By car"));
  expect(pageText()).not.toContain("This field is required.");
});

test("keeps no answer in the browser", async () => {
  await show();
  await settle();
  press(choice("By car"));
  typeIn(choice("Anything else?"), "Two prams");
  const kept = [sessionStorage, localStorage].flatMap((storage) => Object.entries(storage));
  expect(JSON.stringify(kept)).not.toMatch(/By car|Two prams/);
});

test("brings back what was sent with an earlier try to pay, below what is typed now", async () => {
  await show({
    [getCart]: () => ({
      ...asked(),
      additional_info: { _data: [{ ticket_group_id: group, answers: { arrival: "By car", note: "Two prams" } }] },
    }),
  });
  await settle();
  expect(choice("By car").checked).toBe(true);
  expect(choice("Anything else?").value).toBe("Two prams");
  press(choice("By train"));
  expect(choice("By car").checked).toBe(false);
  expect(choice("Anything else?").value).toBe("Two prams");
});

test("shows at its question what the server refuses", async () => {
  await show({
    [purchaser]: () =>
      refusal(422, "additional_info_validation_failed", {
        description: "Please check your answers and try again.",
        extra: { ticket_group_id: group, problems: { note: "too_long" } },
      }),
  });
  await settle();
  fillCheckout();
  press(choice("By train"));
  submit();
  await settle();
  expect(choice("Anything else?").getAttribute("aria-invalid")).toBe("true");
});

test("asks nothing where no group has a survey", async () => {
  await showCheckout();
  await settle();
  expect(pageText()).not.toContain("About your tickets");
});

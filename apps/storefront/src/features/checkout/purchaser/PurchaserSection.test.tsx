import { afterEach, describe, expect, test, vi } from "vitest";
import type { IdentityForm } from "@foyer/contract/shop/forms/identityForm.ts";
import { allByRole, byRole, focus, key, press, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { act } from "react";
import {
  cartId,
  makeCart,
  orderId,
  refusal,
  setSaved,
  resetCartState,
  cartReply,
  fakeApi,
  settle,
  settleUntil,
  showPage,
} from "../../../../test/cart/fixtures.tsx";
// The page loads it lazily; imported here so that it is ready.
import "../../../shared/captcha/solveWidget.ts";
import { CheckoutPanel } from "../CheckoutPanel.tsx";

const getCart = "GET /api/my/cart/:id";
const purchaser = "POST /api/my/cart/:id/purchaser";
const pay = "POST /api/my/cart/:id/pay";
const find = "GET /api/address/find";
const retrieve = "GET /api/address/retrieve";
const completed = {
  outcome: "completed",
  cart: { _data: [] },
  ticket_order: { _data: [{ id: orderId, token: "t".repeat(32) }] },
  ticket: { _data: [] },
};
const question = { type: "string" as const, title: "Your school" };
const home = {
  Line1: "Tate Modern",
  Line2: "Bankside",
  Line3: "",
  Line4: "",
  Line5: "",
  City: "London",
  Province: "",
  PostalCode: "SE1 9TG",
  CountryIso2: "GB",
};

type ShowOptions = {
  form?: IdentityForm;
  ofCart?: IdentityForm;
  lookup?: object;
  captcha?: object;
  zip_codes?: object;
  currency?: string;
  answers?: Record<string, (body: unknown) => unknown>;
};
const showCheckout = async ({
  form,
  ofCart,
  lookup,
  captcha,
  zip_codes,
  currency = "GBP",
  answers = {},
}: ShowOptions = {}) => {
  const cart = makeCart({ currency, payment_due_by_credit_card: "0" });
  const calls = fakeApi({
    [getCart]: () => ({
      ...cartReply(cart),
      meta: { _data: ofCart ? [{ resource_id: "g", meta: { extra_checkout_fields: ofCart } }] : [] },
    }),
    [purchaser]: () => ({ identity_id: cartId }),
    [pay]: () => ({ payment: { _data: [] }, cart: { _data: [] } }),
    "POST /api/my/cart/:id/guest_checkout": () => completed,
    "GET /cached_api/address/states": () => ({ state: { _data: [] } }),
    ...answers,
  });
  setSaved({ cart_id: cartId, local_expiry: Date.now() + 600_000 });
  const configuration = {
    ...(form && { identity_form: form }),
    ...(lookup && { address_lookup: lookup }),
    ...(captcha && { captcha }),
    ...(zip_codes && { zip_codes }),
  };
  const shown = await showPage(<CheckoutPanel cartId={undefined} />, {
    path: "/checkout",
    seller: { default_currency_code: currency, configuration } as never,
  });
  return {
    calls,
    sent: () => calls.find(({ what }) => what === purchaser)?.body as { identity: object } | undefined,
    ...shown,
  };
};
const page = () => document.body.textContent ?? "";
const control = <E extends HTMLElement = HTMLInputElement>(name: string): E => {
  const found = document.querySelector<E>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const isThere = (name: string) => document.querySelector(`[name="${name}"]`) !== null;
const choose = (name: string, value: string) =>
  act(() => {
    const select = control<HTMLSelectElement>(name);
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
const ada = () => {
  typeIn(control("first_name"), "Ada");
  typeIn(control("last_name"), "Lovelace");
  typeIn(control("email"), "ada@example.com");
  typeIn(control("email_confirm"), "ada@example.com");
};
const submit = async () => {
  act(
    () => void document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })),
  );
  await settle();
};
const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 340)));

afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

describe("fields of the seller", () => {
  const form: IdentityForm = {
    properties: {
      phone: {},
      country: {},
      state: {},
      gift_aid_eligible: {},
      heard: { enum: ["Friends", "Press", "Radio"], title: "How did you hear about us?" },
      visit: { enum: ["First", "Second", "Third", "Often"], title: "Which visit is it?" },
      member_id: { ...question, title: "Member number", readOnly: true },
    },
    required: ["phone", "state"],
  };

  test("shows each field by its kind and sends its answer", async () => {
    const { sent } = await showCheckout({ form });
    ada();
    typeIn(control("phone"), " 020 7219 4272 ");
    expect(allByRole("radiogroup")).toHaveLength(1);
    expect(control<HTMLSelectElement>("visit").tagName).toBe("SELECT");
    press(control("heard"));
    choose("visit", "Often");
    press(control("gift_aid_eligible"));
    expect(control("member_id").disabled).toBe(true);
    expect(control<HTMLSelectElement>("country").value).toBe("GB");
    await submit();
    expect(sent()?.identity).toEqual({
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.com",
      phone: "020 7219 4272",
      country: "GB",
      gift_aid_eligible: true,
      additional_info: { heard: "Friends", visit: "Often" },
    });
  });

  test("offers a list of states, and clears the state with its country", async () => {
    const { sent } = await showCheckout({
      form,
      answers: {
        "GET /cached_api/address/states": () => ({ state: { _data: [{ code: "NY", name: "New York" }] } }),
      },
    });
    await settle();
    ada();
    typeIn(control("phone"), "+44 20 7219 4272");
    choose("country", "US");
    await settle();
    await submit();
    expect(page()).toContain("This field is required.");
    expect(document.activeElement).toBe(control("state"));
    choose("state", "NY");
    await submit();
    expect(sent()?.identity).toMatchObject({ country: "US", state: "NY" });
  });

  test("checks phone numbers once the check is loaded", async () => {
    const { calls } = await showCheckout({ form: { properties: { phone: {} } } });
    await settleUntil(async () => {
      ada();
      typeIn(control("phone"), "12");
      await submit();
      expect(page()).toContain("Please enter a valid phone number.");
    });
    expect(calls.filter(({ what }) => what === pay).length).toBeLessThan(2);
  });

  test("shows the Gift Aid declaration for this seller", async () => {
    await showCheckout({ form });
    const words = control("gift_aid_eligible").closest("fieldset")?.textContent;
    expect(words).toContain("I am a UK taxpayer and understand that if I pay less Income Tax and/or Capital Gains Tax");
    expect(words).toContain("Gift Aid my donation to Harbor Museum");
    expect(control("gift_aid_eligible").checked).toBe(false);
  });
});

test("shows the fields of the cart, and compares a field with the one that it repeats", async () => {
  const { sent } = await showCheckout({
    ofCart: {
      properties: {
        school: question,
        card: { type: "string", title: "Library card" },
        card_again: { type: "string", title: "Library card again", mustEqual: { field: "card" } },
      },
      required: ["school"],
    },
  });
  ada();
  typeIn(control("card"), "A1");
  await submit();
  expect(page()).toContain("The two entries must match.");
  expect(document.activeElement).toBe(control("school"));
  typeIn(control("school"), "Pier");
  typeIn(control("card_again"), "A1");
  await submit();
  expect(sent()?.identity).toMatchObject({ additional_info: { school: "Pier", card: "A1" } });
});

test("reports a refused field that the form lacks", async () => {
  const noted = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await showCheckout({
    answers: {
      [purchaser]: () =>
        refusal(422, "validation_failed", {
          context: "identity",
          extra: { problems: [{ field: "school", message: "required" }] },
        }),
    },
  });
  ada();
  await submit();
  expect(noted).toHaveBeenCalledWith("Error: missing identity field: school");
});

describe("post code", () => {
  const form: IdentityForm = { properties: { zip_code: {} } };
  const apply = "POST /api/my/cart/:id/apply_code";
  const leave = async (text: string) => {
    focus(control("zip_code"));
    typeIn(control("zip_code"), text);
    act(() => void control("zip_code").dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
    await settle();
  };
  const islandDiscount = {
    id: cartId,
    name: "Islanders",
    codes: [],
    activating_code_groups: [],
    discount: "2",
    blocking_checkout: false,
    description: null,
    resource: "discount",
    resource_id: null,
  };
  const cheaper = makeCart({ payment_due_by_credit_card: "0", cart_mods: [islandDiscount] });
  const bodies = (calls: readonly { what: string; body?: unknown }[]) =>
    calls.filter(({ what }) => what === apply).map(({ body }) => body);

  test("post code is sent once when complete, and its discount shows before the payment", async () => {
    const { calls } = await showCheckout({
      form,
      zip_codes: { gb: "" },
      answers: { [apply]: () => cartReply(cheaper) },
    });
    await leave("SW1A");
    await leave("10001");
    expect(bodies(calls)).toEqual([]);
    expect(page()).not.toContain("Islanders");
    await leave("SW1A 1AA");
    await leave("SW1A 1AA");
    expect(bodies(calls)).toEqual([{ code: "SW1A 1AA", ignore_errors: true }]);
    expect(page()).toContain("Islanders");
    await leave("SE1 9TG");
    expect(bodies(calls)).toHaveLength(2);
  });
  test("post code is not sent where no post code has a discount", async () => {
    const none = await showCheckout({ form });
    await leave("SW1A 1AA");
    expect(bodies(none.calls)).toEqual([]);
  });
  test("post code does not stop the purchase when it cannot be sent", async () => {
    const { calls, sent } = await showCheckout({
      form,
      zip_codes: { gb: "" },
      answers: { [apply]: () => refusal(409, "code_exhausted", { context: "code" }) },
    });
    ada();
    await leave("SW1A 1AA");
    expect(bodies(calls)).toHaveLength(1);
    await submit();
    expect(sent()?.identity).toMatchObject({ zip_code: "SW1A 1AA" });
  });
});

describe("address", () => {
  const form: IdentityForm = {
    properties: { country: {}, address: {}, address_more: {}, city: {}, region: {}, zip_code: {} },
    required: ["address", "city", "zip_code"],
  };
  const lookup = { provider: "offline" };
  const found = { _data: [{ Id: "a", Type: "Address", Text: "Tate Modern", Description: "Bankside, London" }] };
  const answers = {
    [find]: () => ({ address: found }),
    [retrieve]: () => ({ address: { _data: [home] } }),
  };
  const search = () => byRole("combobox") as HTMLInputElement;
  const seek = async (text: string) => {
    focus(search());
    typeIn(search(), text);
    await rest();
    await settle();
  };

  test("address is looked up from four characters on after a pause, and fills the fields", async () => {
    const { calls, sent } = await showCheckout({ form, lookup, answers });
    ada();
    expect(isThere("address")).toBe(false);
    await seek("tat");
    expect(calls.filter(({ what }) => what === find)).toHaveLength(0);
    focus(search());
    for (const text of ["tate", "tate m", "tate mo"]) typeIn(search(), text);
    await rest();
    await settle();
    expect(calls.filter(({ what }) => what === find)).toHaveLength(1);
    key("ArrowDown");
    key("Enter");
    await settle();
    expect(control("address").value).toBe("Tate Modern");
    expect(document.activeElement).toBe(control("address"));
    await submit();
    expect(sent()?.identity).toMatchObject({
      address: "Tate Modern",
      address_more: "Bankside",
      city: "London",
      zip_code: "SE1 9TG",
      country: "GB",
    });
  });

  test("opens a street and keeps the list", async () => {
    const street = { Id: "row", Type: "Container", Text: "Foxglove Row", Description: "London" };
    let containers = 0;
    await showCheckout({
      form,
      lookup,
      answers: {
        ...answers,
        [find]: () => ({ address: containers++ === 0 ? { _data: [street] } : found }),
      },
    });
    await seek("foxglove");
    key("ArrowDown");
    key("Enter");
    await settle();
    expect(search().getAttribute("aria-expanded")).toBe("true");
    expect(allByRole("option").map(({ textContent }) => textContent)).toEqual(["Tate ModernBankside, London"]);
  });

  test("address has to be chosen from the list or entered manually", async () => {
    const { calls, sent } = await showCheckout({ form, lookup, answers });
    ada();
    await seek("Somewhere else");
    await submit();
    expect(page()).toContain("Select an address from the list of suggestions or enter manually.");
    expect(document.activeElement).toBe(search());
    expect(calls.some(({ what }) => what === purchaser)).toBe(false);
    press(byRole("button", "Enter address manually"));
    await settle();
    expect(document.activeElement).toBe(control("address"));
    typeIn(control("address"), "1 Kelp Street");
    typeIn(control("city"), "Harbourtown");
    typeIn(control("zip_code"), "HT1 1AA");
    await submit();
    expect(sent()?.identity).toMatchObject({ address: "1 Kelp Street", zip_code: "HT1 1AA" });
  });
  test("address may stay empty if it is optional", async () => {
    const { sent } = await showCheckout({ form: { properties: form.properties }, lookup, answers });
    ada();
    await submit();
    expect(sent()?.identity).not.toHaveProperty("address");
  });

  test("shows that nothing was found", async () => {
    await showCheckout({ form, lookup, answers: { ...answers, [find]: () => ({ address: { _data: [] } }) } });
    await seek("nowhere at all");
    expect(page()).toContain("No addresses found");
  });
  test.each([
    ["the search", find],
    ["fetching the address", retrieve],
  ])("switches to manual entry and reports the failure when %s fails", async (_, what) => {
    const noted = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await showCheckout({
      form,
      lookup,
      answers: { ...answers, [what]: () => refusal(429, "too_many_requests", { context: "address" }) },
    });
    await seek("tate modern");
    if (what === retrieve) {
      key("ArrowDown");
      key("Enter");
      await settle();
    }
    expect(control("address").value).toBe("tate modern");
    expect(document.activeElement).toBe(control("address"));
    expect(byRole("status", "Addresses cannot be looked up at the moment. Please enter yours manually.")).toBeTruthy();
    expect(noted).toHaveBeenCalledWith("refused", expect.objectContaining({ code: "too_many_requests" }));
  });

  test("address is looked up once when the provider fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { calls } = await showCheckout({
      form,
      lookup,
      answers: { ...answers, [find]: () => refusal(502, "address_lookup_failed", { context: "address" }) },
    });
    await seek("tate modern");
    expect(control("address").value).toBe("tate modern");
    expect(calls.filter(({ what }) => what === find)).toHaveLength(1);
  });

  test("keeps what was searched for when it is entered manually or the country has no lookup", async () => {
    await showCheckout({ form, lookup, answers });
    await seek("1 Kelp Street");
    press(byRole("button", "Enter address manually"));
    await settle();
    expect(control("address").value).toBe("1 Kelp Street");
    press(byRole("button", "Search for an address"));
    await settle();
    press(byRole("button", "Enter address manually"));
    await settle();
    expect(control("address").value).toBe("1 Kelp Street");
    press(byRole("button", "Search for an address"));
    await seek("2 Kelp Street");
    choose("country", "FR");
    await settle();
    expect(control("address").value).toBe("2 Kelp Street");
  });

  test.each([
    ["the seller has no address lookup", undefined, "GB"],
    ["the lookup does not cover the country", lookup, "FR"],
  ])("address is entered manually where %s", async (_, by, country) => {
    await showCheckout({ form, ...(by && { lookup: by }), answers });
    choose("country", country);
    await settle();
    expect(isThere("address")).toBe(true);
    expect(document.querySelector('[role="combobox"]')).toBe(null);
  });
  test.each([
    ["US", "numeric"],
    ["NZ", "numeric"],
    ["GB", ""],
    ["CA", ""],
  ])("a postcode of %s is typed on a keyboard of the kind %j", async (country, keyboard) => {
    await showCheckout({ form });
    choose("country", country);
    expect(control("zip_code").getAttribute("inputmode") ?? "").toBe(keyboard);
  });
  test.each([
    ["CA", "Province"],
    ["GB", "Subdivision"],
    ["FR", "Region"],
  ])("labels a subdivision of %s as %s", async (country, word) => {
    await showCheckout({ form });
    choose("country", country);
    const label = document.querySelector(`label[for="${control("region").id}"]`)?.textContent;
    expect(label).toContain(word);
  });
});

describe("captcha", () => {
  test("captcha is named, and solved once for each attempt", async () => {
    const { calls } = await showCheckout({
      captcha: { provider: "turnstile", site_key: "public" },
      answers: { [pay]: () => refusal(402, "card_declined", { description: "Your card was declined." }) },
    });
    expect(page()).toContain(
      "This site is protected by Cloudflare Turnstile and its Privacy Policy and Terms of Service apply.",
    );
    let count = 0;
    stub("turnstile", (options) => options.callback(`token ${++count}`));
    ada();
    await submit();
    await settle();
    await submit();
    await settle();
    expect(calls.filter(({ what }) => what === pay)).toHaveLength(2);
    expect(calls.flatMap(({ captcha }) => (captcha ? [captcha] : []))).toEqual([
      ["turnstile", "token 1"],
      ["turnstile", "token 2"],
    ]);
    expect(JSON.stringify(calls.map(({ body }) => body))).not.toContain("token 1");
  });

  test.each(["close-callback", "chalexpired-callback", "expired-callback"])(
    "shows nothing and pays nothing when it is left (%s)",
    async (left) => {
      const { calls } = await showCheckout({ captcha: { provider: "hcaptcha", site_key: "public" } });
      stub("hcaptcha", (options) => options[left]?.(""));
      ada();
      await submit();
      await settle();
      expect(calls.some(({ what }) => what === pay)).toBe(false);
      expect(allByRole("alert").map(({ textContent }) => textContent)).toEqual([]);
      stub("hcaptcha", (options) => options.callback("a person"));
      await submit();
      await settle();
      expect(calls.some(({ what }) => what === pay)).toBe(true);
    },
  );

  test("captcha is named as the reason when its script is blocked, and the next attempt loads it again", async () => {
    const { calls } = await showCheckout({ captcha: { provider: "recaptcha", site_key: "public" } });
    ada();
    const append = vi.spyOn(document.head, "append");
    for (const block of [
      (script: HTMLScriptElement) => script.onerror?.("blocked"),
      // Some blockers replace it with an empty script.
      (script: HTMLScriptElement) => script.onload?.(new Event("load")),
    ]) {
      append.mockImplementation((script) => void block(script as HTMLScriptElement));
      await submit();
      await settle();
      expect(byRole("alert").textContent).toContain("reCAPTCHA did not load, so nothing was charged.");
    }
    expect(calls.some(({ what }) => what === pay)).toBe(false);
    stub("grecaptcha", (options) => options.callback("a person"));
    await submit();
    await settle();
    expect(calls.some(({ what }) => what === pay)).toBe(true);
  });

  test("shows that the server refuses it", async () => {
    await showCheckout({
      captcha: { provider: "turnstile", site_key: "public" },
      answers: {
        [pay]: () =>
          refusal(403, "captcha_failed", {
            context: "captcha",
            description: "Please confirm that you are human and try again.",
          }),
      },
    });
    const noted = vi.spyOn(console, "error").mockImplementation(() => undefined);
    stub("turnstile", (options) => options.callback("?"));
    ada();
    await submit();
    await settle();
    expect(byRole("alert").textContent).toContain("Please confirm that you are human and try again.");
    expect(noted).not.toHaveBeenCalled();
  });
});

type Options = Record<string, (expected: string) => void> & { callback: (token: string) => void };
const scripted = new Map<string, (options: Options) => void>();

/** The script of a captcha provider that answers at once. */
const stub = (name: string, answer: (options: Options) => void): void => {
  scripted.set(name, answer);
  let options: Options;
  const say = () => setTimeout(() => scripted.get(name)?.(options), 0);
  const widget = {
    render: (_: HTMLElement, given: Options) => {
      options = given;
      // One of the providers starts without being called.
      if (name === "turnstile") say();
      return "1";
    },
    execute: say,
    reset: () => undefined,
  };
  if (!(name in window)) Object.assign(window, { [name]: widget });
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    (script as HTMLScriptElement).onload?.(new Event("load"));
  });
};

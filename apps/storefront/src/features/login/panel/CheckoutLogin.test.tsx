import { afterEach, expect, test } from "vitest";
import { fakeApi, showPage } from "../../../../test/page.tsx";
import { pageText, setLoginCookie } from "../../../../test/login/fixtures.tsx";
import { CheckoutLogin } from "./CheckoutLogin.tsx";

afterEach(() => setLoginCookie("none"));

const account = "Do you have an account? Log in";
const member = "Are you a member? Log in";

test.each([
  ["a guest", "password", "none", account],
  ["a guest, for another login than the default", "scan_code_zip", "none", account],
  ["a member who came by a link with their number", "password", "limited", account],
  ["a member who is logged in", "password", "full", ""],
  ["a guest of a seller whose numbers open no account", "scan_code", "none", member],
  ["whoever has entered their number there", "scan_code", "limited", ""],
  ["a guest of a seller without a login", "none", "none", ""],
] as const)("the checkout asks %s (%s, %s): %s", async (_, authentication, strength, text) => {
  fakeApi({});
  setLoginCookie(strength);
  await showPage(<CheckoutLogin />, { seller: { configuration: { authentication } } });
  expect(pageText()).toBe(text);
});

import { describe, expect, test } from "vitest";
import { refusal } from "../test/cart/fixtures.tsx";
import { makeUser } from "../test/login/fixtures.tsx";
import {
  answers,
  calls,
  setLoginCookie,
  openApp,
  press,
  eventually,
  address,
  callNames,
  link,
  main,
  fill,
} from "../test/app.tsx";

describe("forgotten passwords and memberships", () => {
  test.each([
    ["/user/forgot-password", "POST /api/password_reset/request", { email: "ada@members.example" }],
    [
      "/user/forgot-membership",
      "POST /api/ticket_order/resend",
      { email: "ada@members.example", memberships_only: true },
    ],
  ])("sends an e-mail for %s, with the same message for an unknown address", async (path, call, body) => {
    answers[call] = () => refusal(404, "not_found", { context: "account" });
    await openApp(path);
    press(document.querySelector('main button[type="submit"]') ?? undefined);
    await eventually(() => expect(main()).toContain("This field is required."));
    fill("email", " ada@members.example ");
    press(document.querySelector('main button[type="submit"]') ?? undefined);
    await eventually(() => expect(main()).toContain("Please check your email inbox."));
    expect(calls.find((made) => made.call === call)?.body).toEqual(body);
  });

  test.each(["/user/forgot-password", "/user/forgot-membership", "/user/reset-password?token=abc"])(
    "redirects a visitor who is logged in from %s",
    async (path) => {
      setLoginCookie("full");
      await openApp(path);
      await eventually(() => expect(address()).toBe("/harbor/events"));
    },
  );

  test.each([
    ["/user/forgot-membership", "/harbor/events"],
    ["/login?redirect=/resend", "/harbor/resend"],
  ])("redirects a member whose number is the whole login from %s", async (path, to) => {
    setLoginCookie("limited");
    answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser({ strength: "limited" })] } });
    await openApp(path, { configuration: { authentication: "scan_code" } });
    await eventually(() => expect(address()).toBe(to));
  });

  test("shows the login to a visitor who came by a member's link where there are accounts", async () => {
    setLoginCookie("limited");
    answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser({ strength: "limited" })] } });
    await openApp("/login");
    await eventually(() => expect(document.querySelector('input[name="email"]')).not.toBeNull());
    expect(address()).toBe("/harbor/login");
  });
});

describe("setting a password", () => {
  const validate = "POST /api/password_reset/validate";
  const reset = "POST /api/password_reset/reset";
  const begin = async () => {
    answers[validate] = () => ({ email: "ada@members.example" });
    await openApp("/user/reset-password?token=secret");
    await eventually(() => expect(main()).toContain("Account: ada@members.example"));
  };
  const send = () => press(document.querySelector('main button[type="submit"]') ?? undefined);

  test("redirects home without a token", async () => {
    await openApp("/user/reset-password");
    await eventually(() => expect(address()).toBe("/harbor/events"));
  });

  test("shows the rules and validates the password", async () => {
    await begin();
    expect(address()).toBe("/harbor/user/reset-password");
    expect(main()).toContain(
      "Your new password must contain: at least 8 characters; at least 3 of: uppercase letters, lowercase letters, numbers, special characters; no spaces at the start or end.",
    );
    const password = document.querySelector<HTMLInputElement>('input[name="password"]');
    password?.focus();
    fill("password", "lantern");
    password?.blur();
    await eventually(() => expect(main()).toContain("Invalid password"));
    fill("password", "Lantern-Quay-7");
    fill("password_confirm", "Lantern-Quay-8");
    send();
    await eventually(() => expect(main()).toContain("Passwords must match."));
    expect(callNames()).not.toContain(reset);
    answers[reset] = () => ({ reset: true });
    fill("password_confirm", "Lantern-Quay-7");
    send();
    await eventually(() => expect(main()).toContain("Your new password is set"));
    expect(calls.at(-1)?.body).toEqual({ token: "secret", password: "Lantern-Quay-7" });
  });

  test("shows the server's refusal of a common password", async () => {
    await begin();
    answers[reset] = () => refusal(422, "validation_failed", { context: "login", description: "Too common." });
    fill("password", "Password-1");
    fill("password_confirm", "Password-1");
    send();
    await eventually(() => expect(main()).toContain("Too common."));
  });

  test.each(["not_found", "validate_failed"])("offers a new link when the link is invalid: %s", async (code) => {
    answers[validate] = () => refusal(code === "not_found" ? 404 : 422, code, { context: "login" });
    await openApp("/user/reset-password?token=secret");
    await eventually(() => expect(main()).toContain("This reset link is not valid. It may have expired."));
    expect(link("Request a new link")?.getAttribute("href")).toBe("/harbor/user/forgot-password");
  });
});

describe("an e-mail address for the account", () => {
  const patch = `PATCH /api/my/user/${makeUser().id}`;
  const begin = async () => {
    setLoginCookie("full");
    answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser({ needs_email: true })] } });
    await openApp("/user/set-email-address?redirect=/resend");
    await eventually(() => expect(document.querySelector('input[name="email_confirm"]')).not.toBeNull());
  };
  const give = (email: string, again: string) => {
    fill("email", email);
    fill("email_confirm", again);
    press(document.querySelector('main button[type="submit"]') ?? undefined);
  };

  test("requires a valid address, entered twice", async () => {
    await begin();
    give("ada@members", "ada@members");
    await eventually(() => expect(main()).toContain("Email address is not valid."));
    give("ada@members.example", "ada@member.example");
    await eventually(() => expect(main()).toContain("Email addresses must match."));
    expect(callNames()).not.toContain(patch);
    answers[patch] = () => ({ user: { _data: [makeUser({ needs_email: true })] } });
    give("ada@members.example", "Ada@Members.example");
    await eventually(() => expect(main()).toContain("We have sent a link to ada@members.example."));
    expect(calls.find(({ call }) => call === patch)?.body).toEqual({ identity: { email: "ada@members.example" } });
    expect(link("Continue")?.getAttribute("href")).toBe("/harbor/resend");
  });

  test("refuses an address that another account uses", async () => {
    await begin();
    answers[patch] = () => refusal(409, "email_taken", { context: "login" });
    give("ada@members.example", "ada@members.example");
    await eventually(() => expect(main()).toContain("Another account already uses this email address."));
  });

  test("an address that the server does not accept as one is refused at its field", async () => {
    await begin();
    answers[patch] = () => refusal(422, "validate_not_email", { context: "account", description: "No." });
    give("noemail@members.example", "noemail@members.example");
    await eventually(() => expect(main()).toContain("Email address is not valid."));
    expect(document.querySelector('input[name="email"]')?.getAttribute("aria-invalid")).toBe("true");
  });

  test("an e-mail address for the account is confirmed after a login, where its link is opened without one", async () => {
    const confirm = "POST /api/my/user/confirm_email";
    answers[confirm] = () => refusal(401, "not_authorized", { context: "account" });
    await openApp("/user/set-email-address?token=secret");
    await eventually(() => expect(main()).toContain("Please log in to confirm your email address."));
    expect([...document.querySelectorAll("main button")].map(({ textContent }) => textContent)).toEqual(["Log in"]);
    answers[confirm] = () => ({ email: "ada@members.example" });
    answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser()] } });
    setLoginCookie("full");
    await eventually(() => expect(main()).toContain("From now on, we will email you at ada@members.example."));
    expect(calls.findLast(({ call }) => call === confirm)?.body).toEqual({ token: "secret" });
  });

  test("an e-mail address for the account is confirmed by the link of the e-mail, whose token is removed from the URL", async () => {
    answers["POST /api/my/user/confirm_email"] = () => ({ email: "ada@members.example" });
    await openApp("/user/set-email-address?token=secret");
    await eventually(() => expect(main()).toContain("From now on, we will email you at ada@members.example."));
    expect(calls.find(({ call }) => call === "POST /api/my/user/confirm_email")?.body).toEqual({ token: "secret" });
    expect(address()).toBe("/harbor/user/set-email-address");
  });

  test.each([
    ["not_found", "This link is not valid. It may have expired."],
    ["email_taken", "Another account already uses this email address."],
  ])("shows a message when the link is invalid: %s", async (code, reply) => {
    answers["POST /api/my/user/confirm_email"] = () => refusal(code === "not_found" ? 404 : 409, code);
    await openApp("/user/set-email-address?token=secret");
    await eventually(() => expect(main()).toContain(reply));
  });
});

import { describe, expect, test } from "vitest";
import { loginCallbackPath, loginPath } from "./loginPaths.ts";

describe("the login pages", () => {
  test("have default paths", () =>
    expect([loginPath({}), loginCallbackPath({})]).toEqual(["/login", "/login/callback"]));

  test.each(["/sign-in", "/members/sign-in", "/sign.in", "/user/sign-in", "/my/sign-in", "/events-login"])(
    "are at the seller's path %s",
    (path) =>
      expect([loginPath({ login_path: path }), loginCallbackPath({ login_callback_path: path })]).toEqual([path, path]),
  );

  test.each([
    "sign-in",
    "",
    "/",
    "/sign-in/",
    "//elsewhere.example",
    "/../other/login",
    "/:page",
    "*",
    "/sign in",
    "/a?b=c",
    "/events",
    "/events/sign-in",
    "/checkout/sign-in",
    "/my",
    "/my/orders",
    "/user/reset-password",
    "/logout",
    "/privacy",
  ])("are at the default paths if the seller's is %j", (path) =>
    expect([loginPath({ login_path: path }), loginCallbackPath({ login_callback_path: path })]).toEqual([
      "/login",
      "/login/callback",
    ]),
  );
});

import { describe, expect, test } from "vitest";
import { loginCallbackPath, loginPath, withUsableLoginPaths } from "./loginPaths.ts";

const pathsFor = (path: string): readonly string[] => {
  const configuration = withUsableLoginPaths({ login_path: path, login_callback_path: path });
  return [loginPath(configuration), loginCallbackPath(configuration)];
};

describe("the login pages", () => {
  test("have default paths", () =>
    expect([loginPath({}), loginCallbackPath({})]).toEqual(["/login", "/login/callback"]));

  test.each(["/sign-in", "/members/sign-in", "/sign.in", "/user/sign-in", "/my/sign-in", "/events-login"])(
    "are at the seller's path %s",
    (path) => expect(pathsFor(path)).toEqual([path, path]),
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
    expect(pathsFor(path)).toEqual(["/login", "/login/callback"]),
  );

  test("leave the other settings as they are", () =>
    expect(withUsableLoginPaths({ authentication: "otp", login_path: "/events" })).toEqual({ authentication: "otp" }));
});

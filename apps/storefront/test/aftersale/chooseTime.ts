import { act } from "react";
import { allByRole, press } from "@foyer/ui/test/dom.tsx";
import { settle } from "../cart/fixtures.tsx";

/** Actions of a visitor on the page that moves and exchanges tickets. */

export const page = (): string => document.body.textContent ?? "";

/** Chooses a day or a time by its label. */
export const choose = async (name: RegExp): Promise<void> => {
  const option = allByRole("radio").find((one) =>
    name.test(`${one.getAttribute("aria-label") ?? ""} ${one.textContent}`),
  );
  if (!option) throw new Error(`no option ${String(name)}`);
  await act(async () => press(option));
  await settle();
};

export const submit = async (): Promise<void> => {
  await act(async () => {
    document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  });
  await settle();
};

/** The tickets that can be left out. */
export const boxes = () => [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
export const leaveOut = async (index: number): Promise<void> => {
  await act(async () => boxes()[index]?.click());
  await settle();
};

/** The session of the fixtures that costs more than the present one. */
export const chooseNewTime = async (): Promise<void> => {
  await choose(/23/);
  await choose(/11:00/);
};

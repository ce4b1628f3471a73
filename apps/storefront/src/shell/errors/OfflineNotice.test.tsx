import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { fakeApi, showPage } from "../../../test/page.tsx";
import { OfflineNotice } from "./OfflineNotice.tsx";

afterEach(() => vi.restoreAllMocks());

test("says at once that the connection is lost, and disappears when it is back", async () => {
  fakeApi({});
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  await showPage(<OfflineNotice />);
  expect(document.body.textContent).toBe("");
  online.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(document.querySelector("[role=status]")?.textContent).toContain("You are offline.");
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(document.body.textContent).toBe("");
});

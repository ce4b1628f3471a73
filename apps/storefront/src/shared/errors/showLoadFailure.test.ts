import { afterEach, expect, test, vi } from "vitest";
import { showFailure } from "./failure.ts";
import { retryFailedLoads, showLoadFailure } from "./showLoadFailure.ts";

vi.mock("./failure.ts", { spy: true });
const { hideFailure } = await import("./failure.ts");

const press = async (type = "pointerdown"): Promise<void> => {
  window.dispatchEvent(new Event(type));
  await new Promise((resolve) => setTimeout(resolve));
};
afterEach(() => void vi.clearAllMocks());

test("a failed part is loaded again at the next press, and the banner goes once it is", async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce("part");
  showLoadFailure({ load, key: "part" }, "A part is missing.");
  expect(showFailure).toHaveBeenCalledWith("A part is missing.");
  expect(load).not.toHaveBeenCalled();
  await press();
  expect([load.mock.calls.length, vi.mocked(hideFailure).mock.calls.length]).toEqual([1, 0]);
  await press("keydown");
  expect([load.mock.calls.length, vi.mocked(hideFailure).mock.calls]).toEqual([2, [["A part is missing."]]]);
  await press();
  expect(load).toHaveBeenCalledTimes(2);
});

test("the banner stays until every failed part is loaded, each of them once", async () => {
  const first = vi.fn().mockResolvedValue("first");
  const second = vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce("second");
  showLoadFailure({ load: first, key: "first" }, "A part is missing.");
  showLoadFailure({ load: second, key: "second" }, "A part is missing.");
  showLoadFailure({ load: second, key: "second" }, "A part is missing.");
  await press();
  expect(hideFailure).not.toHaveBeenCalled();
  await press();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2]);
  expect(hideFailure).toHaveBeenCalledTimes(1);
});

test("what leaves the page is loaded again by the button only", async () => {
  const load = vi.fn().mockResolvedValue("next screen");
  showLoadFailure({ load, key: "next screen", byButtonOnly: true }, "A part is missing.");
  await press();
  await press("keydown");
  expect(load).not.toHaveBeenCalled();
  await retryFailedLoads();
  expect(load).toHaveBeenCalledTimes(1);
  expect(hideFailure).toHaveBeenCalledWith("A part is missing.");
});

import type { Reporter, TestCase } from "vitest/node";

/** Lists the tests that passed only when retried, with the message of the first failure. */
export class FlakyTestReporter implements Reporter {
  readonly #flakyTests: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    const messages = (test.result().errors ?? []).map(({ message }) => `    ${message.split("\n").join("\n    ")}\n`);
    this.#flakyTests.push(`  ${test.module.relativeModuleId} > ${test.fullName}\n${messages.join("")}`);
  }

  onTestRunEnd(): void {
    if (this.#flakyTests.length > 0) process.stdout.write(`\nPassed only when retried:\n${this.#flakyTests.join("")}`);
  }
}

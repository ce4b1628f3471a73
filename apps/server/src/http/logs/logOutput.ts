import { writeSync } from "node:fs";

/** The size of lines that may wait for a full disk or a slow reader; further lines are dropped. */
const maxWaitingBytes = 1_000_000;
const retryMs = 100;

/**
 * Writes log lines to a file descriptor. A log that cannot be written never stops the server: its lines wait and are
 * written with a later one.
 */
export class LogOutput {
  readonly #fd: number;
  #waiting: Buffer = Buffer.alloc(0);
  #retry: NodeJS.Timeout | undefined;

  constructor(fd: number) {
    this.#fd = fd;
  }

  readonly write = (lines: string): void => {
    if (this.#waiting.length < maxWaitingBytes) this.#waiting = Buffer.concat([this.#waiting, Buffer.from(lines)]);
    this.#flush();
  };

  #flush(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    try {
      while (this.#waiting.length > 0) this.#waiting = this.#waiting.subarray(writeSync(this.#fd, this.#waiting));
    } catch {
      this.#retry = setTimeout(() => this.#flush(), retryMs).unref();
    }
  }
}

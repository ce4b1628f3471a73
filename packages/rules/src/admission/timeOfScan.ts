/** Days for which devices keep scans. */
const oldestMs = 30 * 24 * 3_600_000;

/** Milliseconds since 1970. */
type ScanMoment = {
  /** By the device's clock. */
  readonly at: number;
  /** The server's clock minus the device's, as the device last measured it. */
  readonly offset_ms: number;
};
type Limits = {
  /** By the server's clock. */
  readonly now: number;
  /** Null for somebody who is signed in. */
  readonly paired_at: number | null;
};

/**
 * When a device scanned something, by its corrected clock. It is not after the scan arrived, and not before the device was
 * paired or could have kept it, wherever its clock jumped meanwhile.
 */
export const timeOfScan = ({ at, offset_ms }: ScanMoment, { now, paired_at }: Limits): number =>
  Math.min(now, Math.max(at + offset_ms, paired_at ?? 0, now - oldestMs));

import * as z from "zod/mini";

/**
 * The version that the screen of a change shows. If the thing has changed since, the call is refused with
 * `stale_version`, and with who made the last change (`changed_by`), when (`changed_at`), what it was (`change`) and
 * which fields have another value (`changed_fields`), as far as the audit log has them.
 */
export const Version = z.string().check(z.minLength(1), z.maxLength(64));

/** Why staff change something; the audit log keeps it. */
export const Reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

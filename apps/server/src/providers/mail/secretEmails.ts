/** E-mails to customers with a one-time code or link: whoever reads them can log in. */
export const secretEmailKinds = ["login_code", "password_reset", "email_proof"] as const;

/** The same for staff: whoever reads them can work in the back office. */
export const secretStaffEmailKinds = ["staff_invitation", "staff_password_link"] as const;

/** Whether an e-mail lets its reader log in, so that it must only be sent to the person it was written to. */
export const isSecretEmail = (kind: string): boolean =>
  [...secretEmailKinds, ...secretStaffEmailKinds].some((one) => one === kind);

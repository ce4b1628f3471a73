/** E-mails to customers that hold a one-time code or a link: whoever reads them can log in. */
export const secretEmailKinds = ["login_code", "password_reset", "email_proof"] as const;

/** The same to staff: whoever reads them can work in the back office. */
export const secretStaffEmailKinds = ["staff_invitation", "staff_password_link"] as const;

/** Whether an e-mail lets whoever reads it in, so that it goes to nobody but the person it was written to. */
export const isSecretEmail = (kind: string): boolean =>
  [...secretEmailKinds, ...secretStaffEmailKinds].some((one) => one === kind);

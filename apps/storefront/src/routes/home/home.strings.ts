export const homeStrings = {
  "home.welcome": "Welcome",
  "home.login": "Already a member",
  "home.join": "Become a member",
  "home.guest": "Continue as a guest",
  "home.resend": "Already have tickets? Resend confirmation link",
} as const;

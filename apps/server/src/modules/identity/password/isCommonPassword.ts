/**
 * If a password needs capitals, digits and symbols, people choose one of these words and add something before or after
 * it. Rules about kinds of characters accept "Password1!", which attackers try first.
 */
const commonWords: ReadonlySet<string> = new Set(
  `
  aaa aaaa aaaaa aaaaaa aaaaaaaa abc abcabc abcd abcde abcdef abcdefg abcdefgh access account admin
  administrator amanda amazon amen america american andrew android angel anthony anything apple april arsenal
  asdf asdfgh asdfghjkl ashley asshole auckland audi august austin australia autumn azerty baby babyboy babygirl
  bailey banana bank banking barcelona baseball basketball batman beach bear bears beatles bella berlin bible
  bigboss bigdaddy bitch bitcoin black blackcat bless blessed blue bluesky bmw boss boston brandon brazil
  brother buddy bunny burger business buster butter butterfly california camaro canada captain celtics change
  changeit changeme charles charlie cheese chelsea cherry chicago chicken chief chloe chocolate christ church
  cisco coffee commander company computer concert cookie cookies cooper corona corvette cowboys cricket crypto
  crystal dad daddy daisy dallas dance dancer dancing daniel darling database david december default demo
  diamond doggy dollar dollars dolphin dolphins donkey dontknow dragon dragons drummer eagle eagles elizabeth
  eminem emma england enter espana evening everton everything example exhibition facebook faith falcon falcons
  fall family father february ferrari finance fishing florida flower flowers football forest forever forgot
  fortnite france freedom friday friend friends frodo fuck fuckyou gallery game gamer games gaming gandalf
  garden george germany ginger godisgood golden golf google green guest guitar hallo hannah happiness happy
  harbor harbour harley heaven hello hey hobbit hockey hola hollywood honda honey hope horse hottie houston
  hunter hunting idontknow iforgot iloveyou instagram internet iphone ironman island italia james january
  jasmine jedi jennifer jessica jesus jesuschrist john jordan joshua july june justin juventus killer king
  kitten kitty knight lakers letmein letmeout liberty linux lion lions liverpool login logon london love lovely
  lover loveyou lucky lucy maggie manchester march master matrix matthew may melbourne member members membership
  mercedes merlin metallica mexico michael michelle microsoft midnight million millionaire minecraft molly mom
  mommy monday money monkey monkeys monster monsters moon morning mother mountain museum music mustang mypass
  mypassword mysql naruto network newpassword newyork nicole ninja nintendo nirvana nobody nothing november
  ocean october office okay olivia open opensesame oracle orange packers panther panthers paris pass passcode
  passphrase passw password passwort peace peanut pearl pepper phoenix piano pikachu pincode pink pizza playboy
  player playstation please pokemon pony porsche prince princess private puppy purple qazwsx qazwsxedc queen
  qwerty qwertyuiop qwertz rabbit rainbow ranger realmadrid red redrose redsox remember richard river robert
  roblox rocknroll rockstar rocky root router rugby running safety samantha sammy sample samsung samurai
  saturday secret secrets secure security september server sesame sexy shadow shark sharks shit silver sister
  skywalker smile soccer softball soldier somebody something sophie spiderman spring star stars startrek
  starwars steelers strawberry summer summertime sun sunday sunflower sunset sunshine superman sweet sweetheart
  sweetie swimming sydney system taylor temp temporary tennis tequila test tester testing texas thanks thankyou
  theater theatre thomas thursday ticket tickets tiger tigers today tomorrow tonight toronto toyota trust
  trustme trustno tuesday turtle twitter unicorn united usa user visitor vodka volleyball warrior wednesday
  welcome whatever whiskey white wifi william windows winter wireless wizard wolf wolves wonderwoman wsxedc xbox
  xxx xxxx xxxxxx yamaha yankees yellow yes yesterday youtube zxcvbn zxcvbnm zzz
`
    .trim()
    .split(/\s+/),
);

/** Characters that are written in place of a letter. */
const substitutions: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "8": "b",
  "(": "c",
  "3": "e",
  "6": "g",
  "9": "g",
  "1": "i",
  "!": "i",
  "|": "l",
  "0": "o",
  "5": "s",
  $: "s",
  "7": "t",
  "+": "t",
  "2": "z",
};
const replaceSubstitutes = (text: string): string =>
  text.replace(/[^a-z]/g, (character) => substitutions[character] ?? "");
const keepLetters = (text: string): string => text.replace(/[^a-z]/g, "");

const keyboardRows = [
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "azertyuiop",
  "abcdefghijklmnopqrstuvwxyz",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
];
const keyboardRuns = [...keyboardRows, ...keyboardRows.map((row) => [...row].toReversed().join(""))];
/** Symbols, and the digits on the same keys of an American keyboard, where most password lists come from. */
const unshifted: Readonly<Record<string, string>> = {
  "!": "1",
  "@": "2",
  "#": "3",
  $: "4",
  "%": "5",
  "^": "6",
  "&": "7",
  "*": "8",
  "(": "9",
  ")": "0",
};

const isKeyboardRun = (keys: string): boolean =>
  /^(.)\1+$/.test(keys) || keyboardRuns.some((run) => run.includes(keys));

/** Runs of three or more neighbouring keys with at most three other characters, or a short pattern repeated. */
const isKeyboardWalk = (text: string): boolean => {
  if (/^(.{1,4})\1+$/.test(text)) return true;
  const keys = [...text].map((character) => unshifted[character] ?? character).join("");
  let otherCharacters = 0;
  for (let index = 0; index < keys.length;) {
    let end = index + 2;
    while (end < keys.length && isKeyboardRun(keys.slice(index, end + 1))) end += 1;
    const isWalked = end - index > 2;
    if (!isWalked) otherCharacters += 1;
    index = isWalked ? end : index + 1;
  }
  return otherCharacters <= 3;
};

/** Removes what surrounds the word: years, digits, exclamation marks. */
const trimNonLetters = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, "");

/**
 * A password that attackers guess early: one or two common or personal words, with any substitutions, and any digits
 * and symbols around them. `personalWords`: names of the shop and of the person.
 */
export const isCommonPassword = (password: string, personalWords: readonly string[]): boolean => {
  const text = password.toLowerCase();
  const personal = new Set(
    personalWords
      .flatMap((name) => [name, ...name.split(/[^\p{L}]+/u)])
      .map((name) => keepLetters(name.toLowerCase()))
      .filter((name) => name.length > 2),
  );
  const isKnown = (word: string): boolean => commonWords.has(word) || personal.has(word);
  const isCompound = (word: string): boolean =>
    isKnown(word) ||
    Array.from({ length: word.length }, (_, index) => index).some(
      (index) => isKnown(word.slice(0, index)) && isKnown(word.slice(index)),
    );
  const readings = [text, trimNonLetters(text), trimNonLetters(text).replace(/(.)\1+/g, "$1")].flatMap((one) => [
    keepLetters(one),
    replaceSubstitutes(one),
  ]);
  return isKeyboardWalk(text) || readings.some((reading) => reading === "" || isCompound(reading));
};

// Folds text into the form that search compares, as docs/search.md specifies.

/** Scripts without spaces between words, and Hangul, which appends particles to words. */
const SPACELESS =
  /[\p{scx=Bopo}\p{scx=Hang}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Khmr}\p{scx=Laoo}\p{scx=Mymr}\p{scx=Thai}\p{scx=Tibt}\p{scx=Yiii}]/v
    .source;
const WORD = `[[\\p{L}\\p{M}\\p{N}]--${SPACELESS}]`;
const INSIDE = new RegExp(`(?<=${WORD})(?=${WORD})`, 'vy');
const MIXED = new RegExp(
  `(?<=${WORD})[ \\-](?!\\p{M})(?=${SPACELESS})|(?<=${SPACELESS})[ \\-](?!\\p{M})(?=${WORD})`,
  'gv',
);
const LOOSE_JOINT = new RegExp(`(?<!${WORD})-|-(?!${WORD})|-(?=\\p{M})`, 'gv');
/** Accents, vowel points and invisible characters, except Japanese voicing marks. */
const DROPPED =
  /[[\p{DI}\u0640[[\p{Mn}\p{Me}]&&[\p{sc=Zinh}\p{sc=Arab}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Syrc}]]]--[\u200b\u200c\u3099\u309a]]/gv;
const SEPARATORS = /[[\p{Z}\p{P}\p{Cc}\p{Cf}\p{Sk}\u200b\u200c\ufffdʻʼ]--[#@\u{1f3fb}-\u{1f3ff}]]+/gv;
const JOINT = /^[-‐'’‘ʻʼ\u200c׳״"”]$/;
/** Decimal digits of other scripts. */
const DIGIT = /[\p{Nd}--[0-9]]/gv;
/** Letters that some keyboards lack, and their common spellings. @type {Record<string, string>} */
const SPELLED = {
  ...{ æ: 'ae', đ: 'd', ħ: 'h', ı: 'i', ł: 'l', œ: 'oe', ø: 'o', ŧ: 't' },
  ...{ ٱ: 'ا', ة: 'ه', ہ: 'ه', ی: 'ي', ى: 'ي', ک: 'ك' },
};

/** Returns the value of a digit: Unicode has the digits of a script in order. @param {string} digit */
function digitValue(digit) {
  const code = Number(digit.codePointAt(0));
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  return String(before % 10);
}

/**
 * Removes case, width and accents from a text, puts one space between words, and replaces hyphens,
 * apostrophes and full stops inside words with `-`. The result contains no commas.
 * @param {string} text
 */
export function fold(text) {
  const isAscii = /^[\0-\x7f]*$/.test(text);
  // Converting to upper case and back makes `ẞ`, `ß` and `SS` equal.
  const plain = isAscii
    ? text.toLowerCase()
    : text
        .normalize('NFKC')
        .toLowerCase()
        .toUpperCase()
        .toLowerCase()
        .normalize('NFKD')
        .replace(/[æđħıłœøŧٱةہیىک]/g, (letter) => SPELLED[letter])
        .replace(DIGIT, digitValue)
        .replaceAll('ς', 'σ')
        .replace(DROPPED, '');
  const folded = plain
    .replace(SEPARATORS, (found, at) => {
      const isNumber = /^\d.\d/.test(plain.slice(at - 1, at + 2));
      return JOINT.test(found) || (found === '.' && !isNumber) ? '-' : ' ';
    })
    .replace(/^[ -]|[ -]$/g, '');
  return isAscii ? folded : folded.normalize('NFKC').replace(MIXED, '').replace(LOOSE_JOINT, ' ');
}

/** @param {number} code */
const isAsciiWord = (code) => (code > 96 && code < 123) || (code > 47 && code < 58);

/**
 * Returns true if a position in folded text is between two characters of the same word.
 * @param {string} text
 * @param {number} at
 */
export function isInsideWord(text, at) {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (before < 128 && after < 128) return isAsciiWord(before) && isAsciiWord(after);
  INSIDE.lastIndex = at;
  return INSIDE.test(text);
}

/** Returns both readings of a folded text. @param {string} folded @returns {Readings} */
export function readings(folded) {
  if (!folded.includes('-')) return { apart: folded, together: folded };
  return { apart: folded.replaceAll('-', ' '), together: folded.replaceAll('-', '') };
}

/**
 * Returns the words to search for, or null if the text has none.
 * @param {string} text
 * @param {boolean} whole
 * @returns {Words | null}
 */
export function words(text, whole) {
  const folded = fold(text);
  return folded ? { ...readings(folded), whole } : null;
}

/** Returns true if a text contains the words. @param {Words} words @param {Readings} text */
export function areIn({ apart, together, whole }, text) {
  return (
    isIn(text.apart, apart, whole) ||
    ((apart !== together || text.apart !== text.together) && isIn(text.together, together, whole))
  );
}

/** @param {string} text @param {string} term @param {boolean} whole */
function isIn(text, term, whole) {
  let at = text.indexOf(term);
  while (at >= 0 && (isInsideWord(text, at) || (whole && isInsideWord(text, at + term.length)))) {
    at = text.indexOf(term, at + 1);
  }
  return at >= 0;
}

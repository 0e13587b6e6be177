/**
 * Text of a foreign process made harmless to show: nothing in it moves a cursor, changes a title, hides a line or turns
 * the reading direction. The store keeps the original bytes.
 */

/** CSI … final byte; OSC, DCS, SOS, PM, APC … up to BEL or ST; two-byte escapes. Colours and the like: removed whole. */
const ESCAPE_SEQUENCE =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-OQ-WYZ\\`-~])/g;
/** Controls save tab and newline, the C1 block, the marks that turn or hide text, and tags, which hide a whole text. */
const CONTROL =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Escape sequences out, CR LF to LF, every other control to a visible sign such as ␀ or ⟨U+202E⟩. */
export function neutralise(text: string): string {
  return text.replaceAll(ESCAPE_SEQUENCE, '').replaceAll('\r\n', '\n').replaceAll(CONTROL, visibleSign);
}

function visibleSign(control: string): string {
  const code = control.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

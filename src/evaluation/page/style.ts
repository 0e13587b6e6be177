/** How the page looks: one sheet, light and dark by what the reader's system prefers. Text on either ground has contrast. */
export const STYLE = `
:root { color-scheme: light dark; --ground: #ffffff; --ink: #1b1f24; --quiet: #57606a; --line: #d5dae0; --soft: #f3f5f7;
  --first: #1f5fb4; --second: #9cc0ee; --good: #1a7f43; --bad: #b42318; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171b; --ink: #e6e9ed; --quiet: #a3adb8; --line: #39414a;
  --soft: #1d2126; --first: #7db0f7; --second: #3d6296; --good: #63c98b; --bad: #f58c82; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 20px 64px; max-width: 1040px; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans SC", sans-serif; }
h1 { font-size: 26px; line-height: 1.25; margin: 8px 0 4px; }
h2 { font-size: 20px; margin: 40px 0 8px; padding-top: 16px; border-top: 1px solid var(--line); }
h3 { font-size: 16px; margin: 24px 0 8px; }
p { margin: 6px 0; max-width: 76ch; }
.quiet, figcaption { color: var(--quiet); }
code { font: 13px/1.4 ui-monospace, "SFMono-Regular", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 12px; margin: 16px 0;
  padding: 0; list-style: none; }
.cards li { background: var(--soft); border: 1px solid var(--line); border-radius: 8px; padding: 10px 14px; }
.cards b { display: block; font-size: 22px; white-space: nowrap; font-variant-numeric: tabular-nums; }
.cards span { color: var(--quiet); font-size: 13px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px; min-width: 100%; }
th, td { padding: 5px 10px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--quiet); font-weight: 600; }
th:first-child, td:first-child, .left { text-align: left; }
.good { color: var(--good); } .bad { color: var(--bad); }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)); gap: 20px; }
figure { margin: 12px 0; }
figcaption { font-size: 13px; margin-top: 4px; }
svg { display: block; width: 100%; height: auto; min-width: 380px; max-width: 560px; }
svg text { fill: var(--ink); font-size: 12px; font-family: inherit; }
svg .note { fill: var(--quiet); }
.first { fill: var(--first); } .second { fill: var(--second); }
.grid { stroke: var(--line); stroke-width: 1; fill: none; } .zero { stroke: var(--quiet); stroke-width: 1; }
.curve { stroke: var(--first); stroke-width: 2; fill: none; }
.span { stroke: var(--first); stroke-width: 2; }
details { margin: 8px 0; } summary { cursor: pointer; }
`;

import { Markup } from '../http/html.js';

/** The style sheet of a report, for light and dark screens and for paper. Signs and words show a score; colours only help. */
export const style = new Markup(`
:root { color-scheme: light dark; --paper: #fff; --ground: #f6f7f8; --text: #1b2126; --soft: #57616b; --rule: #dde1e5; --accent: #0b5c8a; --tint: #e7f1f8;
  --good: #1c6b3f; --fair: #6b5600; --poor: #9a4300; --bad: #a3181f; --cut: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #161b20; --ground: #0f1317; --text: #e6eaee; --soft: #a3adb7; --rule: #2c343c; --accent: #79bfe8; --tint: #18303f;
  --good: #7dd3a4; --fair: #dcc45c; --poor: #f2a766; --bad: #ff9b95; --cut: #161b20; } }
svg[hidden] { position: absolute; width: 0; height: 0; display: block; }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding: 2rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--ground); color: var(--text); font: 14px/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
header, main { max-width: 100rem; margin: 0 auto; padding: 0 2rem; }
header { padding-top: 1.75rem; }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.25; font-weight: 650; overflow-wrap: anywhere; }
h2 { margin: 0 0 .6rem; font-size: 1rem; font-weight: 650; }
p { margin: 0; }
a { color: var(--accent); text-underline-offset: .15em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.made { color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: 0 2.5rem; margin: 1.1rem 0 0; padding: .8rem 0; border: solid var(--rule); border-width: 1px 0; }
.facts dt { color: var(--soft); font-size: .8125rem; } .facts dd { margin: 0; font-weight: 600; font-size: 1.0625rem; }
main { padding-bottom: 2.5rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 2rem; padding-top: 1.5rem; }
@media screen and (min-width: 70rem) { main { grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); }
  .pages { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; scroll-padding: 6rem; } }
@media screen and (max-width: 40rem) { header, main { padding-left: 1rem; padding-right: 1rem; }
  .values thead { display: none; } .values tr { display: grid; grid-template-columns: 2.75rem 1fr auto; padding: .4rem 0; border-bottom: 1px solid var(--rule); }
  .values th, .values td { border: 0; padding: .1rem .5rem; } .values td:nth-child(4) { grid-column: 2; } .values td:last-child { grid-column: 2 / 4; } }
section { margin: 0 0 1.75rem; }
table { width: 100%; border-collapse: collapse; background: var(--paper); }
.wide { overflow-x: auto; }
th, td { padding: .45rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); font-weight: 400; }
thead th { color: var(--soft); font-size: .8125rem; border-bottom-color: var(--soft); white-space: nowrap; }
th[scope=row] { font-weight: 500; } td, th { overflow-wrap: break-word; }
.no { width: 1%; color: var(--soft); text-align: right; font-variant-numeric: tabular-nums; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.value { font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.none { color: var(--soft); font-weight: 400; font-style: italic; }
.why { color: var(--soft); font-size: .8125rem; }
details ul { margin: .2rem 0 0; padding: 0; list-style: none; } details b { font-weight: 600; font-variant-numeric: tabular-nums; } summary { cursor: pointer; }
q { overflow-wrap: anywhere; } .place { white-space: nowrap; margin-right: .35em; }
td.value, .values .no { width: auto; }
tr:target > *, td:target { background: var(--tint); }
.score { display: inline-flex; align-items: baseline; gap: .35em; white-space: nowrap; } .score b { font-weight: 650; font-variant-numeric: tabular-nums; }
.sign { width: 1em; height: 1em; flex: none; align-self: center; fill: currentColor; vertical-align: -.12em; margin-right: .15em; }
.cut, .line { fill: none; stroke: var(--cut); stroke-width: 1.8; } .line { stroke: currentColor; stroke-width: 1.6; }
.very-high, .high { color: var(--good); } .moderate { color: var(--fair); } .low { color: var(--poor); } .very-low { color: var(--bad); }
.list { margin: 0; padding: 0; list-style: none; background: var(--paper); border: 1px solid var(--rule); }
.list li { display: grid; grid-template-columns: auto 1fr; gap: .6rem; padding: .5rem .7rem; border-top: 1px solid var(--rule); } .list li:first-child { border-top: 0; }
.list .status { font-weight: 600; white-space: nowrap; } .list .said { color: var(--text); }
.issues { border-left: 3px solid var(--poor); }
figure { margin: 0 0 1.25rem; } figcaption { color: var(--soft); font-size: .8125rem; margin-bottom: .35rem; }
.sheet { position: relative; background: #fff; border: 1px solid var(--rule); line-height: 0; }
.sheet img { width: 100%; height: auto; }
.sheet .mark { position: absolute; border: 1.5px solid #0b5c8a; background: rgb(11 92 138 / .1); border-radius: 2px; text-decoration: none; line-height: 1; }
.sheet .row { border: 0; border-bottom: 1.5px solid rgb(11 92 138 / .55); background: rgb(11 92 138 / .06); }
.sheet .low, .sheet .very-low { border-color: #9a4300; border-style: dashed; background: rgb(154 67 0 / .1); }
.sheet .mark:hover, .sheet .mark:has(:target) { background: rgb(11 92 138 / .28); outline: 2px solid #0b5c8a; }
.mark b { position: absolute; right: 100%; top: -1px; margin-right: 2px; padding: 1px 4px; border-radius: 2px; background: #0b5c8a; color: #fff; font: 600 11px/1.3 system-ui, sans-serif; white-space: nowrap; }
.sheet .low b, .sheet .very-low b { background: #9a4300; }
.mark > .said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.text td { padding: .3rem .45rem; font-size: .8125rem; }
.text { background: var(--paper); border: 1px solid var(--rule); padding: 1.25rem; } .text p { margin: 0 0 .5rem; } .text .heading { font-weight: 650; font-size: 1.0625rem; } .text .item::before { content: "• "; }
.text .mark { position: relative; color: inherit; text-decoration: none; } .text mark { color: inherit; background: var(--tint); border-bottom: 2px solid var(--accent); }
.text .low mark, .text .very-low mark { border-bottom: 2px dashed var(--poor); } .text .mark:has(:target) mark, .text .mark:hover mark { outline: 2px solid var(--accent); }
.text .mark b { position: static; margin-left: 3px; vertical-align: super; font-size: 10px; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; margin: 0 0 .6rem; } .legend div { display: flex; gap: .4em; } .legend dt { font-weight: 600; } .legend dd { margin: 0; color: var(--soft); }
.reading { color: var(--soft); font-size: .8125rem; }
.failure { padding: .9rem 1rem; background: var(--paper); border: 1px solid var(--rule); border-left: 3px solid var(--bad); }
@page { margin: 14mm; }
@media print {
  :root { color-scheme: light; --paper: #fff; --ground: #fff; --text: #000; --soft: #444; --rule: #bbb; --accent: #0b5c8a; --tint: #e7f1f8;
    --good: #1c6b3f; --fair: #6b5600; --poor: #9a4300; --bad: #a3181f; --cut: #fff; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { font-size: 10pt; } header, main { padding: 0; max-width: none; } main { display: block; } a { color: inherit; text-decoration: none; }
  thead { display: table-header-group; } tr, li, figure { break-inside: avoid; } h2 { break-after: avoid; } .wide { overflow: visible; }
  figure { break-before: page; margin: 0; } .pages > h2 { display: none; } .sheet { width: fit-content; } .sheet img { max-height: 225mm; width: auto; max-width: 100%; }
}
`);

// The style of an element; a page changes it by size, by `::part(…)` and by the variables.
export const style = `
:host {
  display: block;
  position: relative;
  height: 320px;
  border-radius: 10px;
  overflow: hidden;
  background: var(--rigy-background, light-dark(#e4e6eb, #1d2127));
  color: light-dark(#1c2027, #e6e7ea);
  font: 13px/1.45 system-ui, sans-serif;
}
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
[hidden] { display: none !important; }
[part='stage'], canvas { display: block; width: 100%; height: 100%; }
[part='stage'] { cursor: grab; }
[part='stage']:focus-visible { outline: 2px solid #3554d1; outline-offset: -3px; }
[part='poses'] { position: absolute; left: 10px; bottom: 10px; display: flex; flex-wrap: wrap; gap: 6px; }
/* The message is below. */
:host([invalid]) [part='poses'] { top: 36px; bottom: auto; }
button {
  padding: 3px 10px;
  border: 1px solid light-dark(#c9ccd4, #3a404a);
  border-radius: 99px;
  background: light-dark(#fdfdfc, #191c21);
  color: inherit;
  font: inherit;
  cursor: pointer;
}
button[aria-pressed='true'] { border-color: light-dark(#3554d1, #93a8ff); color: light-dark(#3554d1, #93a8ff); }
[part='link'] { position: absolute; right: 10px; top: 8px; color: light-dark(#3554d1, #93a8ff); }
[part='message'] {
  position: absolute;
  inset: auto 0 0;
  margin: 0;
  padding: 8px 12px;
  max-height: 60%;
  overflow: auto;
  background: #a3212d;
  color: #fff;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
[part='message']:empty { display: none; }
`;

/**
 * Creates an element. Strings become text nodes and are never parsed as markup.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [props] `class`, `on<event>` listeners, attributes with a `-`, and properties
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value == null) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.className = value;
    else if (name.includes('-') || !(name in element)) element.setAttribute(name, String(value));
    else Object.assign(element, { [name]: value });
  }
  // `append` turns strings and numbers into text nodes.
  element.append(.../** @type {any[]} */ (children.filter((child) => child || child === 0)));
  return element;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern finds control characters
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Makes control characters and changes of direction visible. @param {string} text */
export function visible(text) {
  return text.replace(CONTROLS, (c) => `[U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
}

/** Wraps a user's text, which may be right-to-left. @param {string} text */
export function bdi(text) {
  return el('bdi', { dir: 'auto' }, visible(text));
}

const SVG = 'http://www.w3.org/2000/svg';
const sprite = new URL('../icons.svg', import.meta.url);

/** Returns an icon from `icons.svg`. The parent element must have an accessible name. @param {string} name */
export function icon(name) {
  const [svg, use] = ['svg', 'use'].map((tag) => document.createElementNS(SVG, tag));
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', `${sprite.pathname}#${name}`);
  svg.append(use);
  return svg;
}

/** @param {string} kind @param {() => unknown} onclick @param {...(Node | string)} children */
export function button(kind, onclick, ...children) {
  return el('button', { class: kind, type: 'button', onclick }, ...children);
}

/**
 * @param {string} name the icon's name
 * @param {string} label
 * @param {(event: any) => unknown} onclick
 * @param {Record<string, any>} [props]
 */
export function iconButton(name, label, onclick, props) {
  const all = { class: 'icon-button', type: 'button', 'aria-label': label, title: label, onclick, ...props };
  return el('button', all, icon(name));
}
